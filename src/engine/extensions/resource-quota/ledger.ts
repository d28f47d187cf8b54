/** The quotas' status as this API server writes it: one namespace at a time, all waiting writes of it in one go. */
import { ResourceQuota } from '../../api/index.ts';
import { type Admitted, admitted } from '../../apiserver/admission/admission.ts';
import { attempt, type Done } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Change, Storage } from '../../apiserver/storage.ts';
import type { Clock } from '../../kernel/index.ts';
import { conflict, deepEqual, type KubeObject, type Status } from '../../meta/index.ts';
import { type Charge, charged } from './check.ts';

/** How often a write is tried again after another server has changed the quota. */
const retries = 3;

interface Waiting {
  readonly charge: Charge;
  readonly done: Done<Admitted>;
}

export interface Ledger {
  /** Admits a write once all quotas of its namespace have been charged for it. */
  charge(charge: Charge, done: Done<Admitted>): void;
}

interface LedgerState {
  /** Where quotas are stored, if they are served. */
  readonly quotas: () => Storage | undefined;
  readonly clock: Clock;
  /** Namespace -> writes that wait for the one that is being charged; an entry as long as one is. */
  readonly queues: Map<string, Waiting[]>;
  /** What this server has written last, by path: the cache may lag behind it. */
  readonly written: Map<string, ResourceQuota>;
}

/** `quotas`: where they are stored, if they are served. */
export function createLedger(quotas: () => Storage | undefined, clock: Clock): Ledger {
  const state: LedgerState = { quotas, clock, queues: new Map(), written: new Map() };
  return {
    charge(charge, done) {
      const { namespace } = charge.attributes;
      const queue = state.queues.get(namespace);
      if (queue !== undefined) queue.push({ charge, done });
      else {
        state.queues.set(namespace, [{ charge, done }]);
        run(state, namespace);
      }
    },
  };
}

/** Charges what waits in a namespace, batch after batch, until nothing does. */
function run(state: LedgerState, namespace: string): void {
  const { queues } = state;
  const batch = queues.get(namespace) ?? [];
  if (batch.length === 0) {
    queues.delete(namespace);
    return;
  }
  queues.set(namespace, []);
  settle(state, current(state, namespace), batch, retries, () => run(state, namespace));
}

function current({ quotas, written }: LedgerState, namespace: string): readonly ResourceQuota[] {
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

/** Charges these quotas for all of the batch, and answers every one of it. */
function settle(
  state: LedgerState,
  before: readonly ResourceQuota[],
  batch: readonly Waiting[],
  left: number,
  then: () => void,
): void {
  const { after, fitting, answers } = chargeAll(before, batch, state.clock.now());
  store(state, before, after, (failed) => {
    const { status } = failed[0] ?? {};
    if (status !== undefined && left > 0) {
      reread(state, failed, (fresh) => settle(state, fresh, fitting, left - 1, then));
    } else {
      for (const { done } of fitting) answers.push(() => done(status === undefined ? admitted : { status }));
      then();
    }
    // Last: those answered may write again at once.
    for (const answer of answers) answer();
  });
}

/** What charging a batch comes to. */
interface Charges {
  /** The quotas with all of it charged. */
  readonly after: readonly ResourceQuota[];
  /** Writes to be admitted once `after` is stored. */
  readonly fitting: readonly Waiting[];
  /** Answers to the other writes: those refused, and those that change no quota. */
  readonly answers: (() => void)[];
}

function chargeAll(before: readonly ResourceQuota[], batch: readonly Waiting[], nowMs: number): Charges {
  let after = before;
  const fitting: Waiting[] = [];
  const answers: (() => void)[] = [];
  for (const waiting of batch) {
    const { charge, done } = waiting;
    const outcome = attempt(() => charged(after, charge, nowMs));
    if (outcome.status !== undefined) answers.push(() => done(outcome));
    else if (charge.attributes.dryRun || outcome.ok.every((quota, index) => quota === after[index])) {
      answers.push(() => done(admitted));
    } else {
      after = outcome.ok;
      fitting.push(waiting);
    }
  }
  return { after, fitting, answers };
}

function store(
  state: LedgerState,
  before: readonly ResourceQuota[],
  after: readonly ResourceQuota[],
  done: (failed: readonly Failed[]) => void,
): void {
  const changed = after.filter((quota, index) => !sameUse(quota, before[index]));
  const failed: Failed[] = [];
  let left = changed.length;
  if (left === 0) return done(failed);
  for (const quota of changed) {
    swap(state, quota, (status) => {
      if (status !== undefined) failed.push({ quota, status });
      left -= 1;
      if (left === 0) done(failed);
    });
  }
}

/** Writes the status, if the quota is still the one it was reckoned from. */
function swap(
  { quotas, written }: LedgerState,
  quota: ResourceQuota,
  done: (status: Status | undefined) => void,
): void {
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
function reread(
  { quotas }: LedgerState,
  failed: readonly Failed[],
  done: (fresh: readonly ResourceQuota[]) => void,
): void {
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
