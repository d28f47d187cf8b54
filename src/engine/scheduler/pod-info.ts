import { keyOf, type Pod, type PodInfo, podRequests, scoredRequests } from '../sdk/index.ts';
import { isResizing } from '../sdk/internal.ts';

/** Works out once what cycles ask about a pod. An updated pod with the same spec keeps the sums, unless it is being resized. */
export function podInfoOf(pod: Pod, previous?: PodInfo): PodInfo {
  if (previous !== undefined && previous.pod.spec === pod.spec && !isResizing(previous.pod) && !isResizing(pod)) return { ...previous, pod };
  const scored = scoredRequests(pod);
  return {
    pod,
    key: keyOf(pod),
    uid: pod.metadata.uid,
    priority: pod.spec.priority ?? 0,
    requests: podRequests(pod),
    scoredMilliCpu: scored.milliCpu,
    scoredMemoryBytes: scored.memoryBytes,
  };
}
