/** First notes every back-off, then starts what can start. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';

export function syncPod({ ending, nowMs, initContainers, containers }: PodOnNode): PodAction {
  const init = initContainers.find((each) => !each.done);
  if (ending || containers.every(isOver) || (init && isOver(init))) return { do: 'stopPod' };
  const all = [...containers, ...initContainers].reverse();
  const bad = all.find((each) => each.failedProbe || each.changed);
  if (bad) return { do: 'stop', container: bad.name };
  if (all.some((each) => each.state === 'starting')) return { do: 'wait' };
  const idle = (init ? [init] : containers).filter((each) => (each.state === 'exited' || each.state === 'new') && !each.mustWait && !isOver(each));
  const late = idle.find((each) => dueMs(each) > nowMs);
  if (late) return { do: 'backOff', container: late.name, untilMs: dueMs(late) };
  const [first] = idle;
  return first ? { do: 'start', container: first.name, backOffMs: nextBackOffMs(first) } : { do: 'wait' };
}

const isOver = ({ state, restartPolicy, exitCode }: ContainerOnNode): boolean =>
  state === 'exited' && (restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && exitCode === 0));

const waitMs = ({ exitedAtMs, startedAtMs, backOffMs }: ContainerOnNode): number => (exitedAtMs > startedAtMs + 600_000 ? 0 : backOffMs);

const dueMs = (each: ContainerOnNode): number => (each.state === 'new' ? 0 : each.exitedAtMs + waitMs(each));

const nextBackOffMs = (each: ContainerOnNode): number => (each.state === 'new' ? 0 : Math.min(300_000, Math.max(10_000, 2 * waitMs(each))));
