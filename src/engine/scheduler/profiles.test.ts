import { expect, test } from 'vitest';
import { Event, Pod } from '../api/index.ts';
import type { SchedulerPlugin } from '../sdk/index.ts';
import { conditionOf, type JsonObject } from '../sdk/index.ts';
import { createCluster, type SchedulerConfiguration } from '../index.ts';
import { configure } from './profiles.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Three nodes, `node-2` with most room left; and Pods that name a scheduler each. */
async function started(schedulers: readonly SchedulerConfiguration[]) {
  const cluster = createCluster({ seed: 3, nodes: 3, settle, schedulers });
  const waitMs = async (ms: number) => void (await cluster.run({ until: cluster.now() + ms }));
  await waitMs(6_000);
  const send = async (method: 'POST' | 'PATCH', path: string, body: JsonObject): Promise<number> => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const answer = cluster.request('test', { method, path: `/api/v1/${path}`, query: {}, headers, body });
    await waitMs(200);
    return (await answer).code;
  };
  const find = (name: string) => cluster.objects(Pod).find((pod) => pod.metadata.name === name);
  return {
    cluster,
    waitMs,
    send,
    async create(name: string, schedulerName: string, cpu = '100m', spec: JsonObject = {}) {
      const containers = [{ name: 'c', image: 'registry.k8s.io/pause:3.10', resources: { requests: { cpu } } }];
      const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name, finalizers: ['example.com/stays'] }, spec: { schedulerName, containers, ...spec } };
      expect(await send('POST', 'namespaces/default/pods', body)).toBe(201);
      await waitMs(500);
    },
    find,
    whyNot: (name: string) => conditionOf(find(name)?.status.conditions, 'PodScheduled')?.message,
    events: (name: string) =>
      cluster
        .objects(Event)
        .filter(({ involvedObject, reason }) => involvedObject.name === name && reason?.includes('Schedul') === true)
        .map(({ source, reason }) => `${source?.component} ${reason}`),
  };
}

const careless: SchedulerConfiguration = {
  profiles: [
    { schedulerName: 'default-scheduler' },
    { schedulerName: 'careless', plugins: { filter: { disabled: [{ name: 'NodeUnschedulable' }, { name: 'TaintToleration' }] } } },
  ],
};

test('a Pod is placed by the plugins of the profile that it names, and Events say which that was', async () => {
  const { send, create, find, whyNot, events } = await started([careless]);
  for (const name of ['node-1', 'node-2', 'node-3']) await send('PATCH', `nodes/${name}`, { spec: { unschedulable: true } });
  await create('careful', 'default-scheduler');
  await create('careless', 'careless');
  expect(find('careful')?.spec.nodeName).toBeUndefined();
  expect(whyNot('careful')).toContain('3 node(s) were unschedulable');
  expect(find('careless')?.spec.nodeName).toBeDefined();
  expect(events('careful')).toEqual(['default-scheduler FailedScheduling']);
  expect(events('careless')).toEqual(['careless Scheduled']);
  await send('PATCH', 'nodes/node-2', { spec: { unschedulable: null } });
  expect(find('careful')?.spec.nodeName).toBe('node-2');
});

test('profiles share what is booked, and a Pod of an unknown scheduler waits without a word', async () => {
  const { create, find, whyNot, events, waitMs } = await started([careless]);
  await create('a', 'careless', '3');
  await create('b', 'default-scheduler', '3');
  await create('c', 'careless', '3');
  await create('d', 'default-scheduler', '3');
  expect(new Set(['a', 'b', 'c'].map((name) => find(name)?.spec.nodeName)).size).toBe(3);
  expect(whyNot('d')).toContain('3 Insufficient cpu');
  await create('lost', 'nobody');
  await waitMs(60_000);
  expect(find('lost')?.status).toMatchObject({ phase: 'Pending' });
  expect(find('lost')?.status.conditions).toBeUndefined();
  expect(events('lost')).toEqual([]);
});

test('a weight says how much a plugin’s score counts', async () => {
  const spread = { multiPoint: { enabled: [{ name: 'NodeResourcesFit', weight: 10 }] } };
  const { create, find } = await started([
    { profiles: [{ schedulerName: 'default-scheduler' }, { schedulerName: 'spread', plugins: spread }] },
  ]);
  const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node-1'] }];
  const preference = { weight: 1, preference: { matchExpressions } };
  const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [preference] } };
  await create('full', 'default-scheduler', '3', { nodeName: 'node-1' });
  await create('near', 'default-scheduler', '100m', { affinity });
  await create('far', 'spread', '100m', { affinity });
  expect(find('near')?.spec.nodeName).toBe('node-1');
  expect(['node-2', 'node-3']).toContain(find('far')?.spec.nodeName);
});

test('a second scheduler runs beside the first, and goes on while that is down', async () => {
  const second = { profiles: [{ schedulerName: 'batch' }] };
  const { cluster, create, find, events, waitMs } = await started([{ profiles: [{ schedulerName: 'default-scheduler' }] }, second]);
  expect(cluster.components().filter((name) => name.startsWith('scheduler'))).toEqual(['scheduler', 'scheduler/batch']);
  const heal = cluster.addFault({ type: 'crash', component: 'scheduler' });
  await create('a', 'default-scheduler');
  await create('b', 'batch');
  expect(find('a')?.spec.nodeName).toBeUndefined();
  expect(find('b')?.spec.nodeName).toBeDefined();
  expect(events('b')).toEqual(['batch Scheduled']);
  heal();
  await waitMs(2_000);
  expect(find('a')?.spec.nodeName).toBeDefined();
});

test('preemption names the scheduler of the Pod that room is made for', async () => {
  const { create, find } = await started([careless]);
  const victims = ['node-1', 'node-2', 'node-3'];
  for (const nodeName of victims) await create(nodeName, 'default-scheduler', '3', { nodeName });
  await create('high', 'careless', '3', { priorityClassName: 'system-cluster-critical' });
  const said = victims.map((name) => conditionOf(find(name)?.status.conditions, 'DisruptionTarget')?.message);
  expect(said.filter((message) => message !== undefined)).toEqual([
    'careless: preempting to accommodate a higher priority pod',
  ]);
});

const plugin = (name: string, methods: Partial<SchedulerPlugin> = {}): SchedulerPlugin => ({ name, ...methods });
const binder = plugin('Binder', { bind: () => Promise.resolve() });

test.each<[what: string, configuration: SchedulerConfiguration, error: string]>([
  ['no profile', { profiles: [] }, 'profiles: Required value'],
  ['no name', { profiles: [{ schedulerName: '' }] }, 'profiles[0].schedulerName: Required value'],
  ['a name twice', { profiles: [{ schedulerName: 'a' }, { schedulerName: 'a' }] }, 'profiles[1].schedulerName: Duplicate value: "a"'],
  [
    'a plugin that there isn’t',
    { profiles: [{ schedulerName: 'a', plugins: { score: { enabled: [{ name: 'No' }] } } }] },
    'initializing profiles: creating profile for scheduler name a: plugin "No" does not exist',
  ],
  [
    'nothing that binds',
    { profiles: [{ schedulerName: 'a', plugins: { multiPoint: { disabled: [{ name: '*' }] } } }] },
    'at least one bind plugin is needed for profile with scheduler name "a"',
  ],
])('a configuration is refused: %s', (_, configuration, error) => {
  expect(() => configure([binder], configuration)).toThrow(error);
});

test('what is said of one point comes after what is said of all, and `*` leaves only what is enabled', () => {
  const score = () => 1;
  const [filters, scores] = [plugin('F', { filter: () => undefined, score, weight: 2 }), plugin('S', { score })];
  const configured = configure([filters, scores, binder], {
    profiles: [
      {
        schedulerName: 'a',
        plugins: {
          multiPoint: { disabled: [{ name: '*' }], enabled: [{ name: 'Binder' }, { name: 'F', weight: 3 }] },
          filter: { disabled: [{ name: 'F' }] },
          score: { enabled: [{ name: 'S', weight: 5 }] },
        },
      },
      { schedulerName: 'b' },
    ],
  });
  expect(configured.schedulerNames).toEqual(['a', 'b']);
  expect(configured.plugins.map(({ name, weight }) => `${name} ${weight}`)).toEqual(['F 3', 'F 2', 'S 5', 'S 1', 'Binder 1']);
  const pod = (schedulerName: string) => ({ pod: { spec: { schedulerName } } }) as never;
  const answers = (schedulerName: string, method: 'preFilter' | 'preScore') =>
    configured.plugins.map((each) => each[method]?.(pod(schedulerName), [], {} as never) ?? 'none');
  const [skip, on] = ['skip', { state: undefined }];
  expect(answers('a', 'preFilter')).toEqual([skip, skip, 'none', 'none', 'none']);
  expect(answers('b', 'preFilter')).toEqual([skip, on, 'none', 'none', 'none']);
  expect(answers('a', 'preScore')).toEqual([on, skip, on, skip, 'none']);
  expect(answers('b', 'preScore')).toEqual([skip, on, skip, on, 'none']);
});
