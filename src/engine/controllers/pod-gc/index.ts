import {
  conditionOf,
  type Controller,
  defineController,
  hasEnded,
  formatTime,
  isNotFound,
  Node,
  Pod,
  type Tools,
  withCondition,
} from 'converge/sdk';

/** Terminated pods that are kept; older ones are deleted. */
const terminatedPodThreshold = 12_500;
/** A node must be missing for so long before its pods are taken for lost; milliseconds. */
const quarantineMs = 40_000;

/** Deletes pods that no other controller deletes: of vanished nodes and of those out of service, and the oldest of too many finished ones. (upstream pkg/controller/podgc) */
export function createPodGcController(): Controller<Node> {
  /** Node -> since when it has been missing. */
  const missing = new Map<string, number>();
  return defineController<Node>({
    name: 'pod-gc',
    eventSource: 'pod-garbage-collector',
    for: Node,
    watches: [{ kind: Pod, keys: () => [] }],
    every: { periodMs: 20_000, key: '*' },
    async reconcile(key, tools) {
      if (key !== '*') return;
      await removeTerminated(tools);
      const leaving = tools.lister(Pod).list().filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
      await removeOutOfService(leaving, tools);
      await removeOrphaned(missing, tools);
      await removeUnscheduled(leaving, tools);
    },
  });
}

async function removeTerminated(tools: Tools): Promise<void> {
  const pods = tools.lister(Pod).list();
  if (pods.length <= terminatedPodThreshold) return;
  const terminated = pods.filter(hasEnded).sort(olderFirst);
  for (const pod of terminated.slice(0, Math.max(0, terminated.length - terminatedPodThreshold))) {
    await remove(pod, undefined, tools);
  }
}

/** Of those on their way out: whose node doesn't answer, and which an operator has said to be out of service. (upstream gcTerminating) */
async function removeOutOfService(leaving: readonly Pod[], tools: Tools): Promise<void> {
  const nodes = tools.lister(Node);
  for (const pod of leaving) {
    const node = nodes.get(pod.spec.nodeName ?? '');
    if (node !== undefined && isOutOfService(node)) await remove(pod, undefined, tools);
  }
}

function isOutOfService({ spec, status }: Node): boolean {
  const isReady = conditionOf(status.conditions, 'Ready')?.status === 'True';
  return !isReady && spec.taints?.some(({ key }) => key === 'node.kubernetes.io/out-of-service') === true;
}

async function removeOrphaned(missing: Map<string, number>, tools: Tools): Promise<void> {
  const nodes = tools.lister(Node);
  const orphaned = tools
    .lister(Pod)
    .list()
    .filter(
      ({ spec }) => spec.nodeName !== undefined && spec.nodeName !== '' && nodes.get(spec.nodeName) === undefined,
    );
  const names = new Set(orphaned.map(({ spec }) => spec.nodeName ?? ''));
  for (const name of [...missing.keys()]) if (!names.has(name)) missing.delete(name);
  for (const name of names) {
    const since = missing.get(name) ?? tools.now();
    missing.set(name, since);
    if (tools.now() - since < quarantineMs || (await stillExists(name, tools))) continue;
    for (const pod of orphaned) {
      if (pod.spec.nodeName === name) await remove(pod, 'PodGC: node no longer exists', tools);
    }
  }
}

/** The cache may be behind: read live before pods are deleted. */
async function stillExists(name: string, { client }: Tools): Promise<boolean> {
  try {
    await client.get(Node, name);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

async function removeUnscheduled(leaving: readonly Pod[], tools: Tools): Promise<void> {
  for (const pod of leaving) if (!pod.spec.nodeName) await remove(pod, undefined, tools);
}

async function remove(pod: Pod, why: string | undefined, { client, now }: Tools): Promise<void> {
  try {
    if (!hasEnded(pod)) await client.updateStatus(Pod, failed(pod, why, now()));
    await client.delete(Pod, pod, { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function failed(pod: Pod, why: string | undefined, nowMs: number): Pod {
  if (why === undefined) return { ...pod, status: { ...pod.status, phase: 'Failed' } };
  const conditions = withCondition(pod.status.conditions, {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByPodGC',
    message: why,
    lastTransitionTime: formatTime(nowMs),
  });
  return { ...pod, status: { ...pod.status, phase: 'Failed', conditions } };
}

/** By time of creation, then by name. */
function olderFirst(a: Pod, b: Pod): number {
  const [left, right] = [a.metadata, b.metadata];
  if (left.creationTimestamp !== right.creationTimestamp)
    return left.creationTimestamp < right.creationTimestamp ? -1 : 1;
  return left.name < right.name ? -1 : 1;
}
