/** A node that runs short evicts pods, says so, and recovers; seen from outside. */
import { expect, test } from 'vitest';
import { unix } from '../../../posix/index.ts';
import { Event, Node, Pod } from '../../api/index.ts';
import { createCluster } from '../../index.ts';
import { createRandom } from '../../kernel/index.ts';
import type { KubeletConfiguration } from './types.ts';
import { conditionOf, type Json, type PodSpec } from '../../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Usage {
  readonly memory?: string;
  readonly processes?: string;
  readonly disk?: string;
}

function annotations({ memory, disk, processes }: Usage) {
  return {
    ...(memory !== undefined && { 'converge.dev/memory-usage': memory }),
    ...(processes !== undefined && { 'converge.dev/process-usage': processes }),
    ...(disk !== undefined && { 'converge.dev/ephemeral-storage-usage': disk }),
  };
}

const container = (image = 'registry.k8s.io/pause:3.10') => ({ name: 'c', image });

/** One node of 8Gi. */
async function boot(controllers: readonly string[] = [], kubelet?: KubeletConfiguration) {
  const leftOut = ['taint-eviction', 'node-lifecycle', 'replicaset', 'deployment'].filter((each) => !controllers.includes(each));
  const cluster = createCluster({ unix, seed: 1, nodes: 1, withoutControllers: controllers.length === 0 ? ['*'] : leftOut, settle, ...(kubelet !== undefined && { kubelet }) });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(15);
  const ask = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const json: Json = JSON.parse(JSON.stringify(body));
    const answer = cluster.request('test', { method, path: `/api/v1/namespaces/default/pods${path}`, query: {}, headers: { 'content-type': type }, body: json });
    await wait(0.1);
    expect((await answer).code).toBeLessThan(300);
  };
  const pod = (name: string) => cluster.objects(Pod).find((each) => each.metadata.name === name);
  return {
    cluster,
    wait,
    pod,
    async create(name: string, usage: Usage, spec: Partial<PodSpec> = {}, memory?: string) {
      const resources = memory === undefined ? {} : { resources: { requests: { memory } } };
      const metadata = { name, annotations: annotations(usage) };
      await ask('POST', '', { metadata, spec: { nodeName: 'node-1', containers: [{ ...container(), ...resources }], ...spec } });
    },
    use: (name: string, usage: Usage) => ask('PATCH', `/${name}`, { metadata: { annotations: annotations(usage) } }),
    /** `Failed Evicted`, or the phase. */
    words: (name: string) => `${pod(name)?.status.phase} ${pod(name)?.status.reason ?? ''}`.trim(),
    condition: (type: string) => {
      const found = conditionOf(cluster.objects(Node)[0]?.status.conditions ?? [], type);
      return `${found?.status} ${found?.reason}`;
    },
    events: (kind: string) =>
      cluster
        .objects(Event)
        .filter(({ involvedObject }) => involvedObject.kind === kind)
        .map(({ type, reason, message }) => `${type} ${reason}: ${message}`),
  };
}

test('short of memory: the pod beyond its request is evicted, the node says so for five minutes', async () => {
  const node = await boot();
  await node.create('modest', { memory: '3Gi' }, {}, '4Gi');
  await node.create('greedy', { memory: '1Gi' }, {}, '1Gi');
  await node.wait(30);
  expect([node.words('modest'), node.words('greedy'), node.condition('MemoryPressure')]).toEqual(['Running', 'Running', 'False KubeletHasSufficientMemory']);
  await node.use('greedy', { memory: '4772Mi' });
  await node.wait(15);
  expect([node.words('modest'), node.words('greedy'), node.condition('MemoryPressure')]).toEqual(['Running', 'Failed Evicted', 'True KubeletHasInsufficientMemory']);
  const message = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 48Mi. Container c was using 4772Mi, request is 1Gi, has larger consumption of memory. ';
  const { status } = node.pod('greedy') ?? {};
  expect(status?.message).toBe(message);
  expect(conditionOf(status?.conditions, 'DisruptionTarget')).toMatchObject({ status: 'True', reason: 'TerminationByKubelet', message });
  expect(node.events('Pod')).toContain(`Warning Evicted: ${message}`);
  expect(node.events('Node')).toEqual(
    expect.arrayContaining([
      'Normal NodeHasInsufficientMemory: Node node-1 status is now: NodeHasInsufficientMemory',
      'Warning EvictionThresholdMet: Attempting to reclaim memory',
    ]),
  );
  await node.wait(270);
  expect(node.condition('MemoryPressure')).toBe('True KubeletHasInsufficientMemory');
  await node.wait(60);
  expect([node.condition('MemoryPressure'), node.words('modest')]).toEqual(['False KubeletHasSufficientMemory', 'Running']);
});

test('one pod a round, until there is enough; under pressure no BestEffort pod is admitted', async () => {
  const node = await boot();
  for (const name of ['a', 'b', 'c']) await node.create(name, { memory: '2600Mi' }, { priority: 0 });
  await node.wait(30);
  expect(['a', 'b', 'c'].map(node.words).sort()).toEqual(['Failed Evicted', 'Running', 'Running']);
  await node.create('late', {});
  await node.create('requesting', {}, {}, '10Mi');
  await node.wait(30);
  expect(node.words('late')).toBe('Failed Evicted');
  expect(node.pod('late')?.status.message).toBe('Pod was rejected: The node had condition: [MemoryPressure]. ');
  expect(node.words('requesting')).toBe('Running');
});

test('what was evicted stays so, with its reason, when its kubelet starts anew', async () => {
  const node = await boot();
  await node.create('greedy', { memory: '1Gi' });
  await node.wait(30);
  await node.use('greedy', { memory: '7850Mi' });
  await node.wait(30);
  const before = node.pod('greedy')?.status;
  expect(before).toMatchObject({ phase: 'Failed', reason: 'Evicted', message: expect.stringMatching(/^The node was low on resource: memory/) });
  node.cluster.addFault({ type: 'crash', component: 'kubelet/node-1', downMs: 3000 });
  await node.wait(60);
  expect(node.pod('greedy')?.status).toEqual(before);
});

test('a critical pod is never evicted', async () => {
  const node = await boot();
  await node.create('critical', { memory: '7850Mi' }, { priorityClassName: 'system-node-critical' });
  await node.create('other', { memory: '1Mi' });
  await node.wait(60);
  expect([node.words('critical'), node.words('other')]).toEqual(['Running', 'Failed Evicted']);
});

test('short of disk: unused images go first, then the pod that has written most', async () => {
  const node = await boot();
  await node.create('writer', { disk: '1Gi' });
  await node.create('other', { disk: '1Gi' });
  await node.wait(30);
  await node.use('writer', { disk: '90Gi' });
  await node.wait(15);
  expect([node.words('writer'), node.words('other'), node.condition('DiskPressure')]).toEqual(['Failed Evicted', 'Running', 'True KubeletHasDiskPressure']);
  expect(node.pod('writer')?.status.message).toMatch(/^The node was low on resource: ephemeral-storage\. Threshold quantity: \d+\w*, available: \d+\w*\. Container c was using 90Gi, request is 0, has larger consumption of ephemeral-storage\. $/);
});

test('a pod that writes more into a volume than it may is evicted, without pressure', async () => {
  const node = await boot();
  const doubling = 'cat /cache/a /cache/a > /cache/b; mv /cache/b /cache/a';
  const spec = (doublings: number) => ({
    terminationGracePeriodSeconds: 60,
    volumes: [{ name: 'cache', emptyDir: { sizeLimit: '5Mi' } }],
    containers: [
      {
        name: 'c',
        image: 'busybox:1.36',
        command: ['sh', '-c', `printf x > /cache/a; for i in $(seq ${doublings}); do ${doubling}; done; sleep 10000`],
        volumeMounts: [{ name: 'cache', mountPath: '/cache' }],
      },
    ],
  });
  await node.create('little', {}, spec(22));
  await node.create('much', {}, spec(23));
  await node.wait(30);
  expect([node.words('little'), node.words('much'), node.condition('DiskPressure')]).toEqual(['Running', 'Failed Evicted', 'False KubeletHasNoDiskPressure']);
  expect(node.pod('much')?.status.message).toBe('Usage of EmptyDir volume "cache" exceeds the limit "5Mi". ');
  expect(node.pod('much')?.status.conditions?.map(({ type }) => type)).not.toContain('DisruptionTarget');
});

test('a container that uses more memory than its limit is killed, and backs off', async () => {
  const node = await boot();
  const container = (name: string, memory: string) => ({ name, image: 'registry.k8s.io/pause:3.10', resources: { limits: { memory } } });
  await node.create('p', { memory: '100Mi' }, { containers: [container('tight', '64Mi'), container('wide', '128Mi')] });
  await node.wait(60);
  const [tight, wide] = node.pod('p')?.status.containerStatuses ?? [];
  expect([node.words('p'), wide?.restartCount, wide?.ready]).toEqual(['Running', 0, true]);
  expect(tight).toMatchObject({ restartCount: 3, lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } });
  expect(node.events('Pod').some((each) => each.startsWith('Warning BackOff: Back-off restarting failed container tight'))).toBe(true);
  expect(node.condition('MemoryPressure')).toBe('False KubeletHasSufficientMemory');
});

test('the node is tainted, so that the next pod waits', async () => {
  const node = await boot(['node-lifecycle']);
  await node.create('greedy', { memory: '7850Mi' });
  await node.wait(30);
  expect(node.cluster.objects(Node)[0]?.spec.taints).toMatchObject([{ key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' }]);
});

test('a node whose memory is used up: the kernel kills by its scores, before anything is evicted', async () => {
  const node = await boot();
  const guaranteed = { containers: [{ ...container(), resources: { limits: { cpu: '1', memory: '5Gi' } } }] };
  await node.create('guaranteed', { memory: '4Gi' }, guaranteed);
  await node.create('burstable', { memory: '1Gi' }, {}, '2Gi');
  await node.create('besteffort', { memory: '10Mi' });
  await node.wait(30);
  expect(['guaranteed', 'burstable', 'besteffort'].map(node.words)).toEqual(['Running', 'Running', 'Running']);
  await node.use('burstable', { memory: '3800Mi' });
  await node.wait(10);
  const ends = (name: string) => node.pod(name)?.status.containerStatuses?.[0]?.lastState?.terminated?.reason;
  // Three quarters of the memory and what it uses: more than all of it and 10Mi, and far more than what a Guaranteed one scores.
  expect(['guaranteed', 'burstable', 'besteffort'].map(ends)).toEqual([undefined, 'OOMKilled', undefined]);
  expect(['guaranteed', 'burstable', 'besteffort'].map(node.words)).toEqual(['Running', 'Running', 'Running']);
  expect(node.events('Node')).toContainEqual(expect.stringMatching(/^Warning SystemOOM: System OOM encountered, victim process: pause, pid: \d+$/));
  expect(node.condition('MemoryPressure')).toBe('False KubeletHasSufficientMemory');
});

const softMemory: KubeletConfiguration = {
  evictionHard: { 'memory.available': '100Mi' },
  evictionSoft: { 'memory.available': '1Gi' },
  evictionSoftGracePeriod: { 'memory.available': '1m30s' },
  evictionMaxPodGracePeriod: 20,
};

test('a soft threshold: the condition comes at once, the eviction after the grace period, with a grace of its own', async () => {
  const node = await boot([], softMemory);
  await node.create('greedy', { memory: '7Gi' }, { terminationGracePeriodSeconds: 60 });
  await node.wait(30);
  expect([node.words('greedy'), node.condition('MemoryPressure')]).toEqual(['Running', 'True KubeletHasInsufficientMemory']);
  await node.wait(50);
  expect(node.words('greedy')).toBe('Running');
  await node.wait(60);
  expect(node.words('greedy')).toBe('Failed Evicted');
  expect(node.pod('greedy')?.status.message).toBe('The node was low on resource: memory. Threshold quantity: 1Gi, available: 724Mi. Container c was using 7Gi, request is 0, has larger consumption of memory. ');
});

test('a soft threshold that isn’t met for long enough evicts nobody', async () => {
  const node = await boot([], softMemory);
  await node.create('greedy', { memory: '7Gi' });
  await node.wait(75);
  await node.use('greedy', { memory: '1Gi' });
  await node.wait(20);
  await node.use('greedy', { memory: '7Gi' });
  await node.wait(75);
  expect(node.words('greedy')).toBe('Running');
});

test('evictions go on until the minimum is reclaimed', async () => {
  const node = await boot([], { evictionHard: { 'memory.available': '500Mi' }, evictionMinimumReclaim: { 'memory.available': '1Gi' }, evictionPressureTransitionPeriod: '30s' });
  for (const name of ['a', 'b', 'c', 'd']) await node.create(name, { memory: '1850Mi' });
  await node.wait(60);
  expect(['a', 'b', 'c', 'd'].map(node.words).filter((each) => each === 'Failed Evicted')).toHaveLength(1);
  await node.use('a', { memory: '2000Mi' });
  await node.use('b', { memory: '2000Mi' });
  await node.wait(60);
  expect(node.condition('MemoryPressure')).toBe('False KubeletHasSufficientMemory');
});

test('short of processes: who has most of those of low priority is evicted, and no pod is admitted', async () => {
  const node = await boot(['node-lifecycle'], { evictionHard: { 'pid.available': '10%' } });
  await node.create('many', { processes: '20000' });
  await node.create('few', { processes: '200' });
  await node.wait(30);
  expect([node.words('many'), node.condition('PIDPressure')]).toEqual(['Running', 'False KubeletHasSufficientPID']);
  await node.use('many', { processes: '30000' });
  await node.wait(15);
  expect([node.words('many'), node.words('few'), node.condition('PIDPressure')]).toEqual(['Failed Evicted', 'Running', 'True KubeletHasInsufficientPID']);
  expect(node.pod('many')?.status.message).toBe('The node was low on resource: pids. Threshold quantity: 3276, available: 2418. ');
  expect(node.events('Node')).toContain('Normal NodeHasInsufficientPID: Node node-1 status is now: NodeHasInsufficientPID');
  expect(node.cluster.objects(Node)[0]?.spec.taints).toMatchObject([{ key: 'node.kubernetes.io/pid-pressure', effect: 'NoSchedule' }]);
  await node.create('late', {}, {}, '10Mi');
  await node.wait(10);
  expect(node.pod('late')?.status.message).toBe('Pod was rejected: The node had condition: [PIDPressure]. ');
  await node.wait(330);
  expect(node.events('Node')).toContain('Normal NodeHasSufficientPID: Node node-1 status is now: NodeHasSufficientPID');
});

const doubling = 'cat /cache/a /cache/a > /cache/b; mv /cache/b /cache/a';
/** What is in its folder becomes twice as much three times, every twenty seconds: 8Mi in the end. */
const growing: Partial<PodSpec> = {
  volumes: [{ name: 'cache', emptyDir: {} }],
  containers: [
    {
      name: 'c',
      image: 'busybox:1.36',
      command: ['sh', '-c', `printf x > /cache/a; for i in $(seq 20); do ${doubling}; done; for i in 1 2 3; do sleep 20; ${doubling}; done; sleep 10000`],
      volumeMounts: [{ name: 'cache', mountPath: '/cache' }],
    },
  ],
};

test('files that become more after calm rounds are seen', async () => {
  const node = await boot();
  await node.create('other', { disk: '87032Mi' });
  await node.create('growing', {}, growing);
  await node.wait(30);
  expect(node.condition('DiskPressure')).toMatch(/^False /);
  await node.wait(120);
  expect(node.condition('DiskPressure')).toBe('True KubeletHasDiskPressure');
});

/** What drawn changes of what pods use lead to, step by step. */
async function tell(seed: number, kubelet?: KubeletConfiguration): Promise<unknown[]> {
  const random = createRandom(seed);
  const node = await boot([], kubelet);
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await node.create(name, { memory: '1Gi' }, {}, random.pick(['1Gi', '2Gi']));
  const steps: unknown[] = [];
  for (let step = 0; step < 12; step += 1) {
    const usage = random.pick<Usage>([{ memory: `${random.int(5)}Gi` }, { disk: `${random.int(60)}Gi` }, { processes: `${random.int(20_000)}` }]);
    if (random.chance(0.7)) await node.use(random.pick(names), usage);
    else await node.create(`late-${step}`, usage);
    await node.wait(random.pick([1, 10, 60, 310]));
    steps.push([node.cluster.now(), node.cluster.objects(Pod), node.cluster.objects(Node), node.events('Pod'), node.events('Node')]);
  }
  return steps;
}

test.each([1, 2, 3, 4])('a round that looks at nothing because nothing has changed misses nothing (%i)', async (seed) => {
  // With a configuration of its own, even an empty one, a kubelet looks at all pods in each round.
  expect(await tell(seed)).toEqual(await tell(seed, {}));
});
