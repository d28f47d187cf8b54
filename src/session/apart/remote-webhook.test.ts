/** A webhook of the workspace, in the session's realm and apart from it: what it says is the API server's answer; what it does else harms only itself. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { loadTypeScript } from '../learner/toolchain.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type SessionParts } from '../session.ts';
import type { SessionEvent } from '../types.ts';
import { openLoopback } from './loopback.ts';
import type { Batch, SubjectLink } from './messages.ts';

await loadTypeScript();
const parts = sessionParts(nodePlatform());

const configuration = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: guard }
webhooks:
  - name: guard.example.com
    clientConfig: { service: { namespace: default, name: guard } }
    rules: [{ apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [CREATE] }]
    namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: In, values: [default] }] }
    sideEffects: None
    admissionReviewVersions: [v1]
`;
const webhook = (body: string, name = 'guard') => `import { defineWebhook } from 'converge/sdk';
export const guard = defineWebhook({
  name: '${name}',
  review: async (request) => {
    ${body}
  },
});
`;
const refusesBad = webhook("return request.name === 'bad' ? { allowed: false, message: 'no bad ones' } : { allowed: true };");

async function open(source: string, more: Partial<SessionParts> = {}, where: { readonly apart?: true } = { apart: true }) {
  const events: SessionEvent[] = [];
  const ended: string[] = [];
  const options = { ...parts, subjectEnded: (end: { readonly type: string }) => void ended.push(end.type), ...more };
  const { session } = await openSession(emptyLog(7, {}, { 'guard.ts': source }), options, (event) => events.push(event));
  onTestFinished(() => session.close());
  await session.run({ type: 'manifest', path: 'configuration.yaml', text: configuration });
  await session.run({ type: 'swap', controller: 'webhook/guard', entry: 'guard.ts', ...where });
  const run = async (text: string): Promise<string> => {
    const ran = await session.run({ type: 'command', text });
    return ran.outputs.map((output) => ('text' in output ? output.text : '')).join('');
  };
  const problems = (): string[] => events.flatMap((event) => (event.type === 'problem' ? [event.problem.title] : []));
  return { session, run, problems, ended };
}

test.each([['in the session’s realm', {}], ['apart', { apart: true }]] as const)('its answer is the API server’s, %s', async (_, where) => {
  const { run, session } = await open(refusesBad, {}, where);
  expect(await run('kubectl create configmap good')).toBe('configmap/good created\n');
  expect(await run('kubectl create configmap bad')).toBe('error: failed to create configmap: admission webhook "guard.example.com" denied the request: no bad ones\n');
  await session.run({ type: 'unswap', controller: 'webhook/guard' });
  expect(await run('kubectl create configmap good-2')).toContain('service "guard" not found');
});

test('an answer that takes a while is waited for, as long as the configuration says', async () => {
  const { run, session } = await open(webhook("await new Promise((done) => setTimeout(done, request.name === 'late' ? 11_000 : 3000)); return { allowed: true };"));
  const began = session.now().t;
  expect(await run('kubectl create configmap soon')).toBe('configmap/soon created\n');
  expect(session.now().t - began).toBeGreaterThanOrEqual(3000);
  expect(await run('kubectl create configmap late')).toContain('context deadline exceeded');
});

test.each([
  ['throws', "throw new RangeError('out of range');", /RangeError: out of range/],
  ['returns nothing', 'return undefined as never;', /review returned no answer/],
  ['returns what is no answer', "return { allowed: 'yes' } as never;", /review returned no answer/],
])('code that %s fails the call, and is named', async (_, body, words) => {
  const { run, problems } = await open(webhook(body));
  expect(await run('kubectl create configmap any')).toMatch(/failed calling webhook "guard.example.com"/);
  expect(problems()[0]).toMatch(words);
});

test('a module without such a webhook is refused in words', async () => {
  const { run, problems, ended } = await open(webhook('return { allowed: true };', 'gard'));
  expect(await run('kubectl create configmap any')).toContain('failed calling webhook');
  expect(ended).toEqual(['unfit']);
  expect(problems()).toEqual(['Error: guard.ts exports a webhook called "gard", not "guard"']);
});

/** At the other end is something else than our host. */
function lying(change: (answer: { actions: Record<string, unknown>[] }) => unknown): SubjectLink {
  const near = openLoopback(parts);
  return {
    exchange: async (batch: Batch) => change(JSON.parse(JSON.stringify(await near.host.deliver(batch)))),
    close() {},
  };
}

test.each([
  ['answers what it wasn’t asked', (action: Record<string, unknown>) => ({ ...action, call: 99 })],
  ['answers with more than an answer may hold', (action: Record<string, unknown>) => ({ ...action, value: { allowed: 'yes' } })],
])('what %s allows nothing', async (_, change) => {
  const lie = lying((answer) => ({ ...answer, actions: answer.actions.map((action) => (action['type'] === 'returned' ? change(action) : action)) }));
  const { run } = await open(refusesBad, { openSubject: () => lie });
  expect(await run('kubectl create configmap good')).toContain('failed calling webhook');
  expect(await run('kubectl create namespace on')).toBe('namespace/on created\n');
});
