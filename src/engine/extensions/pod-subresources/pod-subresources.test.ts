import { expect, test } from 'vitest';
import { type Loose, podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const debug = { name: 'debug', image: 'busybox', targetContainerName: 'app' };

async function started(spec: Json = {}) {
  const server = startServer();
  const created = await server.post(podsPath, podNamed('a', { spec }));
  expect(created.code).toBe(201);
  return server;
}

const causes = (answer: { json: Loose }): readonly string[] =>
  (answer.json.details?.causes ?? []).map(({ field, message }: Loose) => `${field}: ${message}`);

const ephemeral = `${podsPath}/a/ephemeralcontainers`;
const resize = `${podsPath}/a/resize`;

test('an ephemeral container is added, with its defaults, and nothing else changes', async () => {
  const server = await started();
  const spec = { ephemeralContainers: [debug], nodeName: 'n', containers: [{ name: 'app', image: 'other' }] };
  const { code, json } = await server.patch(ephemeral, { metadata: { labels: { a: 'b' } }, spec });
  expect(code).toBe(200);
  expect(json.spec.ephemeralContainers).toEqual([
    {
      ...debug,
      imagePullPolicy: 'Always',
      resources: {},
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    },
  ]);
  expect(json.spec.containers[0].image).toBe('nginx');
  expect(json.spec.nodeName).toBeUndefined();
  expect(json.metadata.labels).toBeUndefined();
  expect(json.metadata.generation).toBe(2);
  expect((await server.get(ephemeral)).json).toEqual(json);
  const again = await server.put(ephemeral, json);
  expect(again.json.metadata.resourceVersion).toBe(json.metadata.resourceVersion);
});

test('what is dropped is not owned: a patch of nothing else writes nothing', async () => {
  const server = startServer({ features: featuresOf('all') });
  const { json } = await server.post(podsPath, podNamed('a'));
  const spec = { containers: [{ name: 'app', image: 'other' }] };
  for (const path of [resize, ephemeral]) {
    const patched = await server.patch(path, { metadata: { labels: { a: 'b' } }, spec }, 'strategic-merge');
    expect(patched.json.metadata).toEqual(json.metadata);
  }
});

test('ephemeral containers stay as they are', async () => {
  const server = await started();
  await server.patch(ephemeral, { spec: { ephemeralContainers: [debug] } });
  const change = (list: Json) => server.patch(ephemeral, { spec: { ephemeralContainers: list } });
  expect(causes(await change([]))).toEqual([
    'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
  ]);
  expect(causes(await change([{ ...debug, image: 'other' }]))).toEqual([
    'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n',
  ]);
  expect((await change([{ name: 'two', image: 'busybox' }, debug])).code).toBe(200);
  const main = await server.patch(`${podsPath}/a`, { spec: { ephemeralContainers: [] } });
  expect(main.code).toBe(422);
});

test.each<[Json, readonly string[]]>([
  [{ name: 'app', image: 'i' }, ['spec.ephemeralContainers[0].name: Duplicate value: "app"']],
  [{ name: 'b' }, ['spec.ephemeralContainers[0].image: Required value']],
  [{ ...debug, targetContainerName: 'x' }, ['spec.ephemeralContainers[0].targetContainerName: Not found: "x"']],
  [
    {
      ...debug,
      ports: [{ containerPort: 80 }],
      livenessProbe: { tcpSocket: { port: 80 } },
      resources: { limits: { cpu: '1' } },
    },
    [
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
      'spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container',
      'spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container',
    ],
  ],
])('the ephemeral container %j is refused', async (container, expected) => {
  const server = await started();
  const answer = await server.patch(ephemeral, { spec: { ephemeralContainers: [container] } });
  expect(answer.code).toBe(422);
  expect(causes(answer)).toEqual(expected);
});

test('a pod has no ephemeral containers when it begins', async () => {
  const answer = await startServer().post(podsPath, podNamed('a', { spec: { ephemeralContainers: [debug] } }));
  expect(causes(answer)).toEqual(['spec.ephemeralContainers: Forbidden: cannot be set on create']);
});

const sized = (requests: Json, limits: Json = {}) => ({
  containers: [{ name: 'app', image: 'nginx', resources: { requests, limits } }],
});

test('resize changes CPU and memory, and drops the rest', async () => {
  const server = await started(sized({ cpu: '1', memory: '1Gi' }));
  const wanted = sized({ cpu: '500m', memory: '2Gi' });
  const [container] = wanted.containers;
  const spec = { containers: [{ ...container, image: 'other' }], activeDeadlineSeconds: 5 };
  const { code, json } = await server.patch(resize, { spec }, 'strategic-merge');
  expect(code).toBe(200);
  expect(json.spec.containers[0].resources.requests).toEqual({ cpu: '500m', memory: '2Gi' });
  expect([json.spec.containers[0].image, json.spec.activeDeadlineSeconds, json.metadata.generation]).toEqual([
    'nginx',
    undefined,
    2,
  ]);
  const main = await server.patch(
    `${podsPath}/a`,
    { spec: wanted.containers && sized({ cpu: '2', memory: '2Gi' }) },
    'strategic-merge',
  );
  expect(main.code).toBe(422);
});

test.each<[Json, Json, readonly string[]]>([
  [
    sized({ cpu: '1' }, { cpu: '1', memory: '1Gi' }),
    sized({ cpu: '1' }, { cpu: '1', memory: '500Mi' }),
    [
      'spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer',
    ],
  ],
  [
    sized({ cpu: '1', memory: '1Gi' }),
    sized({ cpu: '1', memory: '1Gi' }, { cpu: '1', memory: '1Gi' }),
    [
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
      'spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be added unless resizePolicy is RestartContainer',
    ],
  ],
  [
    sized({ cpu: '1', memory: '1Gi' }),
    sized({ cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi' }),
    ['spec: Forbidden: only cpu and memory resources are mutable'],
  ],
])('resize %#', async (before, after, expected) => {
  const server = await started(before);
  const { json } = await server.get(`${podsPath}/a`);
  const answer = await server.put(resize, { ...json, spec: { ...json.spec, ...(after as object) } });
  expect(answer.code).toBe(422);
  expect(causes(answer)).toEqual(expected);
});

test('requests and limits can’t be taken away', async () => {
  const server = await started(sized({ cpu: '1', memory: '1Gi' }, { cpu: '2' }));
  const { json } = await server.get(`${podsPath}/a`);
  const answer = await server.put(resize, { ...json, spec: { ...json.spec, ...sized({ cpu: '1' }) } });
  expect(causes(answer)).toEqual([
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
  ]);
});

test('a gated pod may be narrowed to fewer nodes', async () => {
  const server = await started({ schedulingGates: [{ name: 'wait' }], nodeSelector: { a: '1' } });
  const change = (spec: Json) => server.patch(`${podsPath}/a`, { spec });
  expect((await change({ nodeSelector: { b: '2' } })).code).toBe(200);
  expect(causes(await change({ nodeSelector: { a: '2' } }))).toEqual([
    'spec.nodeSelector: Invalid value: map[string]string{"a":"2", "b":"2"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
  ]);
  const term = { matchExpressions: [{ key: 'k', operator: 'Exists' }] };
  const affinity = (...nodeSelectorTerms: readonly Json[]) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  });
  expect((await change(affinity(term))).code).toBe(200);
  expect(
    (await change(affinity({ matchExpressions: [...term.matchExpressions, { key: 'l', operator: 'Exists' }] }))).code,
  ).toBe(200);
  expect((await change(affinity(term, term))).code).toBe(422);
});

test('an update doesn’t change what a pod asks for, and so not its QoS class', async () => {
  const server = await started();
  const answer = await server.patch(`${podsPath}/a`, { spec: sized({ cpu: '1' }) }, 'strategic-merge');
  expect(causes(answer)).toEqual([expect.stringContaining('spec: Forbidden: pod updates may not change fields other than')]);
});
