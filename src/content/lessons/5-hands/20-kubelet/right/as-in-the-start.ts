/** The start, filled in where it says so. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';

export function syncPod(pod: PodOnNode): PodAction {
  if (pod.ending) return { do: 'stopPod' };
  if (pod.containers.every(isFinished)) return { do: 'stopPod' };
  const all = [...pod.initContainers, ...pod.containers];
  for (const each of all) if (each.changed || each.failedProbe) return { do: 'stop', container: each.name };
  for (const each of all) if (each.state === 'starting') return { do: 'wait' };
  for (const init of pod.initContainers) {
    if (init.done) continue;
    if (isFinished(init)) return { do: 'stopPod' };
    return mayStart(init) ? begin(init, pod.nowMs) : { do: 'wait' };
  }
  const next = pod.containers.find(mayStart);
  return next === undefined ? { do: 'wait' } : begin(next, pod.nowMs);
}

function isFinished(container: ContainerOnNode): boolean {
  if (container.state !== 'exited') return false;
  if (container.restartPolicy === 'Never') return true;
  return container.restartPolicy === 'OnFailure' && container.exitCode === 0;
}

function mayStart(container: ContainerOnNode): boolean {
  const { state, mustWait } = container;
  if (mustWait || isFinished(container)) return false;
  return state === 'new' || state === 'exited';
}

function begin(container: ContainerOnNode, nowMs: number): PodAction {
  const { name, exitedAtMs, startedAtMs, backOffMs } = container;
  if (container.state === 'new') return { do: 'start', container: name, backOffMs: 0 };
  const ranMs = exitedAtMs - startedAtMs;
  if (backOffMs === 0 || ranMs > 10 * 60_000) return { do: 'start', container: name, backOffMs: 10_000 };
  const untilMs = exitedAtMs + backOffMs;
  if (nowMs < untilMs) return { do: 'backOff', container: name, untilMs };
  return { do: 'start', container: name, backOffMs: Math.min(300_000, backOffMs * 2) };
}
