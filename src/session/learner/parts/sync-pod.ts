/** What the workspace's kubelets do next for their Pods, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import type { ContainerOnNode, PodAction, PodOnNode } from '../../../engine/sdk/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** Upstream never waits longer than five minutes. */
const longestMs = 3_600_000;

/** What throws or returns no action leaves the Pod as it is. */
export const guardSyncPod = (written: Written, failed: Failed): Pick<EngineParts, 'syncPod'> => ({
  syncPod(pod) {
    try {
      return actionOf(Reflect.apply(written, undefined, [pod]), pod);
    } catch (error) {
      failed(tame(error));
      return { do: 'wait' };
    }
  },
});

function actionOf(action: unknown, pod: PodOnNode): PodAction {
  if (!isRecord(action)) throw new TypeError('syncPod returned no action: an object with the field do');
  const { do: what, container, backOffMs, untilMs } = action;
  switch (what) {
    case 'wait':
    case 'stopPod':
      return { do: what };
    case 'stop':
      return { do: what, container: named(container, pod, 'stopped') };
    case 'start':
      return { do: what, container: named(container, pod, 'started'), backOffMs: within(backOffMs, 0, 'backOffMs') };
    case 'backOff':
      return { do: what, container: named(container, pod, 'started'), untilMs: within(untilMs, pod.nowMs + 1, 'untilMs') };
    default:
      throw new TypeError(`syncPod returned { do: ${String(JSON.stringify(what))} }: there are start, backOff, stop, stopPod and wait`);
  }
}

const fit: Readonly<Record<'started' | 'stopped', readonly ContainerOnNode['state'][]>> = { started: ['new', 'exited'], stopped: ['running'] };

/** A second start, or a second end, has no meaning. */
function named(name: unknown, { initContainers, containers }: PodOnNode, what: 'started' | 'stopped'): string {
  const found = [...initContainers, ...containers].find((each) => each.name === name);
  if (found === undefined) throw new TypeError(`syncPod named ${String(JSON.stringify(name))}, which is none of the Pod’s containers`);
  if (!fit[what].includes(found.state)) throw new TypeError(`syncPod ${what} ${found.name}, which is ${found.state}`);
  return found.name;
}

function within(value: unknown, from: number, field: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(value) || number < from || number > from + longestMs) throw new TypeError(`syncPod returned ${field}: ${String(value)}. It is a whole number of milliseconds, from ${from} on`);
  return number;
}
