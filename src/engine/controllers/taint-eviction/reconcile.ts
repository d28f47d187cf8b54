import { formatTime, isNotFound, keyOf, Node, Pod, type Reconcile, type Tools, withCondition } from 'converge/sdk';
import { bearsForMs } from './deadline.ts';
import { noExecuteTaints } from './no-execute.ts';

/** A pod that is to go. */
interface Sentence {
  readonly pod: Pod;
  readonly sinceMs: number;
}

/** Key: a node's name. Remembers since when each pod has borne its node's taints. */
export function createReconcile(): Reconcile {
  const sentences = new Map<string, Map<string, Sentence>>();

  return async (nodeName, tools) => {
    const taints = noExecuteTaints(tools.lister(Node).get(nodeName));
    const before = sentences.get(nodeName) ?? new Map<string, Sentence>();
    const now = new Map<string, Sentence>();
    let soonestMs: number | undefined;
    const due: Pod[] = [];
    for (const pod of taints.length === 0 ? [] : podsOn(nodeName, tools)) {
      const forMs = bearsForMs(pod, taints);
      if (forMs === undefined) continue;
      const sentence = { pod, sinceMs: before.get(pod.metadata.uid)?.sinceMs ?? tools.now() };
      const leftMs = sentence.sinceMs + forMs - tools.now();
      if (leftMs <= 0) due.push(pod);
      else if (soonestMs === undefined || leftMs < soonestMs) soonestMs = leftMs;
      now.set(pod.metadata.uid, sentence);
    }
    reprieve(before, now, tools);
    if (now.size === 0) sentences.delete(nodeName);
    else sentences.set(nodeName, now);
    for (const pod of due) await evict(pod, tools);
    return soonestMs === undefined ? undefined : { afterMs: soonestMs };
  };
}

function podsOn(nodeName: string, { lister }: Tools): readonly Pod[] {
  return lister(Pod)
    .list()
    .filter(({ spec, metadata }) => spec.nodeName === nodeName && metadata.deletionTimestamp === undefined);
}

/** Pods that were to be evicted and need not be any more: the node is well again, or the pod tolerates more now. */
function reprieve(before: ReadonlyMap<string, Sentence>, now: ReadonlyMap<string, Sentence>, tools: Tools): void {
  for (const [uid, { pod }] of before) {
    if (now.has(uid)) continue;
    const live = tools.lister(Pod).get(keyOf(pod));
    if (live === undefined || live.metadata.uid !== uid || live.metadata.deletionTimestamp !== undefined) continue;
    tools.events.normal(live, 'TaintManagerEviction', `Cancelling deletion of Pod ${keyOf(pod)}`);
  }
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
