/** Evicts victims: a condition that says why, a graceful deletion, an Event (upstream framework/preemption prepareCandidate). */
import { conditionOf, formatTime, isNotFound, Pod, type PodInfo } from '../../sdk/index.ts';
import type { PreemptionOptions } from './options.ts';

export interface Eviction {
  readonly preemptor: PodInfo;
  readonly victims: readonly PodInfo[];
  readonly nodeName: string;
  /** Less important pods that were nominated to the node: they are to look elsewhere. */
  readonly lesser: readonly PodInfo[];
}

/** Those on their way out are left alone. Resolves when all is answered. */
export async function evict(options: PreemptionOptions, eviction: Eviction): Promise<void> {
  const { preemptor, victims, nodeName, lesser } = eviction;
  const cause = options.evicting(preemptor.uid, `preempt ${victims.map(({ key }) => key).join(', ')} on ${nodeName}`);
  const client = options.client(cause);
  for (const { key, pod } of lesser) {
    if (!pod.status.nominatedNodeName) continue;
    // Not critical upstream either: the pod finds its nomination gone when it is tried again.
    client.patch(Pod, key, { status: { nominatedNodeName: null } }, { subresource: 'status' }).catch(() => {});
  }
  const staying = victims.filter(({ pod }) => pod.metadata.deletionTimestamp === undefined);
  await Promise.all(staying.map((victim) => evictOne(options, eviction, victim, cause)));
}

async function evictOne(
  options: PreemptionOptions,
  { preemptor, nodeName }: Eviction,
  victim: PodInfo,
  cause: number,
): Promise<void> {
  const client = options.client(cause);
  try {
    if (conditionOf(victim.pod.status.conditions, 'DisruptionTarget')?.status !== 'True') {
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'PreemptionByScheduler',
        message: `${preemptor.pod.spec.schedulerName}: preempting to accommodate a higher priority pod`,
        lastTransitionTime: formatTime(options.now()),
      };
      await client.patch(Pod, victim.key, { status: { conditions: [condition] } }, { subresource: 'status' });
    }
    await client.delete(Pod, victim.key);
  } catch (error) {
    // One that is gone has made room by itself.
    if (!isNotFound(error)) options.failed(victim);
    return;
  }
  const message = `Preempted by pod ${preemptor.uid} on node ${nodeName}`;
  options.events.record('Normal', victim.pod, 'Preempted', message, { cause });
}
