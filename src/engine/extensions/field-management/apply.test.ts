import { expect, test } from 'vitest';
import { deployment, deployments, startTracking, template } from './testing/tracking.ts';

test('applying what is not there creates it, and its applier owns what it named', async () => {
  const { apply, get } = startTracking();
  const created = await apply('m1', deployment({ replicas: 3, ...template() }, { labels: { app: 'web' } }));
  expect(created.code).toBe(201);
  const { json } = await get(`${deployments}/web`);
  expect(json.metadata.managedFields).toEqual([
    {
      manager: 'm1',
      operation: 'Apply',
      apiVersion: 'apps/v1',
      time: json.metadata.creationTimestamp,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:metadata': { 'f:labels': { 'f:app': {} } },
        'f:spec': {
          'f:replicas': {},
          'f:selector': {},
          'f:template': {
            'f:metadata': { 'f:labels': { 'f:app': {} } },
            'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:image': {} } } },
          },
        },
      },
    },
  ]);
});

test('another value is a conflict, force takes the field, the same value is shared', async () => {
  const { apply, owners } = startTracking();
  await apply('m1', deployment({ replicas: 3, ...template() }));
  const refused = await apply('m2', deployment({ replicas: 5 }));
  expect(refused.json).toMatchObject({
    code: 409,
    reason: 'Conflict',
    message: 'Apply failed with 1 conflict: conflict with "m1": .spec.replicas',
    details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.spec.replicas' }] },
  });
  const shared = await apply('m2', deployment({ replicas: 3 }));
  expect(shared.code).toBe(200);
  expect((await owners())['m1 Apply']['f:spec']['f:replicas']).toEqual({});
  expect(await owners()).toMatchObject({ 'm2 Apply': { 'f:spec': { 'f:replicas': {} } } });
  const forced = await apply('m3', deployment({ replicas: 5 }), '&force=true');
  expect(forced.json.spec.replicas).toBe(5);
  const after = await owners();
  expect(after['m1 Apply']['f:spec']['f:replicas']).toBeUndefined();
  expect(after['m2 Apply']).toBeUndefined();
  expect(after['m3 Apply']).toEqual({ 'f:spec': { 'f:replicas': {} } });
});

test('a field that its only owner names no more goes back to its default, one that others own stays', async () => {
  const { apply, get } = startTracking();
  await apply('m1', deployment({ replicas: 3, paused: true, ...template() }));
  await apply('m2', deployment({ paused: true }));
  const { json } = await apply('m1', deployment(template()));
  expect(json.spec.replicas).toBe(1);
  expect(json.spec.paused).toBe(true);
  expect((await get(`${deployments}/web`)).json.metadata.generation).toBe(2);
});

test('list items are merged by their keys and go with their only owner', async () => {
  const { apply, owners } = startTracking();
  await apply('m1', deployment(template({ env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 80 }] })));
  const sidecar = deployment({
    template: {
      spec: {
        containers: [
          { name: 'sidecar', image: 'proxy:1' },
          { name: 'c', env: [{ name: 'B', value: '2' }] },
        ],
      },
    },
  });
  const { json } = await apply('m2', sidecar);
  const [first, second] = json.spec.template.spec.containers;
  expect([first.name, second.name]).toEqual(['sidecar', 'c']);
  expect(second.env.map((each: { name: string }) => each.name)).toEqual(['A', 'B']);
  expect(
    (await owners())['m1 Apply']['f:spec']['f:template']['f:spec']['f:containers']['k:{"name":"c"}']['f:ports'],
  ).toEqual({
    'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
  });
  const without = await apply('m2', deployment({}));
  expect(without.json.spec.template.spec.containers).toHaveLength(1);
  expect(without.json.spec.template.spec.containers[0].env).toEqual([{ name: 'A', value: '1' }]);
});

test('applying the same again writes nothing and keeps the time', async () => {
  const { apply, kernel } = startTracking();
  const body = deployment({ replicas: 3, ...template({ resources: { limits: { cpu: '1000m' } } }) });
  const first = await apply('m1', body);
  await kernel.run({ until: kernel.clock.now() + 5000 });
  const second = await apply('m1', body);
  expect(second.json.metadata).toEqual(first.json.metadata);
});

test('an update takes over what it changes, and an apply then conflicts with it', async () => {
  const { apply, patchAs, owners } = startTracking();
  await apply('m1', deployment({ replicas: 3, ...template() }));
  await patchAs('scaler', { spec: { replicas: 7 } });
  const after = await owners();
  expect(after['scaler Update']).toEqual({ 'f:spec': { 'f:replicas': {} } });
  expect(after['m1 Apply']['f:spec']['f:replicas']).toBeUndefined();
  const refused = await apply('m1', deployment({ replicas: 3, ...template() }));
  expect(refused.json.message).toBe(
    'Apply failed with 1 conflict: conflict with "scaler" using apps/v1: .spec.replicas',
  );
});

test('several conflicts are listed by manager', async () => {
  const { apply, patchAs } = startTracking();
  await apply('m1', deployment({ replicas: 3, ...template() }));
  await patchAs('b', { spec: { paused: true, minReadySeconds: 4 } });
  const refused = await apply('m2', deployment({ replicas: 4, paused: false, minReadySeconds: 5 }));
  expect(refused.json.message).toBe(
    [
      'Apply failed with 3 conflicts: conflicts with "b" using apps/v1:',
      '- .spec.minReadySeconds',
      '- .spec.paused',
      'conflicts with "m1":',
      '- .spec.replicas',
    ].join('\n'),
  );
  expect(refused.json.details.causes).toHaveLength(3);
});

test('status and scale have entries of their own', async () => {
  const { apply, patchAs, owners } = startTracking();
  await apply('m1', deployment({ replicas: 3, ...template() }));
  await patchAs('controller', { status: { replicas: 3 } }, `${deployments}/web/status`);
  await patchAs('scaler', { spec: { replicas: 5 } }, `${deployments}/web/scale`);
  expect(await owners()).toMatchObject({
    'controller Update status': { 'f:status': { 'f:replicas': {} } },
    'scaler Update scale': { 'f:spec': { 'f:replicas': {} } },
  });
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 6 } };
  const refused = await apply('m2', scale, '', `${deployments}/web/scale`);
  expect(refused.json.message).toBe(
    'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using apps/v1: .spec.replicas',
  );
  const forced = await apply('m2', scale, '&force=true', `${deployments}/web/scale`);
  expect(forced.json).toMatchObject({ kind: 'Scale', spec: { replicas: 6 } });
  expect((await owners())['m2 Apply scale']).toEqual({ 'f:spec': { 'f:replicas': {} } });
  const status = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    status: { observedGeneration: 9 },
  };
  await apply('m3', status, '', `${deployments}/web/status`);
  expect((await owners())['m3 Apply status']).toEqual({ 'f:status': { 'f:observedGeneration': {} } });
});

test('owners are forgotten on request, and what was there before counts as one manager', async () => {
  const { apply, patchAs, owners } = startTracking();
  await apply('m1', deployment({ replicas: 3, ...template() }));
  await patchAs('m2', { metadata: { managedFields: [{}] } });
  expect(await owners()).toEqual({});
  await patchAs('m2', { spec: { replicas: 4 } });
  expect(await owners()).toEqual({});
  const refused = await apply('m1', deployment({ replicas: 3 }));
  expect(refused.json.message).toBe(
    'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.replicas',
  );
  await apply('m1', deployment({ replicas: 4 }));
  expect(Object.keys(await owners())).toEqual(['m1 Apply', 'before-first-apply Update']);
});

test('more than ten updaters are capped', async () => {
  const { apply, patchAs, kernel, owners } = startTracking();
  await apply('m1', deployment(template()));
  for (let index = 0; index < 12; index++) {
    await kernel.run({ until: kernel.clock.now() + 1000 });
    await patchAs(`u${String(index).padStart(2, '0')}`, { metadata: { annotations: { [`a${index}`]: 'x' } } });
  }
  const after = await owners();
  expect(Object.keys(after)).toHaveLength(11);
  expect(after['ancient-changes Update']).toEqual({
    'f:metadata': { 'f:annotations': { '.': {}, 'f:a0': {}, 'f:a1': {}, 'f:a2': {} } },
  });
});

test('kubectl takes over what it applied on its side, and keeps the annotation', async () => {
  const { apply, ask } = startTracking();
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const config = deployment({ replicas: 3, ...template() });
  const applied = { ...config, metadata: { name: 'web', annotations: { [annotation]: JSON.stringify(config) } } };
  await ask('POST', `${deployments}?fieldManager=kubectl-client-side-apply`, applied);
  const changed = deployment({ replicas: 5, ...template() });
  expect((await apply('other', changed)).code).toBe(409);
  const taken = await apply('kubectl', changed);
  expect(taken.code).toBe(200);
  expect(JSON.parse(taken.json.metadata.annotations[annotation])).toEqual(changed);
});

test('requests that make no sense are refused in words', async () => {
  const { apply, ask } = startTracking();
  const whole = deployment({ replicas: 3, ...template() });
  const type = { 'content-type': 'application/apply-patch+yaml' };
  const url = `${deployments}/web`;
  expect((await ask('PATCH', url, whole, type)).json.message).toBe(
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  );
  expect((await apply('m1', { ...whole, kind: 'Pod' })).json.message).toBe('invalid object type: apps/v1, Kind=Pod');
  expect((await apply('m1', '')).json.message).toBe('invalid object type: /, Kind=');
  expect((await apply('m1', '{"apiVersion":')).json).toMatchObject({
    code: 400,
    message: 'error decoding YAML: unexpected end of JSON input',
  });
  expect((await apply('m1', [])).code).toBe(400);
  const entries = deployment({}, { managedFields: [{ manager: 'x' }] });
  expect((await apply('m1', entries)).json.message).toBe('metadata.managedFields must be nil');
  expect((await apply('m1', deployment({ replikas: 3 }))).json).toMatchObject({
    code: 400,
    message:
      'failed to create typed patch object (default/web; apps/v1, Kind=Deployment): .spec.replikas: field not declared in schema',
  });
  const twice = deployment(template({ env: [{ name: 'A' }, { name: 'A' }] }));
  expect((await apply('m1', twice)).json.message).toContain(
    '.spec.template.spec.containers[name="c"].env: duplicate entries for key [name="A"]',
  );
  expect((await apply('m1', deployment({}, { name: 'other' }))).json.code).toBe(400);
  const why = 'failed to create typed patch object (default/web; apps/v1, Kind=Deployment): ';
  const env = '.spec.template.spec.containers[name="c"].env';
  const wrong = [
    [{ replicas: '3' }, '.spec.replicas: expected numeric (int or float), got string'],
    [{ paused: 'no' }, '.spec.paused: expected boolean, got &{no}'],
    [{ strategy: [1] }, '.spec.strategy: expected map, got &{[1]}'],
    [template({ env: { A: 'b' } }), `${env}: expected list, got &{map[A:b]}`],
    [template({ env: [{ name: 'A', value: 8080 }] }), `${env}[name="A"].value: expected string, got &value.valueUnstructured{Value:8080}`],
    [template({ env: [{ value: 'x' }] }), `${env}: element 0: associative list with keys has an element that omits all key fields ["name"]`],
    [{ replicas: true, foo: 1 }, 'errors:\n  .spec.replicas: expected numeric (int or float), got bool\n  .spec.foo: field not declared in schema'],
  ] as const;
  for (const [spec, message] of wrong) expect((await apply('m1', deployment(spec))).json.message).toContain(why + message);
  const merge = { 'content-type': 'application/merge-patch+json' };
  expect((await ask('PATCH', `${url}?force=true`, {}, merge)).json.message).toBe(
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  );
  expect((await ask('POST', `${deployments}?fieldManager=${'x'.repeat(129)}`, whole)).json.message).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
  );
  await apply('m1', whole);
  expect((await apply('m1', deployment({ replicas: 4 }, { resourceVersion: '1' }))).json.reason).toBe('Conflict');
});

test('a dry run says what would be, and keeps nothing', async () => {
  const { apply, get } = startTracking();
  const dry = await apply('m1', deployment({ replicas: 3, ...template() }), '&dryRun=All');
  expect(dry.code).toBe(201);
  expect(dry.json.metadata.managedFields).toHaveLength(1);
  expect((await get(`${deployments}/web`)).code).toBe(404);
});

test('a creator owns what it sent and what was defaulted, by the name it calls itself', async () => {
  const { ask, get, owners } = startTracking();
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'x' }] },
  };
  const url = '/api/v1/namespaces/default/pods';
  await ask('POST', url, pod, { 'user-agent': 'kubectl/v1.33.1 (linux/amd64)' });
  expect(await owners(`${url}/p`)).toEqual({
    'kubectl Update': {
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"c"}': {
            '.': {},
            'f:image': {},
            'f:imagePullPolicy': {},
            'f:name': {},
            'f:resources': {},
            'f:terminationMessagePath': {},
            'f:terminationMessagePolicy': {},
          },
        },
        'f:dnsPolicy': {},
        'f:enableServiceLinks': {},
        'f:restartPolicy': {},
        'f:schedulerName': {},
        'f:securityContext': {},
        'f:terminationGracePeriodSeconds': {},
      },
    },
  });
  const { json } = await get(`${url}/p`);
  expect(json.metadata.managedFields[0].fieldsV1['f:spec']['f:tolerations']).toBeUndefined();
});
