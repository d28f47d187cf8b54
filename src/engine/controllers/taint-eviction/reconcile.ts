import { formatTime, isNotFound, keyOf, Node, Pod, type Reconcile, type Tools, withCondition } from 'converge/sdk';
import { noExecuteTaints } from './no-execute.ts';
import { type Evictions, planEvictions } from './plan.ts';

/** Of each node that has had taints: who is in for an eviction. */
export type EvictionsByNode = Map<string, Evictions>;

/** Key: a node's name. */
export function createReconcile(nodes: EvictionsByNode): Reconcile {
  return async (nodeName, tools) => {
    const node = tools.lister(Node).get(nodeName);
    const before = nodes.get(nodeName) ?? new Map();
    if (node !== undefined && before.size === 0 && noExecuteTaints(node).length === 0) return undefined;
    const { evictions, cancelled, due, nextMs } = planEvictions(
      podsOn(nodeName, tools),
      node && noExecuteTaints(node),
      before,
      tools.now(),
    );
    if (evictions.size === 0) nodes.delete(nodeName);
    else nodes.set(nodeName, evictions);
    for (const pod of cancelled) tools.events.normal(pod, 'TaintManagerEviction', `Cancelling deletion of Pod ${keyOf(pod)}`);
    for (const pod of due) {
      await evict(pod, tools);
      noteDone(nodes, nodeName, pod);
    }
    return nextMs === undefined ? undefined : { afterMs: Math.max(0, nextMs - tools.now()) };
  };
}

function podsOn(nodeName: string, { lister }: Tools): readonly Pod[] {
  return lister(Pod)
    .list()
    .filter(({ spec }) => spec.nodeName === nodeName);
}

function noteDone(nodes: EvictionsByNode, nodeName: string, { metadata: { uid } }: Pod): void {
  const evictions = nodes.get(nodeName) ?? new Map();
  const eviction = evictions.get(uid);
  if (eviction !== undefined) nodes.set(nodeName, new Map(evictions).set(uid, { ...eviction, done: true }));
}

async function evict(pod: Pod, { client, events, now }: Tools): Promise<void> {
  events.normal(pod, 'TaintManagerEviction', `Marking for deletion Pod ${keyOf(pod)}`);
  const conditions = withCondition(pod.status.conditions, {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByTaintManager',
    message: 'Taint manager: deleting due to NoExecute taint',
    lastTransitionTime: formatTime(now()),
  });
  try {
    await client.updateStatus(Pod, { ...pod, status: { ...pod.status, conditions } });
    await client.delete(Pod, pod, { preconditions: { uid: pod.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
