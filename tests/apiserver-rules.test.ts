/** The rules of facts/apiserver.md that have no test vector: §2 errors, §4 updates and deletions, §6 writes. Each through HTTP. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loose, startWire, type Wire } from './vectors/http.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await startWire(20);
});
afterAll(() => wire.stop());

const core = '/api/v1/namespaces/default';
const maps = `${core}/configmaps`;

describe('§2: every refusal is a Status', () => {
  /** What is asked, and what of the Status is told. */
  const refusals: readonly [what: string, ask: () => ReturnType<Wire['ask']>, status: object][] = [
    [
      'a body that is none',
      () => wire.ask('POST', maps, '{"metadata":'),
      {
        code: 400,
        reason: 'BadRequest',
        message:
          'the object provided is unrecognized (must be of type ConfigMap): couldn\'t get version/kind; json parse error: unexpected end of JSON input ({"metadata":)',
      },
    ],
    [
      'a namespace that isn’t the path’s',
      () => wire.post(maps, { metadata: { name: 'a', namespace: 'other' } }),
      {
        code: 400,
        reason: 'BadRequest',
        message: 'the namespace of the provided object does not match the namespace sent on the request',
      },
    ],
    [
      'a name that isn’t the path’s',
      () => wire.put(`${maps}/a`, { metadata: { name: 'b' } }),
      {
        code: 400,
        reason: 'BadRequest',
        message: 'the name of the object (b) does not match the name on the URL (a)',
      },
    ],
    [
      'a token nobody gave',
      () => wire.get(maps, { authorization: 'Bearer none' }),
      { code: 401, reason: 'Unauthorized', message: 'Unauthorized' },
    ],
    [
      'what a user may not',
      () => wire.get(`${maps}/a`, { 'impersonate-user': 'jane' }),
      {
        code: 403,
        reason: 'Forbidden',
        message:
          'configmaps "a" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"',
        details: { name: 'a', kind: 'configmaps' },
      },
    ],
    [
      'a path a user may not',
      () => wire.get('/metrics', { 'impersonate-user': 'jane' }),
      { code: 403, reason: 'Forbidden', message: 'forbidden: User "jane" cannot get path "/metrics"' },
    ],
    [
      'an object that isn’t there',
      () => wire.get('/apis/apps/v1/namespaces/default/deployments/none'),
      {
        code: 404,
        reason: 'NotFound',
        message: 'deployments.apps "none" not found',
        details: { name: 'none', group: 'apps', kind: 'deployments' },
      },
    ],
    [
      'a method a resource doesn’t have',
      () => wire.ask('PUT', maps, {}),
      {
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
      },
    ],
    [
      'an answer that can’t be had',
      () => wire.get(maps, { accept: 'text/html' }),
      { code: 406, reason: 'NotAcceptable' },
    ],
    [
      'a name that is taken',
      () => wire.post('/api/v1/namespaces', { metadata: { name: 'default' } }),
      {
        code: 409,
        reason: 'AlreadyExists',
        message: 'namespaces "default" already exists',
        details: { name: 'default', kind: 'namespaces' },
      },
    ],
    [
      'a body over 3 MiB',
      () => wire.post(maps, { metadata: { name: 'a' }, data: { a: 'x'.repeat(3_200_000) } }),
      { code: 413, reason: 'RequestEntityTooLarge' },
    ],
    [
      'a body that is over 3 MiB once it is unpacked',
      () =>
        wire.ask(
          'POST',
          maps,
          gzipSync(JSON.stringify({ metadata: { name: 'a' }, data: { a: 'x'.repeat(3_200_000) } })),
          {
            'content-encoding': 'gzip',
          },
        ),
      { code: 413, reason: 'RequestEntityTooLarge' },
    ],
    [
      'a body of an unknown type',
      () => wire.ask('POST', maps, 'hello', { 'content-type': 'text/plain' }),
      {
        code: 415,
        reason: 'UnsupportedMediaType',
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      },
    ],
    [
      'an object with several faults',
      () => wire.post(`${core}/services`, { metadata: { name: 'A' }, spec: {} }),
      { code: 422, reason: 'Invalid', details: { name: 'A', kind: 'Service' } },
    ],
    [
      'a revision that isn’t there yet',
      () => wire.get(`${maps}?resourceVersion=99999999`),
      {
        code: 504,
        reason: 'Timeout',
        message: expect.stringMatching(/^Timeout: Too large resource version: 99999999, current: \d+$/),
        details: {
          retryAfterSeconds: 1,
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        },
      },
    ],
    [
      'a resourceVersion on what is new',
      () => wire.post(maps, { metadata: { name: 'a', resourceVersion: '1' } }),
      { code: 400, message: 'resourceVersion should not be set on objects to be created' },
    ],
  ];

  test.each(refusals)('%s', async (_what, ask, status) => {
    const answer = await ask();
    expect(answer.json).toMatchObject({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...status });
    expect(answer.json.code).toBe(answer.code);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  test('a path nobody serves is text, as upstream’s mux has it', async () => {
    const unknown = await wire.get('/apis/none.example.com/v1/things');
    expect(unknown.code).toBe(404);
    expect(
      unknown.text.includes('the server could not find the requested resource') ||
        unknown.text === '404 page not found\n',
    ).toBe(true);
  });

  test('a body may come packed, and the version is laid out for people', async () => {
    const body = gzipSync(JSON.stringify({ metadata: { name: 'packed' } }));
    expect((await wire.ask('POST', maps, body, { 'content-encoding': 'gzip' })).code).toBe(201);
    const broken = await wire.ask('POST', maps, Buffer.from('no'), { 'content-encoding': 'gzip' });
    expect(broken.json).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect((await wire.get('/version')).text).toMatch(/^{\n {2}"major": "1",\n {2}"minor": "33",\n/);
  });
});

/** Kinds whose objects a PUT makes, and a body of each that is enough. */
const role = { rules: [] };
const roleRef = (kind: string): object => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'x' } });
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const creators: readonly [path: string, body: object][] = [
  [`${rbac}/namespaces/default/roles`, role],
  [`${rbac}/clusterroles`, role],
  [`${rbac}/namespaces/default/rolebindings`, roleRef('Role')],
  [`${rbac}/clusterrolebindings`, roleRef('ClusterRole')],
  ['/apis/coordination.k8s.io/v1/namespaces/default/leases', {}],
  [`${core}/limitranges`, { spec: { limits: [] } }],
  [`${core}/events`, { involvedObject: { namespace: 'default', kind: 'Pod', name: 'x' }, reason: 'Made' }],
  [`${core}/services`, { spec: { ports: [{ port: 80 }] } }],
  [`${core}/endpoints`, {}],
];

/** Kinds that a PUT must name the resourceVersion of. */
const conditional: readonly [path: string, body: object][] = [
  ['/apis/coordination.k8s.io/v1/namespaces/default/leases', {}],
  ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', { spec: { minAvailable: 1 } }],
  ['/apis/storage.k8s.io/v1/csidrivers', { spec: {} }],
  ['/apis/storage.k8s.io/v1/csinodes', { spec: { drivers: [] } }],
  [
    '/apis/storage.k8s.io/v1/volumeattachments',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  ],
  ['/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {}],
  ['/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {}],
  [
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    {
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['bindings'] }],
        },
        validations: [{ expression: 'true' }],
      },
    },
  ],
  [
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
    { spec: { policyName: 'rules', validationActions: ['Deny'] } },
  ],
];

describe('§4: updates and deletions', () => {
  test.each(creators)('a PUT of what is missing makes it: %s', async (path, body) => {
    expect((await wire.put(`${path}/made`, { metadata: { name: 'made' }, ...body })).code).toBe(201);
    expect((await wire.put(`${path}/made`, { metadata: { name: 'made', labels: { a: 'b' } }, ...body })).code).toBe(
      path.endsWith('leases') ? 422 : 200,
    );
  });

  test.each([maps, `${core}/secrets`, '/api/v1/namespaces', `${core}/serviceaccounts`])(
    'a PUT of what is missing is 404: %s',
    async (path) => {
      expect((await wire.put(`${path}/none`, { metadata: { name: 'none' } })).json).toMatchObject({
        code: 404,
        reason: 'NotFound',
      });
    },
  );

  test.each(conditional)('a PUT must name its resourceVersion: %s', async (path, body) => {
    const made = await wire.post(path, { metadata: { name: 'rules' }, ...body });
    expect(made.json.metadata?.name).toBe('rules');
    const refused = await wire.put(`${path}/rules`, { metadata: { name: 'rules' }, ...body });
    expect(refused.json).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(refused.json.details.causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0x0: must be specified for an update',
        field: 'metadata.resourceVersion',
      },
    ]);
    const latest = await wire.get(`${path}/rules`);
    expect((await wire.put(`${path}/rules`, latest.json)).code).toBe(200);
  });

  test('a PATCH that names a resourceVersion of old is a Conflict, without one it is applied', async () => {
    const { json } = await wire.post(maps, { metadata: { name: 'patched' } });
    expect((await wire.patch(`${maps}/patched`, { data: { a: '1' } })).code).toBe(200);
    const { resourceVersion } = json.metadata;
    const old = await wire.patch(`${maps}/patched`, { metadata: { resourceVersion }, data: { a: '2' } });
    expect(old.json).toMatchObject({ code: 409, reason: 'Conflict' });
  });

  test('the options of a deletion come as body or query, and contradict each other in vain', async () => {
    const remove = async (query: string, body?: object): Promise<Loose> =>
      (await wire.remove(`${maps}/options${query}`, body)).json;
    await wire.post(maps, { metadata: { name: 'options' } });
    expect(await remove('?dryRun=All')).toMatchObject({ status: 'Success' });
    expect(await remove('', { dryRun: ['All'] })).toMatchObject({ status: 'Success' });
    expect(await remove('', { propagationPolicy: 'Never' })).toMatchObject({
      code: 422,
      message:
        'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Never": supported values: "Foreground", "Background", "Orphan", "nil"',
    });
    expect(await remove('', { propagationPolicy: 'Orphan', orphanDependents: true })).toMatchObject({
      code: 422,
      reason: 'Invalid',
    });
    expect(await remove('', { preconditions: { resourceVersion: '1' } })).toMatchObject({ code: 409 });
    expect(await remove('?propagationPolicy=Foreground')).toMatchObject({
      kind: 'ConfigMap',
      metadata: { finalizers: ['foregroundDeletion'] },
    });
    await wire.eventually(`${maps}/options`, ({ code }) => code === 404);
  });

  test('what can’t be answered isn’t deleted', async () => {
    await wire.post(maps, { metadata: { name: 'stays' } });
    expect((await wire.ask('DELETE', `${maps}/stays`, undefined, { accept: 'text/html' })).code).toBe(406);
    expect((await wire.get(`${maps}/stays`)).code).toBe(200);
  });

  test('kinds that show what was deleted, and kinds that say Success', async () => {
    await wire.post(maps, { metadata: { name: 'gone' } });
    const { json: account } = await wire.post(`${core}/serviceaccounts`, { metadata: { name: 'gone' } });
    expect((await wire.remove(`${maps}/gone`)).json).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'gone', kind: 'configmaps' },
    });
    expect((await wire.remove(`${core}/serviceaccounts/gone`)).json).toMatchObject({
      kind: 'ServiceAccount',
      metadata: { uid: account.metadata.uid },
    });
  });
});

describe('§6: writes', () => {
  test('fieldManager has 128 printable characters at most; force is for apply', async () => {
    await wire.post(maps, { metadata: { name: 'writes' } });
    const long = await wire.ask('PATCH', `${maps}/writes?fieldManager=${'m'.repeat(129)}`, {}, merge);
    expect(long.json).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(long.json.details.causes).toMatchObject([{ reason: 'FieldValueTooLong', field: 'fieldManager' }]);
    expect((await wire.ask('PATCH', `${maps}/writes?fieldManager=${'m'.repeat(128)}`, {}, merge)).code).toBe(200);
    const unprintable = await wire.ask('PATCH', `${maps}/writes?fieldManager=a\u0007`, {}, merge);
    expect(unprintable.json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: 'FieldValueInvalid', field: 'fieldManager' }] },
    });
    const forced = await wire.ask('PATCH', `${maps}/writes?force=true`, {}, merge);
    expect(forced.json).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    });
  });

  test('apply wants a fieldManager and no managedFields, and its own name', async () => {
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } };
    const apply = (query: string, body: object): ReturnType<Wire['ask']> =>
      wire.ask('PATCH', `${maps}/applied${query}`, body, { 'content-type': 'application/apply-patch+yaml' });
    expect((await apply('', applied)).json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: 'FieldValueRequired', field: 'fieldManager' }] },
    });
    const managed = { ...applied, metadata: { name: 'applied', managedFields: [{}] } };
    expect((await apply('?fieldManager=m', managed)).json).toMatchObject({
      code: 400,
      message: 'metadata.managedFields must be nil',
    });
    expect((await apply('?fieldManager=m', applied)).code).toBe(201);
  });

  test('the User-Agent names the manager that names none', async () => {
    await wire.ask('POST', maps, { metadata: { name: 'agent' }, data: { a: 'b' } }, { 'user-agent': 'robot/1.0 (x)' });
    const { json } = await wire.get(`${maps}/agent`);
    expect(json.metadata.managedFields).toMatchObject([{ manager: 'robot', operation: 'Update' }]);
  });

  test('a JSON patch has 10,000 operations at most, copies 3 MiB at most, and fails with its test', async () => {
    await wire.post(maps, { metadata: { name: 'json' }, data: { a: 'x'.repeat(100_000) } });
    const patch = (operations: readonly object[]): ReturnType<Wire['ask']> =>
      wire.patch(`${maps}/json`, operations, 'json');
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/metadata/name', value: 'json' }));
    expect((await patch(many)).json).toMatchObject({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: expect.stringContaining('The allowed maximum operations in a JSON patch is 10000, got 10001'),
    });
    expect((await patch(many.slice(1))).code).toBe(200);
    // Each copy is as large as all before it.
    const copies = Array.from({ length: 40 }, (_, at) => ({ op: 'copy', from: '', path: `/metadata/x${at}` }));
    expect((await patch(copies)).json).toMatchObject({
      code: 422,
      message: 'the server rejected our request due to an error in our request',
    });
    expect((await patch([{ op: 'test', path: '/data/a', value: 'y' }])).json).toMatchObject({
      code: 422,
      reason: 'Invalid',
    });
  });

  test('JSON that nests without end is refused', async () => {
    for (const piece of ['[', '{"a":']) {
      const deep = await wire.ask('POST', maps, piece.repeat(20_000));
      expect(deep.json).toMatchObject({ code: 400, message: expect.stringContaining('exceeded max depth') });
    }
  });

  test('a LimitRange may name no limits', async () => {
    await wire.post('/api/v1/namespaces', { metadata: { name: 'unlimited' } });
    await wire.eventually('/api/v1/namespaces/unlimited/serviceaccounts/default', ({ code }) => code === 200);
    await wire.post('/api/v1/namespaces/unlimited/limitranges', { metadata: { name: 'none' }, spec: {} });
    const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'nginx' }] } };
    expect((await wire.post('/api/v1/namespaces/unlimited/pods', pod)).code).toBe(201);
  });

  test('dryRun is All or nothing, fieldValidation one of three', async () => {
    const body = { metadata: { name: 'parameters' } };
    expect((await wire.post(`${maps}?dryRun=Some`, body)).json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: 'FieldValueNotSupported', field: 'dryRun' }] },
    });
    expect((await wire.post(`${maps}?fieldValidation=Loose`, body)).json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: 'FieldValueNotSupported', field: 'fieldValidation' }] },
    });
    expect((await wire.get(`${maps}/parameters`)).code).toBe(404);
  });
});

const merge = { 'content-type': 'application/merge-patch+json' };

test('an Event that is about nothing can be shown', async () => {
  const events = '/apis/events.k8s.io/v1/namespaces/default/events';
  const body = { metadata: { name: 'bare' }, note: 'x' };
  await wire.ask('POST', events, body);
  await wire.ask('POST', `${core}/events`, body);
  const table = await wire.get(`${core}/events`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  expect(table.json.kind).toBe('Table');
});
