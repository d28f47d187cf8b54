/** Leases for objects that don't last: many share one, since a lease each would cost as much as the object (upstream: lease_manager.go). */

import type { Etcd } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { Done } from './outcome.ts';
import { storageFailure } from './outcome.ts';

/** Objects written within this time share a lease; it lives that much longer, so that none ends early. Seconds. */
const reuseS = 60;
/** Objects a lease is shared by at most. */
const maxObjects = 1000;

/** Gives the lease under which an object that lives `ttlS` seconds from now on is to be written. */
export type LeaseFor = (done: Done<number>) => void;

/** Creates the manager of one kind of objects. */
export function createLeaseManager(clock: Clock, etcd: Etcd, ttlS: number): LeaseFor {
  let current: { readonly id: number; readonly grantedAtMs: number; objects: number } | undefined;
  let waiting: Done<number>[] | undefined;

  function grant(): void {
    etcd.grant({ ttlS: ttlS + reuseS }, (result) => {
      const asked = waiting ?? [];
      waiting = undefined;
      if (result.failure !== undefined) {
        const status = storageFailure(result.failure);
        for (const done of asked) done({ status });
        return;
      }
      current = { id: result.ok.id, grantedAtMs: clock.now(), objects: asked.length };
      for (const done of asked) done({ ok: result.ok.id });
    });
  }

  return (done) => {
    const usable = current !== undefined && clock.now() - current.grantedAtMs < reuseS * 1000;
    if (current !== undefined && usable && current.objects < maxObjects) {
      current.objects += 1;
      return done({ ok: current.id });
    }
    if (waiting !== undefined) return void waiting.push(done);
    waiting = [done];
    grant();
  };
}
