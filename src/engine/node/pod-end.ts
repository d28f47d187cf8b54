/** How a pod's time on a node ends: its deadline, and its deletion from the API. */
import type { Timer } from '../kernel/index.ts';
import { isConflict, isNotFound, Pod, timeMsOf } from '../sdk/index.ts';
import type { Refusal } from './admission.ts';
import type { NodeContext } from './node-context.ts';

const deleteRetryMs = 1_000;

/** Reports to the API server that nothing of the pod is left; `again` is called when the report failed. */
export function deletePod(node: NodeContext, pod: Pod, cause: number, again: () => void): void {
  const options = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } };
  node
    .client(cause)
    .delete(Pod, pod, options)
    .catch((error: unknown) => {
      if (!isNotFound(error) && !isConflict(error)) node.clock.after(deleteRetryMs, again);
    });
}

/** Runs out when the pod has been active for longer than it may; undefined where it may for ever. */
export function startDeadline(
  node: NodeContext,
  pod: Pod,
  startTime: string,
  expired: (why: Refusal) => void,
): Timer | undefined {
  const seconds = pod.spec.activeDeadlineSeconds;
  if (seconds === undefined) return undefined;
  const leftMs = timeMsOf(startTime) + seconds * 1000 - node.clock.now();
  const message = 'Pod was active on the node longer than the specified deadline';
  return node.clock.after(
    leftMs,
    () => {
      node.event('Normal', pod, 'DeadlineExceeded', message);
      expired({ reason: 'DeadlineExceeded', message });
    },
    { background: true },
  );
}
