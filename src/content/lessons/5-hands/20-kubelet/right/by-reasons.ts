/** Asks for each action whether there is a reason for it, and takes the first that has one. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';

type Reason = (pod: PodOnNode) => PodAction | undefined;

const willRun = (c: ContainerOnNode): boolean => {
  if (c.state !== 'exited') return true;
  if (c.restartPolicy === 'Never') return false;
  return c.restartPolicy === 'Always' || c.exitCode !== 0;
};

const pending = (pod: PodOnNode) => pod.initContainers.filter((c) => !c.done).slice(0, 1);

const reasons: readonly Reason[] = [
  (pod) => (pod.ending ? { do: 'stopPod' } : undefined),
  (pod) => (pod.containers.some(willRun) ? undefined : { do: 'stopPod' }),
  (pod) => (pending(pod).every(willRun) ? undefined : { do: 'stopPod' }),
  (pod) => {
    const sick = [...pod.containers, ...pod.initContainers].find((c) => c.failedProbe || c.changed);
    return sick && { do: 'stop', container: sick.name };
  },
  (pod) => ([...pod.initContainers, ...pod.containers].some((c) => c.state === 'starting') ? { do: 'wait' } : undefined),
  (pod) => {
    const inits = pending(pod);
    const those = inits.length > 0 ? inits : pod.containers;
    const next = those.find((c) => ['new', 'exited'].includes(c.state) && !c.mustWait && willRun(c));
    return next && start(next, pod.nowMs);
  },
];

export function syncPod(pod: PodOnNode): PodAction {
  for (const reason of reasons) {
    const action = reason(pod);
    if (action !== undefined) return action;
  }
  return { do: 'wait' };
}

function start(c: ContainerOnNode, nowMs: number): PodAction {
  if (c.state === 'new') return { do: 'start', container: c.name, backOffMs: 0 };
  const forgiven = c.exitedAtMs - c.startedAtMs > 600_000;
  const waited = forgiven ? 0 : c.backOffMs;
  if (nowMs < c.exitedAtMs + waited) return { do: 'backOff', container: c.name, untilMs: c.exitedAtMs + waited };
  return { do: 'start', container: c.name, backOffMs: waited > 0 ? Math.min(waited * 2, 300_000) : 10_000 };
}
