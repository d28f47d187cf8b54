/** Many writes of one kind, at most 500 in a go (upstream's burstReplicas). */
import type { KubeObject } from '../meta/index.ts';
import type { Many, ManyDeleted } from './types.ts';

export const burst = 500;

/**
 * Slow start: batches of 1, 2, 4, 8 …; after a batch with a failure the rest is skipped, so that a quota that is used up
 * costs one refused request rather than 500 (upstream controller_utils.go slowStartBatch).
 */
export async function createMany<T extends KubeObject>(
  count: number,
  create: (index: number) => Promise<T>,
): Promise<Many<T>> {
  const created: T[] = [];
  const most = Math.min(count, burst);
  let left = most;
  for (let batch = 1; left > 0; batch *= 2) {
    const size = Math.min(batch, left);
    const results = await Promise.allSettled(Array.from({ length: size }, (_, index) => create(most - left + index)));
    for (const result of results) if (result.status === 'fulfilled') created.push(result.value);
    const errors = errorsOf(results);
    const [error] = errors;
    if (error !== undefined) return { created, missing: count - created.length, error, errors };
    left -= size;
  }
  return { created, missing: count - created.length, errors: [] };
}

/** Deletes the first 500; the rest counts as refused, for the caller to come back to. */
export async function deleteMany<T extends KubeObject>(
  objects: readonly T[],
  remove: (object: T) => Promise<void>,
): Promise<ManyDeleted<T>> {
  const now = objects.slice(0, burst);
  const results = await Promise.allSettled(now.map(remove));
  const failed = [...now.filter((_, index) => results[index]?.status === 'rejected'), ...objects.slice(burst)];
  const errors = errorsOf(results);
  const [error] = errors;
  return error === undefined ? { failed, errors } : { failed, error, errors };
}

function errorsOf(results: readonly PromiseSettledResult<unknown>[]): readonly Error[] {
  return results.flatMap((result) => (result.status === 'rejected' ? asError(result.reason) : []));
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
