import { expect, test } from 'vitest';
import type { CallWebhook, WebhookAnswer } from '../../apiserver/admission/call-webhook.ts';
import { type Loose, podNamed, podsPath } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { auditsOf } from '../audit/audit-log.ts';
import { startAdmitting } from '../testing/admit.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const onPods = [
  { operations: ['CREATE', 'UPDATE', 'DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] },
];

type Respond = (request: Loose) => Record<string, Json>;
type Hook = Record<string, Json>;

const base64 = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64');
const patch = (...operations: Json[]) => ({ allowed: true, patchType: 'JSONPatch', patch: base64(operations) });
const label = (name: string) => patch({ op: 'add', path: `/metadata/labels/${name}`, value: 'yes' });

/** A server whose webhooks are functions by url; `asked` are the requests they got. */
async function withHooks(
  kind: 'Mutating' | 'Validating',
  hooks: Record<string, Respond | WebhookAnswer>,
  more: Record<string, Hook> = {},
) {
  const asked: Loose[] = [];
  const callWebhook: CallWebhook = ({ url = '' }, review, _timeoutMs, done) => {
    const { request, apiVersion }: Loose = review;
    asked.push({ url, ...request });
    const hook = hooks[url.slice('https://'.length)];
    if (typeof hook !== 'function') return hook === undefined ? undefined : done(hook);
    const response = { uid: request.uid, ...hook(request) };
    done({ body: { kind: 'AdmissionReview', apiVersion: String(apiVersion), response } });
  };
  const server = startAdmitting({ callWebhook });
  const webhooks = Object.keys(hooks).map((name) => ({
    name: `${name}.example.com`,
    clientConfig: { url: `https://${name}` },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: onPods,
    ...more[name],
  }));
  const plural = `${kind.toLowerCase()}webhookconfigurations`;
  const { json } = await server.post(`${group}/${plural}`, { metadata: { name: 'c' }, webhooks });
  await server.settle();
  return { ...server, asked, configuration: json };
}

const pod = (labels: Record<string, string> = { a: 'b' }) => podNamed('p', { labels });

test('a configuration has upstream’s defaults', async () => {
  const { configuration } = await withHooks('Mutating', { x: () => ({ allowed: true }) });
  expect(configuration.metadata.generation).toBe(1);
  expect(configuration.webhooks[0]).toMatchObject({
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    reinvocationPolicy: 'Never',
    timeoutSeconds: 10,
    rules: [{ scope: '*' }],
  });
});

test.each<[Hook, string]>([
  [
    { name: 'short' },
    'webhooks[0].name: Invalid value: "short": should be a domain with at least three segments separated by dots',
  ],
  [
    { sideEffects: 'Some' },
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  ],
  [
    { timeoutSeconds: 31 },
    'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
  ],
  [{ clientConfig: {} }, 'webhooks[0].clientConfig: Required value: exactly one of url or service is required'],
  [
    { clientConfig: { url: 'http://x' } },
    `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
  ],
  [
    { admissionReviewVersions: [] },
    'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
  ],
  [
    { rules: [{ operations: ['*', 'CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }] },
    `webhooks[0].rules[0].operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
  ],
])('%j is refused', async (hook, message) => {
  const { configuration } = await withHooks('Validating', { x: () => ({ allowed: true }) }, { x: hook });
  expect(configuration.message).toBe(
    `ValidatingWebhookConfiguration.admissionregistration.k8s.io "c" is invalid: ${message}`,
  );
});

test('a webhook gets everything about a write', async () => {
  const server = await withHooks('Validating', { x: () => ({ allowed: true }) });
  await server.post(`${podsPath}?fieldManager=me&dryRun=All`, pod());
  expect(server.asked[0]).toMatchObject({
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    requestKind: { group: '', version: 'v1', kind: 'Pod' },
    name: 'p',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'tester', groups: expect.arrayContaining(['system:masters']) },
    object: { metadata: { name: 'p' }, spec: { restartPolicy: 'Always' } },
    oldObject: null,
    dryRun: true,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me', dryRun: ['All'] },
  });
});

test.each<[Record<string, Json>, Record<string, Json>]>([
  [{}, { code: 400, message: 'admission webhook "x.example.com" denied the request without explanation' }],
  [{ status: { message: 'no' } }, { code: 400, message: 'admission webhook "x.example.com" denied the request: no' }],
  [{ status: { code: 403, reason: 'Forbidden', message: 'no' } }, { code: 403, reason: 'Forbidden' }],
  [{ status: { reason: 'Because' } }, { message: 'admission webhook "x.example.com" denied the request: Because' }],
])('a refusal of %j', async (response, expected) => {
  const server = await withHooks('Validating', { x: () => ({ allowed: false, ...response }) });
  const { json } = await server.post(podsPath, pod());
  expect(json).toMatchObject({ kind: 'Status', status: 'Failure', ...expected });
});

const failing = 'Internal error occurred: failed calling webhook "x.example.com": ';

test.each<[Respond | WebhookAnswer, string]>([
  [
    { failed: 'Post "https://x?timeout=10s": dial tcp: refused' },
    'failed to call webhook: Post "https://x?timeout=10s": dial tcp: refused',
  ],
  [{ body: {} }, 'received invalid webhook response: webhook response was absent'],
  [() => ({ uid: 'other' }), 'received invalid webhook response: expected response.uid='],
  [{ body: 'text' }, 'received invalid webhook response: webhook response was absent'],
  [
    () => ({ allowed: true, patch: 'e30=', patchType: 'JSONPatch' }),
    'received invalid webhook response: validating webhook may not return response.patch',
  ],
])('what goes wrong is said: %j', async (hook, why) => {
  const server = await withHooks('Validating', { x: hook });
  const { json } = await server.post(podsPath, pod());
  expect(json).toMatchObject({ code: 500, reason: 'InternalError' });
  expect(json.message).toContain(failing + why);
});

test('a webhook that does not answer is given up after its time', async () => {
  const silent: CallWebhook = () => undefined;
  const server = startAdmitting({ callWebhook: silent });
  const webhook = { name: 'x.example.com', clientConfig: { service: { namespace: 'n', name: 's', path: '/check' } } };
  const more = { admissionReviewVersions: ['v1'], sideEffects: 'None', rules: onPods, timeoutSeconds: 3 };
  const webhooks = [{ ...webhook, ...more }];
  await server.post(`${group}/validatingwebhookconfigurations`, { metadata: { name: 'c' }, webhooks });
  await server.settle();
  const startedMs = server.kernel.clock.now();
  const { json } = await server.post(podsPath, pod());
  expect(server.kernel.clock.now() - startedMs).toBe(3000);
  expect(json.message).toBe(
    `${failing}failed to call webhook: Post "https://s.n.svc:443/check?timeout=3s": context deadline exceeded`,
  );
});

test('a failure may be ignored', async () => {
  const server = await withHooks('Validating', { x: { failed: 'down' } }, { x: { failurePolicy: 'Ignore' } });
  expect((await server.post(podsPath, pod())).code).toBe(201);
});

test('patches are applied one after the other, defaulted and checked', async () => {
  const server = await withHooks('Mutating', {
    x: () => label('x'),
    y: ({ object }) => (object.metadata.labels.x === 'yes' ? label('y') : { allowed: false }),
    z: () => patch({ op: 'add', path: '/spec/containers/-', value: { name: 'sidecar', image: 'nginx' } }),
  });
  const { json } = await server.post(podsPath, pod());
  expect(json.metadata.labels).toEqual({ a: 'b', x: 'yes', y: 'yes' });
  expect(json.spec.containers[1]).toMatchObject({ name: 'sidecar', imagePullPolicy: 'Always' });
});

test('a patch that makes the object invalid makes the write invalid', async () => {
  const server = await withHooks('Mutating', { x: () => patch({ op: 'remove', path: '/spec/containers/0' }) });
  expect((await server.post(podsPath, pod())).json).toMatchObject({ code: 422, reason: 'Invalid' });
});

test('a webhook that wants to see later changes is called again, once', async () => {
  const server = await withHooks(
    'Mutating',
    { x: () => ({ allowed: true }), y: () => label('y') },
    { x: { reinvocationPolicy: 'IfNeeded' } },
  );
  await server.post(podsPath, pod());
  expect(server.asked.map(({ url }) => url)).toEqual(['https://x', 'https://y', 'https://x']);
});

test.each<[string, Hook, boolean]>([
  ['other objects', { objectSelector: { matchLabels: { a: 'c' } } }, false],
  ['these objects', { objectSelector: { matchLabels: { a: 'b' } } }, true],
  ['other namespaces', { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } }, false],
  ['this namespace', { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } }, true],
  ['other operations', { rules: [{ ...onPods[0], operations: ['UPDATE'] }] as Json }, false],
  ['subresources', { rules: [{ ...onPods[0], resources: ['pods/*'] }] as Json }, true],
  ['cluster scope', { rules: [{ ...onPods[0], scope: 'Cluster' }] as Json }, false],
  ['a condition that holds', { matchConditions: [{ name: 'c', expression: 'object.metadata.labels.a == "b"' }] }, true],
  [
    'a condition that does not',
    { matchConditions: [{ name: 'c', expression: 'request.operation == "DELETE"' }] },
    false,
  ],
])('a webhook for %s', async (_what, hook, isAsked) => {
  const server = await withHooks('Validating', { x: () => ({ allowed: true }) }, { x: hook });
  await server.post(podsPath, pod());
  expect(server.asked.length).toBe(isAsked ? 1 : 0);
});

test('updates and deletions come with the old object', async () => {
  const server = await withHooks('Validating', { x: ({ operation }) => ({ allowed: operation !== 'DELETE' }) });
  await server.post(podsPath, pod());
  await server.patch(`${podsPath}/p`, { metadata: { labels: { c: 'd' } } });
  const { json } = await server.remove(`${podsPath}/p`);
  const [, update, deletion] = server.asked;
  expect(update).toMatchObject({ operation: 'UPDATE', oldObject: { metadata: { labels: { a: 'b' } } } });
  expect(update.options.kind).toBe('PatchOptions');
  expect(deletion).toMatchObject({ operation: 'DELETE', object: null, oldObject: { metadata: { name: 'p' } } });
  expect(json.message).toBe('admission webhook "x.example.com" denied the request without explanation');
});

test('warnings come through, once', async () => {
  const server = await withHooks('Validating', { x: () => ({ allowed: true, warnings: ['old', 'old'] }) });
  const { headers } = await server.post(podsPath, pod());
  expect(headers['warning']).toBe('299 - "old"');
});

test('no webhook is called for webhooks', async () => {
  const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
  const server = await withHooks('Validating', { x: () => ({ allowed: false }) }, { x: { rules: everything } });
  const { code } = await server.remove(`${group}/validatingwebhookconfigurations/c`);
  expect(code).toBe(200);
  await server.settle();
  expect((await server.post(podsPath, pod())).code).toBe(201);
});

test.each(['Mutating', 'Validating'] as const)('what a %s webhook notes goes into the audit event', async (kind) => {
  const server = await withHooks(kind, { x: () => ({ allowed: true, auditAnnotations: { why: 'because' } }) });
  await server.post(podsPath, pod());
  const event = auditsOf(server.kernel.trace).findLast(({ path }) => path === podsPath);
  expect(event?.annotations).toMatchObject({ 'x.example.com/why': 'because' });
});

test.each([
  ['object.metadata.name ==', 'Syntax error'],
  ['nobody == 1', "undeclared reference to 'nobody'"],
  ["'text'", 'must evaluate to bool'],
])('the condition %s is refused when it is written', async (expression, why) => {
  const matchConditions = [{ name: 'c', expression }];
  const { configuration } = await withHooks('Validating', { x: () => ({ allowed: true }) }, { x: { matchConditions } });
  expect(configuration.code).toBe(422);
  expect(configuration.message).toContain('webhooks[0].matchConditions[0].expression: Invalid value: ');
  expect(configuration.message).toContain(why);
});

test('conditions see the authorizer', async () => {
  const expression = "authorizer.group('').resource('pods').check('create').allowed()";
  const matchConditions = [{ name: 'c', expression }];
  const server = await withHooks('Validating', { x: () => ({ allowed: false }) }, { x: { matchConditions } });
  expect((await server.post(podsPath, pod())).code).toBe(400);
});

test.each([
  ['Equivalent', ['v1']],
  ['Exact', []],
])(
  'of custom resources with several versions, %s webhooks of one are called for the others',
  async (matchPolicy, asked) => {
    const rules = [{ operations: ['*'], apiGroups: ['ex.io'], apiVersions: ['v1'], resources: ['gadgets'] }];
    const server = await withHooks('Mutating', { x: () => label('seen') }, { x: { matchPolicy, rules } });
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const versions = ['v1', 'v1beta1'].map((name) => ({ name, served: true, storage: name === 'v1', schema }));
    await server.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'gadgets.ex.io' },
      spec: { group: 'ex.io', scope: 'Cluster', names: { plural: 'gadgets', kind: 'Gadget' }, versions },
    });
    await server.settle();
    const gadget = { apiVersion: 'ex.io/v1beta1', kind: 'Gadget', metadata: { name: 'g', labels: { a: 'b' } } };
    const { code, json } = await server.post('/apis/ex.io/v1beta1/gadgets', gadget);
    expect([code, json.apiVersion]).toEqual([201, 'ex.io/v1beta1']);
    expect(server.asked.map(({ resource }) => resource.version)).toEqual(asked);
    for (const { kind, requestKind, object } of server.asked) {
      expect([kind.version, requestKind.version, object.apiVersion]).toEqual(['v1', 'v1beta1', 'ex.io/v1']);
    }
    expect(json.metadata.labels.seen).toBe(asked.length > 0 ? 'yes' : undefined);
  },
);
