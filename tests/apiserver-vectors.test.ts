/** The test vectors of facts/apiserver.md §14, each through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Loose, startWire, type Wire } from './vectors/http.ts';

const speed = 20;
let wire: Wire;
beforeAll(async () => {
  wire = await startWire(speed);
  // A machine that is there and whose kubelet says nothing: pods can be bound to it, and stay as they are.
  await wire.post('/api/v1/nodes', { metadata: { name: 'quiet' }, spec: { unschedulable: true } });
});
afterAll(() => wire.stop());

const core = '/api/v1/namespaces/default';
const pods = `${core}/pods`;
const maps = `${core}/configmaps`;
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const podNamed = (name: string, more: object = {}, spec: object = {}): object => ({
  metadata: { name, ...more },
  spec: { containers: [{ name: 'app', image: 'nginx' }], ...spec },
});
const deploymentNamed = (name: string, more: object = {}): Loose => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image: 'nginx' }] } },
    ...more,
  },
});

test('1: of two PUTs from the same resourceVersion the second is a Conflict', async () => {
  const { json } = await wire.post(maps, { metadata: { name: 'v1' } });
  expect((await wire.put(`${maps}/v1`, { ...json, data: { a: '1' } })).code).toBe(200);
  const second = await wire.put(`${maps}/v1`, { ...json, data: { a: '2' } });
  expect(second.code).toBe(409);
  expect(second.json).toMatchObject({
    reason: 'Conflict',
    message:
      'Operation cannot be fulfilled on configmaps "v1": the object has been modified; please apply your changes to the latest version and try again',
    details: { name: 'v1', kind: 'configmaps' },
  });
});

test('2: a PUT without resourceVersion overwrites a Deployment and is refused for a Lease', async () => {
  await wire.post(deployments, deploymentNamed('v2'));
  expect((await wire.put(`${deployments}/v2`, deploymentNamed('v2', { minReadySeconds: 5 }))).code).toBe(200);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
  const lease = { metadata: { name: 'v2' }, spec: { holderIdentity: 'me' } };
  await wire.post(leases, lease);
  const refused = await wire.put(`${leases}/v2`, lease);
  expect(refused.code).toBe(422);
  expect(refused.json.message).toBe(
    'Lease.coordination.k8s.io "v2" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
  );
});

test('3: a PUT of what is there writes nothing and nobody hears of it', async () => {
  const { json } = await wire.post(maps, { metadata: { name: 'v3' }, data: { a: '1' } });
  const watch = await wire.watch(`${maps}?watch=true&resourceVersion=${json.metadata.resourceVersion}`);
  const same = await wire.put(`${maps}/v3`, json);
  expect(same.code).toBe(200);
  expect(same.json).toEqual(json);
  await wire.put(`${maps}/v3`, { ...json, data: { a: '2' } });
  await watch.until(1);
  watch.stop();
  expect(watch.events).toMatchObject([{ type: 'MODIFIED', object: { data: { a: '2' } } }]);
});

test('4: of a Deployment a label leaves the generation, an annotation and an image raise it', async () => {
  await wire.post(deployments, deploymentNamed('v4', { paused: true }));
  const generation = async (change: object): Promise<number> =>
    (await wire.patch(`${deployments}/v4`, change, 'strategic-merge')).json.metadata.generation;
  const before = await generation({});
  expect(await generation({ metadata: { labels: { a: 'b' } } })).toBe(before);
  expect(await generation({ metadata: { annotations: { a: 'b' } } })).toBe(before + 1);
  const image = { spec: { template: { spec: { containers: [{ name: 'app', image: 'nginx:2' }] } } } };
  expect(await generation(image)).toBe(before + 2);
});

test('5: a bound pod gets its grace, and is gone with a deletion that gives none', async () => {
  const { json: created } = await wire.post(pods, podNamed('v5', {}, { nodeName: 'quiet' }));
  const watch = await wire.watch(
    `${pods}?watch=true&fieldSelector=metadata.name=v5&resourceVersion=${created.metadata.resourceVersion}`,
  );
  const deleted = await wire.remove(`${pods}/v5`);
  expect(deleted.code).toBe(200);
  const { metadata } = deleted.json;
  expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 30, generation: created.metadata.generation + 1 });
  expect(Date.parse(metadata.deletionTimestamp) - wire.served.cluster.now()).toBeGreaterThan(15_000);
  expect((await wire.get(`${pods}/v5`)).code).toBe(200);
  await wire.remove(`${pods}/v5`, { gracePeriodSeconds: 0 });
  await watch.until(2);
  watch.stop();
  expect(watch.brief()).toEqual(['MODIFIED v5', 'DELETED v5']);
});

test('6: a pod that is bound to nothing is gone at once', async () => {
  await wire.post(pods, podNamed('v6'));
  const deleted = await wire.remove(`${pods}/v6`);
  expect(deleted).toMatchObject({ code: 200, json: { kind: 'Pod' } });
  expect((await wire.get(`${pods}/v6`)).code).toBe(404);
});

test('7: a finalizer holds what is deleted; without it, it goes', async () => {
  await wire.post(maps, { metadata: { name: 'v7', finalizers: ['example.com/hold'] } });
  const deleted = await wire.remove(`${maps}/v7`);
  expect(deleted.json.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/hold'] });
  expect(deleted.json.metadata.deletionTimestamp).toBeDefined();
  const watch = await wire.watch(
    `${maps}?watch=true&fieldSelector=metadata.name=v7&resourceVersion=${deleted.json.metadata.resourceVersion}`,
  );
  expect((await wire.patch(`${maps}/v7`, { metadata: { finalizers: [] } })).code).toBe(200);
  await watch.until(1);
  watch.stop();
  expect(watch.brief()).toEqual(['DELETED v7']);
});

test('8: a deletion that names an older incarnation is a Conflict', async () => {
  const { json: first } = await wire.post(maps, { metadata: { name: 'v8' } });
  await wire.remove(`${maps}/v8`);
  const { json: second } = await wire.post(maps, { metadata: { name: 'v8' } });
  const refused = await wire.remove(`${maps}/v8`, { preconditions: { uid: first.metadata.uid } });
  expect(refused.json).toMatchObject({ code: 409, reason: 'Conflict' });
  expect(refused.json.message).toBe(
    `Operation cannot be fulfilled on ConfigMap "v8": the UID in the precondition (${first.metadata.uid}) does not match the UID in record (${second.metadata.uid}). The object might have been deleted and then recreated`,
  );
});

test('9: a thousand generated names are all of the safe alphabet', async () => {
  const names: string[] = [];
  for (let round = 0; round < 50; round += 1) {
    const made = Array.from({ length: 20 }, () => wire.post(maps, { metadata: { generateName: 'a-' } }));
    for (const { code, json } of await Promise.all(made)) {
      expect(code).toBe(201);
      names.push(json.metadata.name);
    }
  }
  expect(new Set(names).size).toBe(1000);
  expect(names.filter((name) => !/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(name))).toEqual([]);
});

test('10: pages of two share a resourceVersion and count what is left', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await wire.post(`${core}/secrets`, { metadata: { name, labels: { vector: 'ten' } } });
  }
  const all = `${core}/secrets?limit=2`;
  const first = (await wire.get(all)).json;
  const second = (await wire.get(`${all}&continue=${first.metadata.continue}`)).json;
  const third = (await wire.get(`${all}&continue=${second.metadata.continue}`)).json;
  expect([first, second, third].map(({ items }) => items.length)).toEqual([2, 2, 1]);
  expect([first, second, third].map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1, undefined]);
  expect(new Set([first, second, third].map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
  const selected = (await wire.get(`${all}&labelSelector=vector=ten`)).json;
  expect(selected.metadata).toEqual({
    resourceVersion: expect.any(String),
    continue: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
  });
});

test('11: after a compaction the next page is Expired, with a token for the rest as it is now', async () => {
  const limits = `${core}/limitranges`;
  for (const name of ['a', 'b', 'c']) await wire.post(limits, { metadata: { name }, spec: { limits: [] } });
  const first = (await wire.get(`${limits}?limit=1`)).json;
  await wire.post(limits, { metadata: { name: 'd' }, spec: { limits: [] } });
  await wire.compact();
  const gone = await wire.get(`${limits}?limit=1&continue=${first.metadata.continue}`);
  expect(gone.json).toMatchObject({ code: 410, reason: 'Expired' });
  const rest = (await wire.get(`${limits}?continue=${gone.json.metadata.continue}`)).json;
  expect(rest.items.map((item: Loose) => item.metadata.name)).toEqual(['b', 'c', 'd']);
  for (const name of ['a', 'b', 'c', 'd']) await wire.remove(`${limits}/${name}`);
});

test('12: a watch from a compacted revision is 200, one ERROR, and over', async () => {
  const accounts = `${core}/serviceaccounts`;
  const { json } = await wire.post(accounts, { metadata: { name: 'v12' } });
  // The watch cache keeps the last hundred, and what is younger than 75 s.
  for (let round = 0; round < 200; round += 1) {
    await wire.patch(`${accounts}/v12`, { metadata: { labels: { round: String(round) } } });
    if (round % 10 === 0) await wire.pass(10_000);
  }
  await wire.compact();
  const watch = await wire.watch(`${accounts}?watch=true&resourceVersion=${json.metadata.resourceVersion}`);
  await watch.ended;
  expect(watch.code).toBe(200);
  expect(watch.events).toMatchObject([
    { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', status: 'Failure' } },
  ]);
  expect(watch.events[0].object.message).toMatch(/^too old resource version: \d+ \(\d+\)$/);
}, 60_000);

test('13: relabelling out of a selector is DELETED, and into it ADDED', async () => {
  await wire.post(maps, { metadata: { name: 'v13', labels: { in: 'yes' } } });
  const watch = await wire.watch(`${maps}?watch=true&labelSelector=in=yes`);
  await wire.patch(`${maps}/v13`, { metadata: { labels: { in: 'no' } } });
  await wire.patch(`${maps}/v13`, { metadata: { labels: { in: 'yes' } } });
  await watch.until(3);
  watch.stop();
  expect(watch.brief()).toEqual(['ADDED v13', 'DELETED v13', 'ADDED v13']);
});

const applied = (name: string, spec: object): object => ({ ...deploymentNamed(name), spec });
const template = (name: string): object => {
  const { selector, template: each } = deploymentNamed(name).spec;
  return { selector, template: each };
};

test('14: what another manager owns is a conflict, or forced, or shared', async () => {
  const path = `${deployments}/v14`;
  expect((await wire.apply(path, 'm1', applied('v14', { ...template('v14'), replicas: 3 }))).code).toBe(201);
  const conflict = await wire.apply(path, 'm2', applied('v14', { replicas: 5 }));
  expect(conflict.json).toMatchObject({
    code: 409,
    reason: 'Conflict',
    message: 'Apply failed with 1 conflict: conflict with "m1": .spec.replicas',
    details: {
      causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.spec.replicas' }],
    },
  });
  const owners = (json: Loose): readonly string[] =>
    json.metadata.managedFields
      .filter((each: Loose) => each.fieldsV1?.['f:spec']?.['f:replicas'] !== undefined)
      .map((each: Loose) => each.manager);
  const forced = await wire.apply(path, 'm2', applied('v14', { replicas: 5 }), '&force=true');
  expect(forced.json.spec.replicas).toBe(5);
  expect(owners(forced.json)).toEqual(['m2']);
  const shared = await wire.apply(path, 'm3', applied('v14', { replicas: 5 }));
  // Who only joins changes nothing, and has no time: first (upstream: managedfields/internal/managedfieldsupdater.go).
  expect(owners(shared.json)).toEqual(['m3', 'm2']);
});

test('15: a field that its only owner no longer applies goes back to its default', async () => {
  const path = `${deployments}/v15`;
  await wire.apply(path, 'm1', applied('v15', { ...template('v15'), replicas: 0 }));
  const again = await wire.apply(path, 'm1', applied('v15', template('v15')));
  expect(again.json.spec.replicas).toBe(1);
});

test('16: an unknown field is refused, warned of, or let be', async () => {
  const body = (name: string): object => ({ metadata: { name }, spec: { x: 1 } });
  const strict = await wire.post(`${maps}?fieldValidation=Strict`, body('v16s'));
  expect(strict.code).toBe(400);
  expect(strict.json.message).toContain('strict decoding error: unknown field "spec"');
  const warned = await wire.post(maps, body('v16w'));
  expect(warned.code).toBe(201);
  expect(warned.headers['warning']).toBe('299 - "unknown field \\"spec\\""');
  const ignored = await wire.post(`${maps}?fieldValidation=Ignore`, body('v16i'));
  expect(ignored.code).toBe(201);
  expect(ignored.headers['warning']).toBeUndefined();
});

/** Makes a kind, waits until it is served, and returns where. */
async function gadgets(): Promise<string> {
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  };
  await wire.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const path = '/apis/example.com/v1/namespaces/default/gadgets';
  await wire.eventually(path, ({ code }) => code === 200);
  return path;
}

test('17: a custom resource takes no strategic merge patch', async () => {
  const path = await gadgets();
  const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'v17' }, spec: { size: 1 } };
  expect((await wire.post(path, gadget)).code).toBe(201);
  const refused = await wire.patch(`${path}/v17`, { spec: { size: 2 } }, 'strategic-merge');
  expect(refused.json).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' });
  expect(refused.json.message).toBe(
    'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
  );
});

test('18: nothing is created in a namespace that ends', async () => {
  await wire.post('/api/v1/namespaces', { metadata: { name: 'v18' } });
  await wire.post('/api/v1/namespaces/v18/configmaps', {
    metadata: { name: 'held', finalizers: ['example.com/hold'] },
  });
  await wire.remove('/api/v1/namespaces/v18');
  const refused = await wire.post('/api/v1/namespaces/v18/configmaps', { metadata: { name: 'late' } });
  expect(refused.json).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message:
      'configmaps "late" is forbidden: unable to create new content in namespace v18 because it is being terminated',
    details: {
      causes: [
        { reason: 'NamespaceTerminating', message: 'namespace v18 is being terminated', field: 'metadata.namespace' },
      ],
    },
  });
  await wire.patch('/api/v1/namespaces/v18/configmaps/held', { metadata: { finalizers: null } });
});

test('19: a dry run answers 201 and leaves nothing, the quota too', async () => {
  await wire.post('/api/v1/namespaces', { metadata: { name: 'v19' } });
  const space = '/api/v1/namespaces/v19';
  await wire.post(`${space}/resourcequotas`, { metadata: { name: 'few' }, spec: { hard: { services: '1' } } });
  const quota = await wire.eventually(`${space}/resourcequotas/few`, ({ json }) => json.status?.used?.services === '0');
  const { metadata } = (await wire.get(`${space}/services`)).json;
  const watch = await wire.watch(`${space}/services?watch=true&resourceVersion=${metadata.resourceVersion}`);
  const service = (name: string): object => ({ metadata: { name }, spec: { ports: [{ port: 80 }] } });
  const dry = await wire.post(`${space}/services?dryRun=All`, service('dry'));
  expect(dry.code).toBe(201);
  expect(dry.json.metadata.uid).toBeDefined();
  expect((await wire.get(`${space}/services/dry`)).code).toBe(404);
  expect((await wire.get(`${space}/resourcequotas/few`)).json).toEqual(quota.json);
  expect((await wire.post(`${space}/services`, service('real'))).code).toBe(201);
  await watch.until(1);
  watch.stop();
  expect(watch.brief()).toEqual(['ADDED real']);
});

test('20: a Job’s pods survive a deletion that says nothing, and go with one in the background', async () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs';
  for (const [name, options] of [
    ['v20-kept', undefined],
    ['v20-gone', { propagationPolicy: 'Background' }],
  ] as const) {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'busybox' }] } };
    // Another controller's, which isn't there: the Job controller would let go of a Pod that its selector doesn't match.
    const { json } = await wire.post(jobs, { metadata: { name }, spec: { suspend: true, managedBy: 'example.com/other', template } });
    const { uid } = json.metadata;
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true, blockOwnerDeletion: true };
    await wire.post(pods, podNamed(name, { ownerReferences: [owner] }));
    const deleted = await wire.remove(`${jobs}/${name}`, options);
    expect(deleted.json).toMatchObject(
      options === undefined ? { metadata: { finalizers: ['orphan'] } } : { status: 'Success' },
    );
    await wire.eventually(`${jobs}/${name}`, ({ code }) => code === 404);
  }
  await wire.eventually(`${pods}/v20-gone`, ({ code }) => code === 404);
  const kept = await wire.get(`${pods}/v20-kept`);
  expect(kept.code).toBe(200);
  expect(kept.json.metadata.ownerReferences).toBeUndefined();
});

test('21: a field that can’t be selected by is refused', async () => {
  const refused = await wire.get(`${pods}?fieldSelector=spec.foo=x`);
  expect(refused.json).toMatchObject({
    code: 400,
    reason: 'BadRequest',
    message: 'field label not supported: spec.foo',
  });
});

test('22: an eviction over the budget is 429, and the pod stays as it is', async () => {
  await wire.post('/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
    metadata: { name: 'v22' },
    spec: { minAvailable: 1, selector: { matchLabels: { budget: 'v22' } } },
  });
  await wire.post(pods, podNamed('v22', { labels: { budget: 'v22' } }, { nodeName: 'quiet' }));
  const ready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
  await wire.patch(`${pods}/v22/status`, ready, 'strategic-merge');
  await wire.eventually(
    '/apis/policy/v1/namespaces/default/poddisruptionbudgets/v22',
    ({ json }) => json.status?.currentHealthy === 1,
  );
  const before = await wire.get(`${pods}/v22`);
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'v22', namespace: 'default' } };
  const refused = await wire.post(`${pods}/v22/eviction`, eviction);
  expect(refused.json).toMatchObject({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [
        {
          reason: 'DisruptionBudget',
          message: 'The disruption budget v22 needs 1 healthy pods and has 1 currently',
        },
      ],
    },
  });
  expect((await wire.get(`${pods}/v22`)).json).toEqual(before.json);
});
