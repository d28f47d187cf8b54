/** How something that ends later ends: with a value or with a Status. */

import type { EtcdFailure } from '../etcd/index.ts';
import { failure, type Status, StatusError } from '../meta/index.ts';

export type Outcome<T> = { readonly ok: T; readonly status?: never } | { readonly status: Status; readonly ok?: never };
export type Done<T> = (outcome: Outcome<T>) => void;

/** Turns a StatusError into an outcome; anything else thrown is a bug and goes on. */
export function attempt<T>(run: () => T): Outcome<T> {
  try {
    return { ok: run() };
  } catch (error) {
    if (error instanceof StatusError) return { status: error.status };
    throw error;
  }
}

/** Ends the request with this Status. */
export function refuse(status: Status): never {
  throw new StatusError(status);
}

/** Storage trouble that has no better name: 500 with etcd's own words and no reason, as upstream. */
export function storageFailure(failed: EtcdFailure): Status {
  return failure(500, '', failed.message);
}
