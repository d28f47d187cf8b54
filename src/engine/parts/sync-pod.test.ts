import { expect, test } from 'vitest';
import { type ContainerOnNode, type InitContainerOnNode, type PodOnNode, syncPod } from './sync-pod.ts';

const container = (name: string, more: Partial<ContainerOnNode> = {}): ContainerOnNode => ({
  name,
  state: 'new',
  restartPolicy: 'Always',
  exitCode: 0,
  exitedAtMs: 0,
  startedAtMs: 0,
  backOffMs: 0,
  mustWait: false,
  changed: false,
  failedProbe: false,
  ...more,
});
const init = (name: string, done: boolean, more: Partial<ContainerOnNode> = {}): InitContainerOnNode => ({
  ...container(name, { restartPolicy: 'OnFailure', ...more }),
  done,
});
const running = { state: 'running' } as const;
const exited = (exitCode: number, more: Partial<ContainerOnNode> = {}): Partial<ContainerOnNode> => ({ state: 'exited', exitCode, ...more });

/** The action in words: `start a, then 10 s`. */
function check(containers: readonly ContainerOnNode[], expected: string, more: Partial<PodOnNode> = {}): void {
  const action = syncPod({ nowMs: 0, ending: false, initContainers: [], containers, ...more });
  const words = {
    start: () => 'backOffMs' in action && `start ${action.container}, then ${action.backOffMs / 1000} s`,
    backOff: () => 'untilMs' in action && `back off ${action.container} until ${action.untilMs / 1000} s`,
    stop: () => 'container' in action && `stop ${action.container}`,
    stopPod: () => 'stop all',
    wait: () => 'wait',
  }[action.do]();
  expect(words).toBe(expected);
}

test('containers start in order, one after another, without waiting for those before to be ready', () => {
  const [a, b] = [container('a'), container('b')];
  check([a, b], 'start a, then 0 s');
  check([{ ...a, state: 'starting' }, b], 'wait');
  check([{ ...a, ...running }, b], 'start b, then 0 s');
  check([{ ...a, ...exited(1), mustWait: true }, b], 'start b, then 0 s');
  check([{ ...a, state: 'stopping' }], 'wait');
});

test('init containers come first, each to its end', () => {
  const a = [container('a')];
  check(a, 'start i, then 0 s', { initContainers: [init('i', false), init('j', false)] });
  check(a, 'wait', { initContainers: [init('i', false, running)] });
  check(a, 'start j, then 0 s', { initContainers: [init('i', true, exited(0)), init('j', false)] });
  check(a, 'start a, then 0 s', { initContainers: [init('i', true, exited(0))] });
  check(a, 'start i, then 10 s', { initContainers: [init('i', false, exited(1))] });
  check(a, 'wait', { initContainers: [init('i', false, { ...exited(1), mustWait: true })] });
  check(a, 'stop all', { initContainers: [init('i', false, { ...exited(1), restartPolicy: 'Never' })] });
});

test('a sidecar is restarted whatever the Pod’s policy', () => {
  const side = init('side', false, { ...exited(0), restartPolicy: 'Always' });
  check([container('a', { ...running, restartPolicy: 'Never' })], 'start side, then 10 s', { initContainers: [side] });
});

test('the restart policy says which exits are followed by a start', () => {
  for (const [restartPolicy, code, expected] of [
    ['Always', 0, 'start a, then 10 s'],
    ['Always', 1, 'start a, then 10 s'],
    ['OnFailure', 0, 'wait'],
    ['OnFailure', 1, 'start a, then 10 s'],
    ['Never', 0, 'wait'],
    ['Never', 1, 'wait'],
  ] as const)
    check([container('a', { ...exited(code), restartPolicy }), container('b', { ...running, restartPolicy })], expected);
});

test('when no container will run any more, the Pod is over', () => {
  check([container('a', { ...exited(0), restartPolicy: 'OnFailure' })], 'stop all');
  check([container('a', { ...exited(1), restartPolicy: 'Never' }), container('b', { ...running, restartPolicy: 'Never' })], 'wait');
});

test('what is being deleted ends, whatever is under way', () => {
  check([container('a', running)], 'stop all', { ending: true });
  check([container('a', { state: 'starting' })], 'stop all', { ending: true });
});

test('a container of an old definition, and one whose probe has failed, is stopped, even while another starts', () => {
  check([container('a', { ...running, changed: true }), container('b')], 'stop a');
  check([container('a', { state: 'starting' }), container('b', { ...running, failedProbe: true })], 'stop b');
});

test('back-off begins with nothing, doubles from ten seconds to five minutes and is forgotten after ten', () => {
  const waits: number[] = [];
  let [nowMs, backOffMs] = [0, 0];
  for (let crash = 0; crash < 8; crash += 1) {
    const crashed = container('a', { ...exited(1), exitedAtMs: nowMs, startedAtMs: nowMs, backOffMs });
    const pod = (atMs: number): PodOnNode => ({ nowMs: atMs, ending: false, initContainers: [], containers: [crashed] });
    const first = syncPod(pod(nowMs));
    const untilMs = first.do === 'backOff' ? first.untilMs : nowMs;
    waits.push((untilMs - nowMs) / 1000);
    nowMs = untilMs;
    const next = syncPod(pod(nowMs));
    backOffMs = next.do === 'start' ? next.backOffMs : -1;
  }
  expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  const late = (ranMs: number) => [container('a', { ...exited(1), exitedAtMs: ranMs, backOffMs })];
  check(late(600_000), 'back off a until 900 s', { nowMs: 600_000 });
  check(late(600_001), 'start a, then 10 s', { nowMs: 600_001 });
});
