import { describe, expect, test } from 'vitest';
import { type Loose, startServer } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { auditsOf } from '../audit/audit-log.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

const group = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';

function policy(spec: Record<string, Json>): Json {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'demo' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
      },
      ...spec,
    },
  };
}

function binding(spec: Record<string, Json> = {}): Json {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'binding' },
    spec: { policyName: 'demo', validationActions: ['Deny'], ...spec },
  };
}

const map = (name: string, more: Record<string, Json> = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});

async function guarded(spec: Record<string, Json>, bound: Record<string, Json> = {}) {
  const server = startServer({ features: fullFeatures });
  const made = await server.post(`${group}/validatingadmissionpolicies`, policy(spec));
  expect(made.json.message ?? 'made').toBe('made');
  expect((await server.post(`${group}/validatingadmissionpolicybindings`, binding(bound))).code).toBe(201);
  await server.settle();
  return server;
}

describe('what a policy demands', () => {
  const words = `configmaps "bad" is forbidden: ValidatingAdmissionPolicy 'demo' with binding 'binding' denied request: `;
  test.each<[string, Json, string, number, string]>([
    [
      'by default',
      { expression: "object.metadata.name != 'bad'" },
      `failed expression: object.metadata.name != 'bad'`,
      422,
      'Invalid',
    ],
    [
      'with a message',
      { expression: "object.metadata.name != 'bad'", message: 'not this' },
      'not this',
      422,
      'Invalid',
    ],
    [
      'with an expression for the message',
      { expression: 'false', messageExpression: "'no ' + object.metadata.name" },
      'no bad',
      422,
      'Invalid',
    ],
    ['with a reason', { expression: 'false', message: 'm', reason: 'Forbidden' }, 'm', 403, 'Forbidden'],
    [
      'when it cannot be told',
      { expression: 'object.nope.x == 1' },
      `expression 'object.nope.x == 1' resulted in error: no such key: nope`,
      422,
      'Invalid',
    ],
    [
      'of the request',
      { expression: "request.operation != 'CREATE' || request.userInfo.username == 'x'" },
      `failed expression: request.operation != 'CREATE' || request.userInfo.username == 'x'`,
      422,
      'Invalid',
    ],
    [
      'of the namespace',
      { expression: "namespaceObject.metadata.name != 'default'" },
      `failed expression: namespaceObject.metadata.name != 'default'`,
      422,
      'Invalid',
    ],
    [
      'of what the user may do',
      {
        expression: "!authorizer.group('apps').resource('deployments').namespace('x').check('create').allowed()",
        message: 'm',
      },
      'm',
      422,
      'Invalid',
    ],
  ])('%s', async (_name, validation, message, code, reason) => {
    const server = await guarded({ validations: [validation] });
    const answer = await server.post(maps, map('bad'));
    expect(answer.json).toMatchObject({ message: words + message, code, reason });
  });

  test('only of what matches', async () => {
    const matchConditions = [{ name: 'labelled', expression: "'guarded' in object.metadata.?labels.orValue({})" }];
    const server = await guarded({ validations: [{ expression: 'false' }], matchConditions });
    expect((await server.post(maps, map('free'))).code).toBe(201);
    expect(
      (await server.post(maps, { ...(map('x') as Loose), metadata: { name: 'x', labels: { guarded: 'yes' } } })).code,
    ).toBe(422);
  });

  test('through variables that see each other', async () => {
    const variables = [
      { name: 'size', expression: 'size(object.data)' },
      { name: 'double', expression: 'variables.size * 2' },
    ];
    const server = await guarded({ variables, validations: [{ expression: 'variables.double < 4' }] });
    expect((await server.post(maps, map('a', { data: { a: '1' } }))).code).toBe(201);
    expect((await server.post(maps, map('b', { data: { a: '1', b: '2' } }))).code).toBe(422);
  });

  test('of creations, which have no old object', async () => {
    const server = await guarded({ validations: [{ expression: 'oldObject == null && object != null' }] });
    expect((await server.post(maps, map('a'))).code).toBe(201);
  });

  test('of deletions, which have an old object only', async () => {
    const server = await guarded({
      validations: [{ expression: "request.operation != 'DELETE' || oldObject.metadata.name != 'kept'" }],
    });
    await server.post(maps, map('kept'));
    expect((await server.remove(`${maps}/kept`)).code).toBe(422);
  });
});

test('a failing policy that is to be ignored is', async () => {
  const server = await guarded({ failurePolicy: 'Ignore', validations: [{ expression: 'object.nope.x == 1' }] });
  expect((await server.post(maps, map('a'))).code).toBe(201);
});

test('a binding may warn instead', async () => {
  const server = await guarded(
    { validations: [{ expression: 'false', message: 'no' }] },
    { validationActions: ['Warn', 'Audit'] },
  );
  const answer = await server.post(maps, map('a'));
  expect(answer.code).toBe(201);
  expect(answer.headers['warning']).toContain(
    `Validation failed for ValidatingAdmissionPolicy 'demo' with binding 'binding': no`,
  );
});

test('parameters come from objects', async () => {
  const spec = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConditions: [{ name: 'others', expression: "object.metadata.name != 'limits'" }],
    validations: [{ expression: 'size(object.data) <= int(params.data.max)' }],
  };
  const server = await guarded(spec, {
    paramRef: { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' },
  });
  const early = await server.post(maps, map('a', { data: { a: '1' } }));
  expect(early.json.message).toContain(
    'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  );
  const unguarded = startServer({ features: fullFeatures });
  await unguarded.post(maps, map('limits', { data: { max: '1' } }));
  await unguarded.post(`${group}/validatingadmissionpolicies`, policy(spec));
  await unguarded.post(
    `${group}/validatingadmissionpolicybindings`,
    binding({ paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } }),
  );
  expect((await unguarded.post(maps, map('a', { data: { a: '1' } }))).code).toBe(201);
  expect((await unguarded.post(maps, map('b', { data: { a: '1', b: '2' } }))).code).toBe(422);
});

test.each<[string, Record<string, Json>, string]>([
  [
    'without anything to check',
    {},
    'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
  ],
  [
    'that does not compile',
    { validations: [{ expression: 'object.' }] },
    'spec.validations[0].expression: Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error',
  ],
  ['that is no condition', { validations: [{ expression: '"x"' }] }, 'must evaluate to bool but got string'],
  [
    'with parameters it does not declare',
    { validations: [{ expression: 'params.x' }] },
    `undeclared reference to 'params'`,
  ],
  [
    'with a wrong reason',
    { validations: [{ expression: 'true', reason: 'No' }] },
    'spec.validations[0].reason: Unsupported value: "No"',
  ],
])('a policy %s is refused', async (_name, spec, message) => {
  const server = startServer({ features: fullFeatures });
  const answer = await server.post(`${group}/validatingadmissionpolicies`, policy(spec));
  expect(answer.code).toBe(422);
  expect(answer.json.message).toContain(message);
});

test('policies do not guard themselves', async () => {
  const everything = { resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }] };
  const server = await guarded({ matchConstraints: everything, validations: [{ expression: 'false' }] });
  expect((await server.post(maps, map('a'))).code).toBe(422);
  expect((await server.remove(`${group}/validatingadmissionpolicybindings/binding`)).code).toBe(200);
});

test('one binding’s refusal doesn’t keep another from warning and auditing', async () => {
  const server = await guarded({ validations: [{ expression: 'false', message: 'no' }] });
  const spec = { policyName: 'demo', validationActions: ['Warn', 'Audit'] };
  await server.post(`${group}/validatingadmissionpolicybindings`, { metadata: { name: 'other' }, spec });
  await server.settle();
  const { code, headers } = await server.post(maps, map('m'));
  const words = `Validation failed for ValidatingAdmissionPolicy 'demo' with binding 'other': no`;
  expect([code, headers['warning']]).toEqual([422, `299 - "${words}"`]);
  const { annotations } = auditsOf(server.kernel.trace).findLast(({ path }) => path === maps) ?? {};
  expect(JSON.parse(annotations?.['validation.policy.admission.k8s.io/validation_failure'] ?? '')).toEqual([
    { message: 'no', policy: 'demo', binding: 'other', expressionIndex: 0, validationActions: ['Warn', 'Audit'] },
  ]);
});

test('parameters that aren’t there refuse even where the binding only warns', async () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  const paramRef = { name: 'none', namespace: 'default', parameterNotFoundAction: 'Deny' };
  const bound = { paramRef, validationActions: ['Warn'] };
  const server = await guarded({ paramKind, validations: [{ expression: 'true' }] }, bound);
  const { code, json } = await server.post(maps, map('m'));
  expect(code).toBe(422);
  expect(json.message).toContain("with binding 'binding' denied request: failed to configure binding: no params found");
});
