import { expect, test } from 'vitest';
import { Event } from '../api/index.ts';
import { conditionOf, type PodSpec } from '../sdk/index.ts';
import { type OneNode, oneNode, script } from './testing/one-node.ts';

const nginx = { name: 'web', image: 'nginx:1.27' };

interface Step {
  readonly afterMs: number;
  /** What is compared. */
  see(node: OneNode): unknown;
  readonly expected: unknown;
}

/** Makes pod `p` and reads it at several times. */
async function check(spec: PodSpec, steps: readonly Step[]): Promise<void> {
  const node = await oneNode();
  await node.create('p', spec);
  for (const { afterMs, see, expected } of steps) {
    await node.waitMs(afterMs);
    expect(see(node)).toEqual(expected);
  }
}

const state = (node: OneNode) => node.pod('p').status.containerStatuses?.[0]?.state;
const phase = (node: OneNode) => node.pod('p').status.phase;
const gaps = (node: OneNode) => node.startGaps('p');

test('a pod starts: pulled, created, started, ready', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [nginx] });
  expect(phase(node)).toBe('Pending');
  expect(state(node)).toEqual({ waiting: { reason: 'ContainerCreating' } });
  await node.quiet();
  expect(phase(node)).toBe('Running');
  expect(node.ready('p')).toBe(true);
  const { status } = node.pod('p');
  expect(status.podIP).toMatch(/^10\.244\.0\.\d+$/);
  expect(status.conditions?.map(({ type, status: value }) => `${type}=${value}`)).toEqual([
    'PodReadyToStartContainers=True',
    'Initialized=True',
    'Ready=True',
    'ContainersReady=True',
    'PodScheduled=True',
  ]);
  const events = node.events('p').sort();
  expect(events).toEqual([
    'Normal Created: Created container: web',
    expect.stringMatching(
      /^Normal Pulled: Successfully pulled image "nginx:1.27" in [\d.]+m?s \([\d.]+m?s including waiting\)\. Image size: 72404038 bytes\.$/,
    ),
    'Normal Pulling: Pulling image "nginx:1.27"',
    'Normal Started: Started container web',
  ]);
});

test('an ordinary start takes two status writes', async () => {
  const node = await oneNode();
  let writes = 0;
  node.cluster.onCommit((events) => {
    for (const event of events) if (event.type === 'put' && event.kv.key.startsWith('/registry/pods/')) writes += 1;
  });
  const before = writes;
  await node.create('p', { containers: [nginx] });
  await node.quiet();
  expect(writes - before).toBe(3);
});

test('a crashing container restarts at once, then after 10, 20, 40, 80, 160 and 300 seconds', async () => {
  await check({ containers: [script('exit 1')] }, [
    { afterMs: 1_300_000, see: gaps, expected: [0, 10, 20, 40, 80, 160, 300, 300, 300] },
    {
      afterMs: 1,
      see: (node) => [phase(node), state(node)?.waiting?.reason, state(node)?.waiting?.message],
      expected: [
        'Running',
        'CrashLoopBackOff',
        expect.stringMatching(/^back-off 5m0s restarting failed container=c pod=p_default\(/),
      ],
    },
  ]);
});

test('a container that ran for eleven minutes restarts at once again', async () => {
  const text = 'test -f /none; sleep 660; exit 1';
  await check({ containers: [script(text)] }, [{ afterMs: 1_400_000, see: gaps, expected: [660, 660] }]);
});

test('Never and OnFailure end as their exit codes say', async () => {
  const end = (restartPolicy: string, text: string, expected: string): Promise<void> =>
    check({ restartPolicy, containers: [script(text)] }, [{ afterMs: 8_000, see: phase, expected }]);
  await end('Never', 'sleep 1; exit 0', 'Succeeded');
  await end('Never', 'exit 3', 'Failed');
  await end('OnFailure', 'exit 0', 'Succeeded');
  await end('OnFailure', 'exit 1', 'Running');
});

test('nginx ends at once when it is deleted, and the object goes with it', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [nginx] });
  await node.quiet();
  await node.remove('p');
  await node.waitMs(100);
  expect(node.exists('p')).toBe(false);
  expect(node.events('p')).toContain('Normal Killing: Stopping container web');
});

/** Seconds from DELETE until the object is gone. */
async function secondsToGo(spec: PodSpec, grace?: number): Promise<number> {
  const node = await oneNode();
  await node.create('p', spec);
  await node.waitMs(5_000);
  await node.remove('p', grace);
  for (let second = 0; second < 60; second += 1) {
    await node.waitMs(second === 0 ? 500 : 1_000);
    if (!node.exists('p')) return second;
  }
  return -1;
}

test('what ignores SIGTERM is killed when the grace period is over', async () => {
  const sleeper = { containers: [{ name: 'c', image: 'busybox:1.36', command: ['sleep', '3600'] }] };
  expect(await secondsToGo(sleeper)).toBe(30);
  expect(await secondsToGo(sleeper, 5)).toBe(5);
  expect(await secondsToGo({ ...sleeper, terminationGracePeriodSeconds: 3 })).toBe(3);
});

test('a preStop hook runs inside the grace period; SIGTERM comes after it and leaves two seconds at least', async () => {
  const hooked = (seconds: number, text: string) => ({
    containers: [script(text, { lifecycle: { preStop: { exec: { command: ['sleep', `${seconds}`] } } } })],
  });
  const handles = 'trap "exit 0" TERM; while true; do sleep 1; done';
  expect(await secondsToGo(hooked(25, handles))).toBe(25);
  expect(await secondsToGo(hooked(25, 'sleep 3600'))).toBe(30);
  expect(await secondsToGo(hooked(40, handles))).toBe(30);
  expect(await secondsToGo(hooked(40, 'sleep 3600'))).toBe(32);
});

test('what a sidecar has waited for its turn is taken off its grace period, and two seconds remain', async () => {
  const stubborn = 'trap "" TERM; while true; do sleep 1; done';
  const sidecar = (name: string, text: string) => script(text, { name, restartPolicy: 'Always' });
  const pod = (main: string, side: string) => ({
    terminationGracePeriodSeconds: 20,
    initContainers: [sidecar('one', side), sidecar('two', side)],
    containers: [script(main)],
  });
  expect(await secondsToGo(pod(stubborn, stubborn))).toBe(22);
  expect(await secondsToGo(pod(stubborn, 'trap "exit 0" TERM; while true; do sleep 1; done'))).toBe(20);
});

test('sidecars are told at once that they end, run their hooks, and end after the main container', async () => {
  const node = await oneNode();
  const preStop = (...command: string[]) => ({ lifecycle: { preStop: { exec: { command } } } });
  const loop = 'trap "exit 0" TERM; while true; do sleep 1; done';
  const sidecar = script(loop, { name: 'side', restartPolicy: 'Always', ...preStop('false') });
  await node.create('p', { initContainers: [sidecar], containers: [script(loop, preStop('sleep', '5'))] });
  await node.waitMs(5_000);
  await node.remove('p');
  await node.waitMs(3_000);
  expect(node.events('p')).toEqual(expect.arrayContaining(['Normal Killing: Stopping container side', 'Warning FailedPreStopHook: PreStopHook failed']));
  const order = () => node.cluster.trace.since(0).flatMap(({ what }) => (/^(\w+) ended/.exec(what) ?? []).slice(1));
  expect(order()).toEqual([]);
  await node.waitMs(5_000);
  expect(order()).toEqual(['c', 'side']);
});

test('a pod the node has no room for is refused', async () => {
  const node = await oneNode();
  const big = { containers: [{ ...nginx, resources: { requests: { cpu: '3' } } }] };
  await node.create('first', big);
  await node.create('p', big);
  await node.quiet();
  expect(node.ready('first')).toBe(true);
  const { status } = node.pod('p');
  const why = "Node didn't have enough resource: cpu, requested: 3000, used: 3000, capacity: 4000";
  expect([status.phase, status.reason, status.message]).toEqual(['Failed', 'OutOfcpu', `Pod was rejected: ${why}`]);
  expect(node.events('p')).toEqual([`Warning OutOfcpu: ${why}`]);
});

test('an image that does not exist is requested less and less often', async () => {
  await check({ containers: [{ name: 'web', image: 'nginx:1.161' }] }, [
    {
      afterMs: 600,
      see: state,
      expected: {
        waiting: {
          reason: 'ErrImagePull',
          message:
            'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:1.161": failed to resolve reference "docker.io/library/nginx:1.161": docker.io/library/nginx:1.161: not found',
        },
      },
    },
    { afterMs: 2_000, see: (node) => state(node)?.waiting?.reason, expected: 'ImagePullBackOff' },
    {
      afterMs: 0,
      see: (node) =>
        node
          .events('p')
          .filter((event) => !event.includes('rpc'))
          .sort(),
      expected: [
        'Normal BackOff: Back-off pulling image "nginx:1.161"',
        'Normal Pulling: Pulling image "nginx:1.161"',
        'Warning Failed: Error: ErrImagePull',
        'Warning Failed: Error: ImagePullBackOff',
      ],
    },
  ]);
});

test('init containers run one after the other, then the pod starts', async () => {
  const spec = {
    initContainers: [script('sleep 2', { name: 'one' }), script('sleep 3', { name: 'two' })],
    containers: [nginx],
  };
  await check(spec, [
    {
      afterMs: 2_000,
      see: (node) => [phase(node), state(node)?.waiting?.reason, node.pod('p').status.initContainerStatuses?.map(({ started }) => started)],
      expected: ['Pending', 'PodInitializing', [true, false]],
    },
    { afterMs: 8_000, see: (node) => [phase(node), node.ready('p')], expected: ['Running', true] },
  ]);
});

test('a failed init container ends a pod that never restarts', async () => {
  const spec = { restartPolicy: 'Never', initContainers: [script('exit 1', { name: 'one' })], containers: [nginx] };
  await check(spec, [{ afterMs: 5_000, see: phase, expected: 'Failed' }]);
});

test('a sidecar starts first, runs beside, and is ended when the main container is done', async () => {
  const sidecar = script('trap "exit 0" TERM; while true; do sleep 1; done', { name: 'side', restartPolicy: 'Always' });
  const spec = { restartPolicy: 'Never', initContainers: [sidecar], containers: [script('sleep 4')] };
  await check(spec, [
    { afterMs: 3_000, see: (node) => [phase(node), node.ready('p')], expected: ['Running', true] },
    { afterMs: 6_000, see: phase, expected: 'Succeeded' },
  ]);
});

test('a pod is Running until its slow sidecar has ended, too', async () => {
  const sidecar = script('trap "" TERM; while true; do sleep 1; done', { name: 'side', restartPolicy: 'Always' });
  const ends = { terminationGracePeriodSeconds: 8, restartPolicy: 'Never' };
  const spec = { ...ends, initContainers: [sidecar], containers: [script('sleep 4')] };
  const ready = (node: OneNode) => conditionOf(node.pod('p').status.conditions, 'Ready');
  await check(spec, [
    { afterMs: 10_000, see: (node) => Object.keys(state(node) ?? {}), expected: ['terminated'] },
    { afterMs: 0, see: phase, expected: 'Running' },
    { afterMs: 0, see: (node) => ready(node)?.reason, expected: 'ContainersNotReady' },
    { afterMs: 12_000, see: phase, expected: 'Succeeded' },
    { afterMs: 0, see: (node) => ready(node)?.reason, expected: 'PodCompleted' },
  ]);
});

test('a pod that ends is not ready first, and its phase is written when nothing can run any more', async () => {
  const node = await oneNode();
  const seen: string[] = [];
  node.cluster.onCommit((events) => {
    for (const event of events) {
      if (event.type !== 'put' || !event.kv.key.startsWith('/registry/pods/')) continue;
      const { phase: now, conditions } = node.pod('p').status;
      const { status, reason = '' } = conditionOf(conditions, 'Ready') ?? {};
      seen.push(`${now} ${status} ${reason}`.trim());
    }
  });
  await node.create('p', { restartPolicy: 'OnFailure', containers: [script('sleep 3')] });
  await node.waitMs(10_000);
  expect(seen.slice(-3)).toEqual(['Running True', 'Running False PodCompleted', 'Succeeded False PodCompleted']);
});

test('readiness waits for its initial delay and its port', async () => {
  const probe = (port: number) => ({ httpGet: { port, path: '/' }, initialDelaySeconds: 5, periodSeconds: 2 });
  await check({ containers: [{ ...nginx, readinessProbe: probe(80) }] }, [
    { afterMs: 5_000, see: (node) => [phase(node), node.ready('p')], expected: ['Running', false] },
    { afterMs: 3_000, see: (node) => node.ready('p'), expected: true },
  ]);
  await check({ containers: [{ ...nginx, readinessProbe: probe(81) }] }, [
    { afterMs: 20_000, see: (node) => node.ready('p'), expected: false },
    {
      afterMs: 0,
      see: (node) => node.events('p').filter((event) => event.includes('Unhealthy')),
      expected: [
        expect.stringMatching(
          /Readiness probe failed: Get "http:\/\/10\.244\.0\.\d+:81\/": dial tcp 10\.244\.0\.\d+:81: connect: connection refused/,
        ),
      ],
    },
  ]);
});

test('a failing liveness probe restarts the container', async () => {
  const text = 'touch /tmp/healthy; sleep 10; rm -f /tmp/healthy; sleep 600';
  const livenessProbe = { exec: { command: ['cat', '/tmp/healthy'] }, initialDelaySeconds: 5, periodSeconds: 5 };
  await check({ terminationGracePeriodSeconds: 1, containers: [script(text, { livenessProbe })] }, [
    { afterMs: 40_000, see: (node) => node.pod('p').status.containerStatuses?.[0]?.restartCount, expected: 1 },
    {
      afterMs: 0,
      see: (node) => node.events('p'),
      expected: expect.arrayContaining([
        "Warning Unhealthy: Liveness probe failed: cat: can't open '/tmp/healthy': No such file or directory",
        'Normal Killing: Container c failed liveness probe, will be restarted',
      ]),
    },
  ]);
});

test('a probe whose command can’t be started says nothing about the container', async () => {
  const probe = { exec: { command: ['nosuch'] }, periodSeconds: 1, failureThreshold: 1 };
  await check({ containers: [script('sleep 600', { livenessProbe: probe, readinessProbe: probe })] }, [
    { afterMs: 20_000, see: (node) => [node.ready('p'), node.pod('p').status.containerStatuses?.[0]?.restartCount], expected: [false, 0] },
    {
      afterMs: 0,
      see: (node) => node.events('p').filter((event) => event.includes('Unhealthy')).slice(0, 1),
      expected: [
        expect.stringMatching(
          /^Warning Unhealthy: (?:Liveness|Readiness) probe errored and resulted in unknown state: rpc error: .*: exec: "nosuch": executable file not found in \$PATH: unknown$/,
        ),
      ],
    },
  ]);
});

test('a pod over its deadline fails', async () => {
  await check({ activeDeadlineSeconds: 10, terminationGracePeriodSeconds: 1, containers: [script('sleep 3600')] }, [
    {
      afterMs: 15_000,
      see: (node) => [phase(node), node.pod('p').status.reason],
      expected: ['Failed', 'DeadlineExceeded'],
    },
  ]);
});

const unknownEnd = {
  terminated: {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
  },
};

test.each([
  { name: 'before its image is there', inits: [], expected: [unknownEnd] },
  {
    name: 'before it was initialized',
    inits: [{ name: 'one', image: 'nginx:1.161' }, script('exit 0', { name: 'two' })],
    expected: [{ waiting: { reason: 'PodInitializing' } }],
  },
])('a pod that is deleted $name has Failed', async ({ inits, expected }) => {
  const node = await oneNode();
  const spec = { containers: [{ name: 'web', image: 'nginx:1.161' }] };
  await node.create('p', inits.length === 0 ? spec : { ...spec, initContainers: inits });
  await node.waitMs(5_000);
  await node.patch('p', { metadata: { finalizers: ['example.com/seen'] } });
  await node.remove('p');
  await node.waitMs(1_000);
  const { status } = node.pod('p');
  expect(status.phase).toBe('Failed');
  expect(status.containerStatuses?.map((each) => each.state)).toEqual(expected);
  const ends = status.initContainerStatuses?.map((each) => each.state?.terminated?.reason ?? 'none') ?? [];
  expect(ends).toEqual(inits.length === 0 ? [] : ['ContainerStatusUnknown', 'none']);
  expect(conditionOf(status.conditions, 'Ready')?.reason).toBe('PodFailed');
});

test('a pod over its deadline fails, also when its image can’t be pulled', async () => {
  await check({ activeDeadlineSeconds: 5, containers: [{ name: 'web', image: 'nginx:1.161' }] }, [
    { afterMs: 8_000, see: (node) => [phase(node), node.pod('p').status.reason], expected: ['Failed', 'DeadlineExceeded'] },
    { afterMs: 0, see: state, expected: unknownEnd },
  ]);
});

test('logs are kept for the last two runs', async () => {
  const node = await oneNode();
  await node.create('p', {
    containers: [script('echo "run of $HOSTNAME"; for i in 1 2; do echo $i; done; sleep 2; exit 1')],
  });
  await node.waitMs(6_000);
  expect(await node.log('p', 'c')).toBe('run of p\n1\n2\n');
  expect(await node.log('p', 'c', { previous: 'true', tailLines: '1' })).toBe('2\n');
});

test('a command that is not there fails to start', async () => {
  await check({ restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command: ['python'] }] }, [
    {
      afterMs: 5_000,
      see: (node) => [phase(node), state(node)?.terminated?.reason, state(node)?.terminated?.exitCode],
      expected: ['Failed', 'StartError', 128],
    },
  ]);
});

test('containers live on while their kubelet is down, and it takes them up again', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [nginx] });
  await node.quiet();
  const id = node.pod('p').status.containerStatuses?.[0]?.containerID;
  node.cluster.addFault({ type: 'crash', component: 'kubelet/node-1', downMs: 5_000 });
  await node.waitMs(20_000);
  expect(node.pod('p').status.containerStatuses?.[0]?.containerID).toBe(id);
  expect(node.startGaps('p')).toEqual([]);
  await node.remove('p');
  await node.waitMs(1_000);
  expect(node.exists('p')).toBe(false);
});

test('a pod that is deleted by force is stopped on the node all the same', async () => {
  const node = await oneNode();
  const sleeper = { name: 'c', image: 'busybox:1.36', command: ['sleep', '3600'] };
  await node.create('p', { containers: [sleeper] });
  await node.quiet();
  await node.remove('p', 0);
  expect(node.exists('p')).toBe(false);
  await node.waitMs(40_000);
  const ends = node.cluster.trace.since(0).filter(({ what }) => what.startsWith('c ended with 137'));
  expect(ends.length).toBe(1);
});

test('what happened while the node was cut off is reported when it is back', async () => {
  const node = await oneNode();
  await node.create('p', { restartPolicy: 'Never', containers: [script('sleep 20; exit 1')] });
  await node.waitMs(5_000);
  const links = [
    { from: 'kubelet/node-1', to: 'apiserver' },
    { from: 'apiserver', to: 'kubelet/node-1' },
  ];
  const heal = links.map((link) => node.cluster.addFault({ type: 'link', ...link, partition: true }));
  await node.waitMs(60_000);
  expect(phase(node)).toBe('Running');
  for (const each of heal) each();
  await node.waitMs(60_000);
  expect(phase(node)).toBe('Failed');
});

test('the lease is renewed every ten seconds, and nothing else is written while nothing happens', async () => {
  const node = await oneNode();
  await node.waitMs(20_000);
  const writes: string[] = [];
  const before = node.cluster.etcd().revision;
  node.cluster.onCommit((events, revision) => {
    for (const event of events) if (revision > before && event.type === 'put') writes.push(event.kv.key);
  });
  await node.waitMs(100_000);
  expect(new Set(writes)).toEqual(new Set(['/registry/leases/kube-node-lease/node-1']));
  expect(writes.length).toBe(10);
});

test('a container without its ConfigMap waits until it is there', async () => {
  const node = await oneNode();
  const env = [{ name: 'GREETING', valueFrom: { configMapKeyRef: { name: 'settings', key: 'greeting' } } }];
  await node.create('p', { containers: [script('echo $GREETING; sleep 600', { env })] });
  await node.waitMs(3_000);
  const waiting = { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' };
  expect(state(node)).toEqual({ waiting });
  const failed = 'Error: configmap "settings" not found';
  const counts = () => node.cluster.objects(Event).flatMap(({ message, count }) => (message === failed ? [count] : []));
  expect(counts()).toEqual([1]);
  await node.waitMs(10_000);
  expect(counts()).toEqual([2]);
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { greeting: 'hello' } };
  const headers = { 'content-type': 'application/json' };
  const path = '/api/v1/namespaces/default/configmaps';
  void node.cluster.request('test', { method: 'POST', path, query: {}, headers, body });
  await node.waitMs(12_000);
  expect(node.ready('p')).toBe(true);
  expect(await node.log('p', 'c')).toBe('hello\n');
});

test('a pod that waits for a volume has no address', async () => {
  const volumes = [{ name: 'settings', configMap: { name: 'settings' } }];
  await check({ volumes, containers: [nginx] }, [
    {
      afterMs: 5_000,
      see: (node) => [node.pod('p').status.podIP, conditionOf(node.pod('p').status.conditions, 'PodReadyToStartContainers')?.status],
      expected: [undefined, 'False'],
    },
  ]);
});

test('missing image pull secrets are named, and the image is pulled all the same', async () => {
  const missing = 'Unable to retrieve some image pull secrets (regcred, other); attempting to pull the image may not succeed.';
  await check({ imagePullSecrets: [{ name: 'regcred' }, { name: 'other' }], containers: [nginx] }, [
    { afterMs: 5_000, see: (node) => [node.ready('p'), node.events('p').includes(`Warning FailedToRetrieveImagePullSecret: ${missing}`)], expected: [true, true] },
  ]);
});

test('a log that stands in for a termination message is as the container wrote it', async () => {
  const node = await oneNode();
  const terminationMessagePolicy = 'FallbackToLogsOnError';
  await node.create('p', { restartPolicy: 'Never', containers: [script('echo a; echo -n DONE; exit 1', { terminationMessagePolicy })] });
  await node.create('q', { restartPolicy: 'Never', containers: [script('echo DONE; exit 1', { terminationMessagePolicy })] });
  await node.waitMs(6_000);
  expect(node.pod('p').status.containerStatuses?.[0]?.state?.terminated?.message).toBe('a\nDONE');
  expect(node.pod('q').status.containerStatuses?.[0]?.state?.terminated?.message).toBe('DONE\n');
});
