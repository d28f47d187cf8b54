/** How something that ends later ends: with a value or with a Status. */

import type { EtcdFailure } from '../etcd/index.ts';
import { failure, type Status, StatusError } from '../meta/index.ts';

export type Outcome<T> = { readonly ok: T; readonly status?: never } | { readonly status: Status; readonly ok?: never };
export type Done<T> = (outcome: Outcome<T>) => void;

/** Turns what is thrown into an outcome. */
export function attempt<T>(run: () => T): Outcome<T> {
  try {
    return { ok: run() };
  } catch (error) {
    return { status: statusOfThrown(error) };
  }
}

/** A step that never waits, as one that may wait: what it throws is the outcome. */
export function atOnce<A, T>(step: (argument: A) => T): (argument: A, done: Done<T>) => void {
  return (argument, done) => done(attempt(() => step(argument)));
}

/** Goes on with the value of a step; its Status ends the whole. `next` must not throw: what may, belongs into `attempt`. */
export function onward<T, U>(done: Done<U>, next: (value: T) => void): Done<T> {
  return (outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else next(outcome.ok);
  };
}

/** The Status a StatusError carries; for a bug 500, as upstream's panic recovery: one bad request fells no server. */
export function statusOfThrown(error: unknown): Status {
  if (error instanceof StatusError) return error.status;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const words = 'This request caused apiserver to panic. Look in the logs for details.';
  return failure(500, 'InternalError', words, { causes: [{ message }] });
}

/** Ends the request with this Status. */
export function refuse(status: Status): never {
  throw new StatusError(status);
}

/**
 * Storage trouble that has no better name: 500 with etcd's own words and no reason, as upstream. An object that is too large is the client's
 * fault: 413, where upstream has 500 for that, too.
 */
export function storageFailure(failed: EtcdFailure): Status {
  return failure(failed.error === 'tooLarge' ? 413 : 500, '', failed.message);
}
