/** The quotas' status as this API server writes it: one namespace at a time, all waiting writes of it in one go. */
import { ResourceQuota } from '../../api/index.ts';
import { type Admitted, admitted } from '../../apiserver/admission/admission.ts';
import { attempt, type Done } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Change, Storage } from '../../apiserver/storage.ts';
import type { Clock } from '../../kernel/index.ts';
import { conflict, deepEqual, type KubeObject, type Status } from '../../meta/index.ts';
import { type Charge, charged } from './check.ts';

/** How often a quota that somebody else changed meanwhile is tried again. */
const retries = 3;

interface Waiting {
  readonly charge: Charge;
  readonly done: Done<Admitted>;
}

export interface Ledger {
  /** Admits a write once all quotas of its namespace have been charged for it. */
  charge(charge: Charge, done: Done<Admitted>): void;
}

/** `quotas`: where they are stored, if they are served. */
export function createLedger(quotas: () => Storage | undefined, clock: Clock): Ledger {
  /** Namespace -> writes that wait for the one that is being charged; an entry as long as one is. */
  const queues = new Map<string, Waiting[]>();
  /** What this server has written last, by path: the cache may lag behind it. */
  const written = new Map<string, ResourceQuota>();

  function current(namespace: string): readonly ResourceQuota[] {
    const found: ResourceQuota[] = [];
    for (const cached of quotas()?.cache.list(namespace) ?? []) {
      if (!isOf(ResourceQuota, cached)) continue;
      const own = written.get(pathOfQuota(cached));
      const isAhead = own?.metadata.uid === cached.metadata.uid && versionOf(own) > versionOf(cached);
      if (own !== undefined && !isAhead) written.delete(pathOfQuota(cached));
      found.push(own !== undefined && isAhead ? own : cached);
    }
    return found;
  }

  function run(namespace: string): void {
    const batch = queues.get(namespace) ?? [];
    if (batch.length === 0) {
      queues.delete(namespace);
      return;
    }
    queues.set(namespace, []);
    settle(current(namespace), batch, retries, () => run(namespace));
  }

  /** Charges these quotas for all of the batch, and answers every one of it. */
  function settle(before: readonly ResourceQuota[], batch: readonly Waiting[], left: number, then: () => void): void {
    let after = before;
    const fitting: Waiting[] = [];
    const answers: (() => void)[] = [];
    for (const waiting of batch) {
      const { charge, done } = waiting;
      const outcome = attempt(() => charged(after, charge, clock.now()));
      if (outcome.status !== undefined) answers.push(() => done(outcome));
      else if (charge.attributes.dryRun || outcome.ok.every((quota, index) => quota === after[index])) {
        answers.push(() => done(admitted));
      } else {
        after = outcome.ok;
        fitting.push(waiting);
      }
    }
    store(before, after, (failed) => {
      const { status } = failed[0] ?? {};
      if (status !== undefined && left > 0) {
        reread(failed, (fresh) => settle(fresh, fitting, left - 1, then));
      } else {
        for (const { done } of fitting) answers.push(() => done(status === undefined ? admitted : { status }));
        then();
      }
      // Last, as who is answered may write again at once.
      for (const answer of answers) answer();
    });
  }

  function store(
    before: readonly ResourceQuota[],
    after: readonly ResourceQuota[],
    done: (failed: readonly Failed[]) => void,
  ): void {
    const changed = after.filter((quota, index) => !sameUse(quota, before[index]));
    const failed: Failed[] = [];
    let left = changed.length;
    if (left === 0) return done(failed);
    for (const quota of changed) {
      swap(quota, (status) => {
        if (status !== undefined) failed.push({ quota, status });
        left -= 1;
        if (left === 0) done(failed);
      });
    }
  }

  /** Writes the status, if the quota is still the one it was reckoned from. */
  function swap(quota: ResourceQuota, done: (status: Status | undefined) => void): void {
    const storage = quotas();
    const path = pathOfQuota(quota);
    const change = (now: KubeObject, changed: Done<Change>): void => {
      const isSame = now.metadata.resourceVersion === quota.metadata.resourceVersion;
      changed(isSame ? { ok: { put: quota } } : { status: conflict(resource, quota.metadata.name) });
    };
    storage?.update(path, change, { dryRun: false }, (outcome) => {
      if (outcome.status === undefined && isOf(ResourceQuota, outcome.ok.object)) written.set(path, outcome.ok.object);
      done(outcome.status);
    });
  }

  /** The quotas that others have changed, as they are now; those that are gone no longer count. */
  function reread(failed: readonly Failed[], done: (fresh: readonly ResourceQuota[]) => void): void {
    const fresh: ResourceQuota[] = [];
    let left = failed.length;
    for (const { quota } of failed) {
      quotas()?.get(pathOfQuota(quota), ({ ok }) => {
        if (ok !== undefined && isOf(ResourceQuota, ok)) fresh.push(ok);
        left -= 1;
        if (left === 0) done(fresh);
      });
    }
  }

  return {
    charge(charge, done) {
      const { namespace } = charge.attributes;
      const queue = queues.get(namespace);
      if (queue !== undefined) queue.push({ charge, done });
      else {
        queues.set(namespace, [{ charge, done }]);
        run(namespace);
      }
    },
  };
}

interface Failed {
  readonly quota: ResourceQuota;
  readonly status: Status;
}

const resource = { group: '', plural: 'resourcequotas' };

function pathOfQuota(quota: ResourceQuota): string {
  return `${quota.metadata.namespace}/${quota.metadata.name}`;
}

function versionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion);
}

function sameUse(a: ResourceQuota, b: ResourceQuota | undefined): boolean {
  return a === b || deepEqual(a.status.used, b?.status.used);
}
