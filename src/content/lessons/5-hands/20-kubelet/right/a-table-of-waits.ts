/** Looks up the waits in a table. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';

const waits = [0, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1000);

export function syncPod(pod: PodOnNode): PodAction {
  const { nowMs, initContainers, containers } = pod;
  const waiting = initContainers.filter(({ done }) => !done);
  const turn = waiting.length > 0 ? waiting.slice(0, 1) : containers;
  const lost = waiting.length > 0 && turn.every(over);
  if (pod.ending || lost || containers.every(over)) return { do: 'stopPod' };
  const everything = [initContainers, containers].flat();
  const old = everything.find(({ changed }) => changed) ?? everything.find(({ failedProbe }) => failedProbe);
  if (old !== undefined) return { do: 'stop', container: old.name };
  if (everything.filter(({ state }) => state === 'starting').length > 0) return { do: 'wait' };
  for (const each of turn) {
    if (each.mustWait || over(each)) continue;
    if (each.state === 'new') return { do: 'start', container: each.name, backOffMs: 0 };
    if (each.state === 'exited') return again(each, nowMs);
  }
  return { do: 'wait' };
}

function again({ name, exitedAtMs, startedAtMs, backOffMs }: ContainerOnNode, nowMs: number): PodAction {
  const step = exitedAtMs - startedAtMs > 600_000 ? 0 : Math.max(0, waits.indexOf(backOffMs));
  const untilMs = exitedAtMs + (waits[step] ?? 0);
  if (untilMs > nowMs) return { do: 'backOff', container: name, untilMs };
  return { do: 'start', container: name, backOffMs: waits[step + 1] ?? 300_000 };
}

function over({ state, restartPolicy, exitCode }: ContainerOnNode): boolean {
  switch (restartPolicy) {
    case 'Always':
      return false;
    case 'OnFailure':
      return state === 'exited' && exitCode === 0;
    case 'Never':
      return state === 'exited';
  }
}
