import type {
  ContainerOnNode,
  PodAction,
  PodOnNode,
} from 'converge/sdk';

/** What the kubelet does next for this Pod: one action. */
export function syncPod(pod: PodOnNode): PodAction {
  if (pod.ending) return { do: 'stopPod' };
  // Yours.

  const next = pod.containers.find(mayStart);
  return next === undefined
    ? { do: 'wait' }
    : begin(next, pod.nowMs);
}

/** It isn't there, and may be started. */
function mayStart(container: ContainerOnNode): boolean {
  const { state } = container;
  // Yours.

  return state === 'new';
}

/** Starts it, or says until when it backs off. */
function begin(
  container: ContainerOnNode,
  nowMs: number,
): PodAction {
  const { name, exitedAtMs, backOffMs } = container;
  // Yours.

  return { do: 'start', container: name, backOffMs: 0 };
}
