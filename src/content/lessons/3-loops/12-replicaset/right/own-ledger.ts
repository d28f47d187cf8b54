/** A ledger of its own instead of `expect`: names it has made and not seen, uids it has deleted and still sees. */
import { claim, isActive, isNotFound, Pod, podFromTemplate, type Reconcile, ReplicaSet } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

interface Ledger {
  readonly made: Map<string, number>;
  readonly deleted: Set<string>;
}
const ledgers = new Map<string, Ledger>();
/** What hasn't come in so long is taken for lost. */
const forgottenAfterMs = 60_000;

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister } = tools;
  const set = lister(ReplicaSet).get(key);
  if (set === undefined) {
    ledgers.delete(key);
    return;
  }
  const uid = set.metadata.uid ?? key;
  const ledger = ledgers.get(uid) ?? { made: new Map(), deleted: new Set() };
  ledgers.set(uid, ledger);

  for (const [name, at] of ledger.made) {
    const seen = lister(Pod).get(`${set.metadata.namespace}/${name}`) !== undefined;
    if (seen || Date.now() - at > forgottenAfterMs) ledger.made.delete(name);
  }
  const claimed = (await claim(set, ReplicaSet, Pod, tools)).filter(isActive);
  const pods = claimed.filter((pod) => !ledger.deleted.has(pod.metadata.uid ?? ''));

  let failure: unknown;
  if (set.metadata.deletionTimestamp === undefined) {
    const gap = (set.spec.replicas ?? 1) - pods.length - ledger.made.size;
    for (let missing = gap; missing > 0; missing -= 1) {
      const pod = await client.create(Pod, podFromTemplate(set, set.spec.template)).catch((error: unknown) => {
        failure = error;
      });
      if (pod === undefined) break;
      if (lister(Pod).get(`${pod.metadata.namespace}/${pod.metadata.name}`) === undefined)
        ledger.made.set(pod.metadata.name, Date.now());
    }
    if (gap < 0 && ledger.made.size === 0)
      for (const pod of planReplicas(set, pods, tools).remove) {
        const podUid = pod.metadata.uid ?? '';
        try {
          await client.delete(Pod, pod, { preconditions: { uid: podUid } });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
        ledger.deleted.add(podUid);
      }
  }

  await writeStatus(set, statusOf(set, claimed, tools.now(), failure instanceof Error ? failure : undefined), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(set, claimed, tools.now());
  if (ledger.made.size > 0) return { afterMs: forgottenAfterMs };
  return afterMs === undefined ? undefined : { afterMs };
};
