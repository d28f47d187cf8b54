import type {
  ContainerOnNode, PodAction, PodOnNode,
} from 'converge/sdk';

/** What the kubelet does next for this Pod. One action. */
export function syncPod(pod: PodOnNode): PodAction {
  if (pod.ending) return { do: 'stopPod' };

  // A container that has changed, or with a failed probe:
  // { do: 'stop', container: … }

  // While one is starting, no other is.

  // Init containers come first, each until it is `done`.

  // The first container that may start.
  const next = pod.containers.find(mayStart);
  return next === undefined
    ? { do: 'wait' }
    : begin(next, pod.nowMs);
}

/** It isn't there, and nothing speaks against a start. */
function mayStart(container: ContainerOnNode): boolean {
  const { state, mustWait } = container;
  // Yours.

  return state === 'new' && !mustWait;
}

/** Starts it, or says until when it backs off. */
function begin(container: ContainerOnNode, nowMs: number): PodAction {
  const { name, exitedAtMs, startedAtMs, backOffMs } = container;
  // Yours.

  return { do: 'start', container: name, backOffMs: 0 };
}
