/** Validation that a learner wrote: what it returns is checked before an API server answers with it. */
import type { ConfigMap } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../parts.ts';
import { emptyLog, openSession } from '../../session.ts';
import type { SessionEvent } from '../../types.ts';
import { guardValidation } from './validation.ts';

const metadata = { name: 'settings', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const map: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata };

function validateWith(returned: unknown) {
  const failures: unknown[] = [];
  const { validateConfigMap } = guardValidation(
    () => {
      if (returned instanceof Error) throw returned;
      return returned;
    },
    (error) => failures.push(error),
  );
  return { errors: validateConfigMap(map), failures: failures.map(String) };
}

test('errors are taken as they were returned, without what doesn’t belong to them', () => {
  const error = { type: 'Invalid', field: 'data[a b]', value: 'a b', detail: 'no' };
  expect(validateWith([{ ...error, more: () => {} }])).toEqual({ errors: [error], failures: [] });
});

test.each<[string, unknown, string]>([
  ['throws', new Error('mine'), 'mine'],
  ['nothing', undefined, 'returned no array of errors'],
  ['a text', ['data is wrong'], 'an error that is no object'],
  ['an unknown type', [{ type: 'Wrong', field: 'data', detail: '' }], 'an error of the type Wrong: there are Required'],
  ['no field', [{ type: 'Invalid', detail: '' }], 'field or detail is no string'],
])('a mistake is reported, and lets the object pass: %s', (_name, returned, message) => {
  expect(validateWith(returned)).toEqual({ errors: [], failures: [expect.stringContaining(message)] });
});

const refuses = `
import { type ConfigMap, forbiddenField, type FieldError } from 'converge/sdk';
export function validateConfigMap(map: ConfigMap): readonly FieldError[] {
  if (map.data?.['boom'] !== undefined) throw new Error('mine');
  return map.data?.['color'] === 'red' ? [forbiddenField('data[color]', 'not red')] : [];
}
`;

test('the API server of a session runs it; a replay does too; and the built-in one comes back', async () => {
  const parts = sessionParts(nodePlatform());
  const events: SessionEvent[] = [];
  const { session } = await openSession(emptyLog(1, { nodes: 0, profile: 'minimal' }, { 'validation.ts': refuses }), parts, (event) => events.push(event));
  onTestFinished(() => session.close());
  const create = async (name: string, pair: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text: `kubectl create configmap ${name} --from-literal=${pair}` });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('');
  };
  expect(await create('before', 'color=red')).toBe('configmap/before created\n');
  await session.run({ type: 'swap', controller: 'apiserver/validate-config-map', entry: 'validation.ts', part: 'validate-config-map' });
  expect(session.swapped()).toEqual(['apiserver/validate-config-map']);
  expect(await create('refused', 'color=red')).toContain('data[color]: Forbidden: not red');
  // What throws is reported, and stops no request.
  expect(await create('boom', 'boom=1')).toContain('configmap/boom created');
  expect(events.filter(({ type }) => type === 'problem')).toMatchObject([{ controller: 'apiserver/validate-config-map', problem: { title: expect.stringContaining('mine') } }]);
  const replayed = await openSession(session.log(), parts);
  onTestFinished(() => replayed.session.close());
  expect([replayed.session.swapped(), replayed.session.historyHash()]).toEqual([session.swapped(), session.historyHash()]);
  await session.run({ type: 'unswap', controller: 'apiserver/validate-config-map' });
  expect(session.swapped()).toEqual([]);
  expect(await create('after', 'color=red')).toBe('configmap/after created\n');
});
