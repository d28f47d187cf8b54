import { hasShrunk, type NodeInfo, type PodInfo, type Rejection, resourcesOf, type SchedulerPlugin, shortages } from 'converge/sdk';

const rejections = new Map<string, Rejection>();

/** One object for each set of shortages, so that rejecting costs no memory. */
function rejectionFor(reasons: readonly string[]): Rejection {
  const id = reasons.join();
  let rejection = rejections.get(id);
  if (rejection === undefined) {
    rejection = { reasons, resolvable: true };
    rejections.set(id, rejection);
  }
  return rejection;
}

/** Whether everything requested is left. No request at all fits even on an overbooked node. */
function fits({ requests }: PodInfo, { allocatable, requested }: NodeInfo): boolean {
  if (requested.pods + 1 > allocatable.pods) return false;
  if (lacking(requests.milliCpu, requested.milliCpu, allocatable.milliCpu)) return false;
  if (lacking(requests.memoryBytes, requested.memoryBytes, allocatable.memoryBytes)) return false;
  if (lacking(requests.ephemeralBytes, requested.ephemeralBytes, allocatable.ephemeralBytes)) return false;
  if (requests.extended === undefined) return true;
  for (const [name, amount] of requests.extended) {
    if (lacking(amount, requested.extended?.get(name) ?? 0, allocatable.extended?.get(name) ?? 0)) return false;
  }
  return true;
}

function lacking(asked: number, used: number, capacity: number): boolean {
  return asked > 0 && asked > capacity - used;
}

function leastRequested(asked: number, capacity: number): number {
  return capacity === 0 || asked > capacity ? 0 : Math.trunc(((capacity - asked) * 100) / capacity);
}

/** The node must have what the pod asks for; nodes with more left score higher (LeastAllocated, cpu 1, memory 1). */
export const nodeResourcesFit: SchedulerPlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  filter: (pod, node) => (fits(pod, node) ? undefined : rejectionFor(shortages(pod.requests, node.allocatable, node.requested))),
  score(pod, node) {
    const { milliCpu, memoryBytes } = node.allocatable;
    // A resource the node doesn't have doesn't count.
    const resources = (milliCpu > 0 ? 1 : 0) + (memoryBytes > 0 ? 1 : 0);
    if (resources === 0) return 0;
    const cpu = leastRequested(node.scoredMilliCpu + pod.scoredMilliCpu, milliCpu);
    const memory = leastRequested(node.scoredMemoryBytes + pod.scoredMemoryBytes, memoryBytes);
    return Math.trunc((cpu + memory) / resources);
  },
  wokenBy(event, pod) {
    if (event.type === 'assigned-pod-delete') return true;
    if (event.type === 'assigned-pod-update') return hasShrunk(event.before.requests, event.pod.requests);
    if (event.type === 'pod-update') return event.before.requests !== event.pod.requests;
    if (event.type !== 'node-add' && event.type !== 'node-update') return false;
    if (event.type === 'node-update' && !event.changed.includes('allocatable')) return false;
    const allocatable = resourcesOf(event.node.status.allocatable);
    const { requests } = pod;
    return (
      allocatable.pods > 0 &&
      requests.milliCpu <= allocatable.milliCpu &&
      requests.memoryBytes <= allocatable.memoryBytes &&
      requests.ephemeralBytes <= allocatable.ephemeralBytes
    );
  },
};
