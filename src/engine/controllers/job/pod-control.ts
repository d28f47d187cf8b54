/** Creating and deleting the Pods of a Job, and taking their finalizer away. */
import { isNotFound, isReady, type Job, keyOf, Pod, type Tools } from 'converge/sdk';
import { creationRefused } from '../replicaset/refused-pods.ts';
import type { Indexes } from './indexes.ts';
import { draftOf, indexedDraft } from './drafts.ts';
import { isTracked, trackingFinalizer } from './job-pods.ts';
import type { PodPlan } from './plan.ts';

/** Removes the finalizer; it also counts when the Pod has gone meanwhile. Rejects when it is refused. */
export async function releasePod(pod: Pod, { client }: Pick<Tools, 'client'>): Promise<void> {
  if (!isTracked(pod)) return;
  const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': [trackingFinalizer], uid: pod.metadata.uid } };
  try {
    await client.patch(Pod, pod, patch);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Which were removed, and the first refusal. */
export interface Removal {
  readonly removed: readonly Pod[];
  readonly ready: number;
  readonly error: Error | undefined;
}

/** Deletes Pods. With `released` they are gone at once when they end; else they stay until they have been counted. */
export async function removePods(job: Job, pods: readonly Pod[], released: boolean, tools: Tools): Promise<Removal> {
  const results = await Promise.allSettled(pods.map((pod) => removePod(job, pod, released, tools)));
  const removed = pods.filter((_, index) => results[index]?.status === 'fulfilled');
  return { removed, ready: removed.filter(isReady).length, error: firstError(results) };
}

async function removePod(job: Job, pod: Pod, released: boolean, tools: Tools): Promise<void> {
  const { client, events } = tools;
  const { name, uid } = pod.metadata;
  if (released) await releasePod(pod, tools);
  try {
    await client.delete(Pod, pod, { preconditions: { uid } });
  } catch (error) {
    if (isNotFound(error)) return;
    events.warning(job, 'FailedDelete', `Error deleting: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
  events.normal(job, 'SuccessfulDelete', `Deleted pod: ${name}`);
}

/** The first of these that was refused. */
export function firstError(results: readonly PromiseSettledResult<unknown>[]): Error | undefined {
  const refused = results.find((result) => result.status === 'rejected');
  if (refused === undefined) return undefined;
  return refused.reason instanceof Error ? refused.reason : new Error(String(refused.reason));
}

/** How many were created, and the first refusal. */
export interface Creation {
  readonly created: number;
  readonly error: Error | undefined;
}

type CreatePlan = Extract<PodPlan, { readonly do: 'create' }>;

/** Creates the Pods of a plan in batches of 1, 2, 4, 8 … */
export async function createPods(
  job: Job,
  { count, indexes: wanted }: CreatePlan,
  indexes: Indexes | undefined,
  tools: Tools,
): Promise<Creation> {
  const { client, events, expect } = tools;
  const key = keyOf(job);
  const draft = draftOf(job);
  // Expect before creating: the cache may show the Pods before the answers arrive, or long after.
  expect.creations(key, count);
  const { created, missing, errors } = await client.createMany(
    Pod,
    (at) => {
      const index = wanted?.[at];
      return index === undefined ? draft : indexedDraft(job, index, indexes?.replaced.get(index));
    },
    count,
  );
  expect.creationsFailed(key, missing);
  for (const each of created) events.normal(job, 'SuccessfulCreate', `Created pod: ${each.metadata.name}`);
  return { created: created.length, error: creationRefused(job, errors, tools) };
}
