/** What queues and scheduler count, by upstream's own tables, and who may read it in a cluster. */
import { expect, test } from 'vitest';
import { unix } from '../../../posix/index.ts';
import { exposition } from '../../extensions/metrics/exposition.ts';
import { createCluster, type Json } from '../../index.ts';
import { createKernel } from '../../kernel/index.ts';
import { createWorkQueue } from '../../parts/work-queue.ts';
import { createSchedulingQueue, type QueuedPod, type SchedulingQueue } from '../../scheduler/queue.ts';
import { makeInfo, makeNode } from '../../scheduler/testing/objects.ts';
import { createSchedulingMetrics } from './scheduling.ts';
import { createWorkQueueMetrics } from './work-queues.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Values by name and labels, as `workqueue_depth{name="q"}`. */
function read(text: string): (name: string) => number | undefined {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]));
  return (name) => values.get(name);
}

function measuredQueue() {
  const kernel = createKernel({ seed: 1, settle });
  const metrics = createWorkQueueMetrics(kernel.clock);
  const queue = metrics.measuring(createWorkQueue, 'q')({ clock: kernel.clock });
  const label = '{name="q"}';
  return {
    queue,
    wait: async (ms: number) => void (await kernel.run({ until: kernel.clock.now() + ms })),
    bounds: () => [...exposition(metrics.families()).matchAll(/queue_duration_seconds_bucket.*le="(.*)"/g)].map(([, bound]) => bound),
    /** Adds, depth, retries; waits and their seconds; passes and their seconds; seconds in progress. */
    seen() {
      const value = read(exposition(metrics.families()));
      const waited = `workqueue_queue_duration_seconds_`;
      const worked = `workqueue_work_duration_seconds_`;
      const names = ['workqueue_adds_total', 'workqueue_depth', 'workqueue_retries_total', `${waited}count`, `${waited}sum`, `${worked}count`, `${worked}sum`, 'workqueue_unfinished_work_seconds', 'workqueue_longest_running_processor_seconds'];
      return names.map((name) => value(name + label));
    },
  };
}

test('a work queue (client-go util/workqueue/metrics_test.go, TestMetrics)', async () => {
  const { queue, wait, seen, bounds } = measuredQueue();
  expect(seen()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  queue.add('foo');
  expect(seen()).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0]);
  await wait(50);
  expect(queue.get()).toBe('foo');
  expect(seen()).toEqual([1, 0, 0, 1, 0.05, 0, 0, 0, 0]);
  for (let times = 0; times < 5; times += 1) queue.add('foo');
  expect(seen().slice(0, 2)).toEqual([2, 1]);
  await wait(25);
  queue.done('foo');
  expect(seen()).toEqual([2, 1, 0, 1, 0.05, 1, 0.025, 0, 0]);
  expect(bounds()).toEqual(['1e-08', '1e-07', '1e-06', '9.999999999999999e-06', '9.999999999999999e-05', '0.001', '0.01', '0.1', '1', '10', '+Inf']);
  expect(queue.get()).toBe('foo');
  expect(seen().slice(3, 5)).toEqual([2, 0.05 + 0.025]);
  await wait(1_000);
  expect(seen().slice(7)).toEqual([1, 1]);
  queue.done('foo');
  expect(seen().slice(5)).toEqual([2, 1.025, 0, 0]);
});

test('keys for later are retries, and wait from when they are due', async () => {
  const { queue, wait, seen } = measuredQueue();
  queue.addAfter('later', 100);
  queue.addRateLimited('limited');
  expect(seen().slice(0, 3)).toEqual([0, 0, 2]);
  await wait(150);
  expect([queue.get(), queue.get()]).toEqual(['limited', 'later']);
  // Due after 5 ms and after 100.
  expect(seen().slice(0, 5)).toEqual([2, 0, 2, 2, 0.145 + 0.05]);
});

const wakes = { type: 'node-add', node: makeNode('n', {}) } as const;

/** Queues after `script`, of one pod. */
async function checkIncoming(script: (queue: SchedulingQueue, pop: () => QueuedPod, wait: (ms: number) => Promise<unknown>) => Promise<void> | void, expected: Readonly<Record<string, number>>): Promise<void> {
  const kernel = createKernel({ seed: 1, settle });
  const metrics = createSchedulingMetrics(kernel.clock);
  const queue = createSchedulingQueue({ clock: kernel.clock, gated: ({ pod }) => (pod.spec.schedulingGates ?? []).length > 0, hint: () => true, ready: () => {}, cause: () => 0, moved: metrics.moved });
  const pop = (): QueuedPod => {
    const pod = queue.pop();
    if (pod === undefined) throw new Error('nothing to pop');
    return pod;
  };
  await script(queue, pop, (ms) => kernel.run({ until: kernel.clock.now() + ms }));
  const value = read(exposition(metrics.families(queue.all.values())));
  for (const [name, count] of Object.entries(expected)) expect([name, value(name)]).toEqual([name, count]);
}

const incoming = (event: string, queue: string): string => `scheduler_queue_incoming_pods_total{event="${event}",queue="${queue}"}`;
const pending = (queue: string): string => `scheduler_pending_pods{queue="${queue}"}`;

test('pods that come to a queue (backend/queue/scheduling_queue_test.go, TestIncomingPodsMetrics, TestPendingPodsMetric)', async () => {
  await checkIncoming((queue) => queue.add(makeInfo('p'), 0), { [incoming('UnschedulablePodAdd', 'active')]: 1, [pending('active')]: 1, [pending('unschedulable')]: 0 });
  await checkIncoming((queue) => queue.add(makeInfo('p', {}, { schedulingGates: [{ name: 'a.b/c' }] }), 0), { [incoming('UnschedulablePodAdd', 'gated')]: 1, [pending('gated')]: 1 });
  await checkIncoming(
    (queue, pop) => {
      queue.add(makeInfo('p'), 0);
      queue.unschedulable(pop(), ['Some']);
    },
    { [incoming('ScheduleAttemptFailure', 'unschedulable')]: 1, [pending('unschedulable')]: 1, 'scheduler_schedule_attempts_total{profile="default-scheduler",result="unschedulable"}': 1 },
  );
  await checkIncoming(
    (queue, pop) => {
      queue.add(makeInfo('p'), 0);
      queue.unschedulable(pop(), ['Some']);
      queue.wake(wakes);
    },
    { [incoming('NodeAdd', 'backoff')]: 1, [pending('backoff')]: 1 },
  );
  await checkIncoming(
    async (queue, pop, wait) => {
      queue.add(makeInfo('p'), 0);
      queue.unschedulable(pop(), ['Some']);
      await wait(2_000);
      queue.wake(wakes);
    },
    { [incoming('NodeAdd', 'active')]: 1, [pending('active')]: 1 },
  );
  await checkIncoming(
    async (queue, pop, wait) => {
      queue.add(makeInfo('p'), 0);
      queue.failed(pop());
      await wait(3_000);
    },
    { [incoming('ScheduleAttemptFailure', 'backoff')]: 1, [incoming('BackoffComplete', 'active')]: 1, 'scheduler_schedule_attempts_total{profile="default-scheduler",result="error"}': 1 },
  );
});

/** Pods of two accounts read the two ports of the control plane. */
async function readers() {
  const cluster = createCluster({ unix, seed: 1, nodes: 1, settle, addons: ['component-metrics'] });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  const ask = async (method: 'GET' | 'POST', path: string, body?: Json) => {
    const answer = cluster.request('test', { method, path, query: {}, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) });
    await wait(1);
    return answer;
  };
  await wait(10);
  const inDefault = '/api/v1/namespaces/default';
  await ask('POST', `${inDefault}/serviceaccounts`, { metadata: { name: 'prometheus' } });
  await ask('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', { metadata: { name: 'monitoring' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:monitoring' }, subjects: [{ kind: 'ServiceAccount', name: 'prometheus', namespace: 'default' }] });
  const curl = 'curl -s -w "code %{http_code}" -H "Authorization: Bearer $(cat /var/run/secrets/kubernetes.io/serviceaccount/token)"';
  let clients = 0;
  return {
    cluster,
    async curl(port: number, serviceAccountName: string): Promise<string> {
      clients += 1;
      const name = `client-${clients}`;
      const command = ['sh', '-c', `${curl} https://172.18.0.1:${port}/metrics`];
      await ask('POST', `${inDefault}/pods`, { metadata: { name }, spec: { serviceAccountName, restartPolicy: 'Never', containers: [{ name: 'c', image: 'curlimages/curl', command }] } });
      await wait(15);
      return String((await ask('GET', `${inDefault}/pods/${name}/log`)).body);
    },
  };
}

test('in a cluster: who may get /metrics reads them at ports 10257 and 10259, and nobody else', async () => {
  const { curl } = await readers();
  const queues = await curl(10_257, 'prometheus');
  expect(queues).toContain('code 200');
  expect(read(queues.replace(/code 200$/, ''))('workqueue_adds_total{name="namespace"}')).toBeGreaterThan(3);
  const scheduled = 'scheduler_schedule_attempts_total{profile="default-scheduler",result="scheduled"}';
  expect(read(await curl(10_259, 'prometheus'))(scheduled)).toBe(2);
  expect(await curl(10_259, 'default')).toBe('forbidden: cannot get path "/metrics"\ncode 403');
  expect(await curl(10_250, 'prometheus')).toBe('code 000');
});

test('a scheduler that starts again counts anew', async () => {
  const { cluster, curl } = await readers();
  await curl(10_257, 'prometheus');
  cluster.addFault({ type: 'crash', component: 'scheduler', downMs: 1 });
  expect(read(await curl(10_259, 'prometheus'))('scheduler_schedule_attempts_total{profile="default-scheduler",result="scheduled"}')).toBe(1);
});
