/**
 * One of several processes leads: the holder of a Lease, as long as it keeps renewing it. (client-go tools/leaderelection)
 * A candidate never compares clocks: it only measures how long, by its own clock, the Lease hasn't changed.
 */
import { Lease } from '../api/index.ts';
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { formatMicroTime, isNotFound } from '../meta/index.ts';
import { type Candidate, type CandidateEffect, type CandidateEvent, stepCandidate } from './leader-election-machine.ts';
import type { Client } from './types.ts';

export { renewDeadlineMs, retryPeriodMs } from './leader-election-machine.ts';

export interface LeaderElectionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The lock: `kube-system/kube-scheduler`. */
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Who this candidate is, different for each process. */
  readonly identity: string;
  /** Called once for each term of leadership. */
  onStartedLeading(): void;
  /** Called when leadership is lost: what was begun must stop at once. */
  onStoppedLeading(): void;
}

export interface LeaderElection {
  leading(): boolean;
  /** Who held the lease when it was last seen. */
  holder(): string;
  /** Ends the candidacy without releasing the lease, as a process that dies. */
  stop(): void;
}

/** How long a lease counts after its last renewal. Others wait as long. */
export const leaseDurationMs = 15_000;

/** The memory of one candidate. */
interface Running {
  readonly options: LeaderElectionOptions;
  state: Candidate;
  /** The lease as last seen to change, and when that was by this process's own clock. */
  seen: Lease | undefined;
  seenAtMs: number;
  timer: Timer | undefined;
}

/** Begins a candidacy; the first try comes at once. Who leads is decided by `stepCandidate`; this makes the requests. */
export function startLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { clock } = options;
  const running: Running = {
    options,
    state: { name: 'following' },
    seen: undefined,
    seenAtMs: clock.now(),
    timer: clock.after(0, () => void attempt(running)),
  };
  dispatch(running, { type: 'deadlineChecked', nowMs: clock.now() });
  return {
    leading: () => running.state.name === 'leading',
    holder: () => running.seen?.spec.holderIdentity ?? '',
    stop: () => dispatch(running, { type: 'stop' }),
  };
}

function dispatch(running: Running, event: CandidateEvent): void {
  const { state, effects } = stepCandidate(running.state, event);
  running.state = state;
  for (const effect of effects) carryOut(running, effect);
}

function carryOut(running: Running, effect: CandidateEffect): void {
  const { clock, random, onStartedLeading, onStoppedLeading } = running.options;
  switch (effect.type) {
    case 'startLeading':
      return onStartedLeading();
    case 'stopLeading':
      return onStoppedLeading();
    case 'tryLater': {
      const { waitMs: leastMs, jitterFactor } = effect;
      const waitMs = jitterFactor === 0 ? leastMs : leastMs * (1 + random.next() * jitterFactor);
      running.timer = clock.after(waitMs, () => void attempt(running), { background: true });
      return;
    }
    case 'checkLater': {
      const check = (): void => dispatch(running, { type: 'deadlineChecked', nowMs: clock.now() });
      clock.after(effect.waitMs, check, { background: true });
      return;
    }
    case 'cancelAttempt':
      return running.timer?.cancel();
  }
}

async function attempt(running: Running): Promise<void> {
  const { clock, identity } = running.options;
  const held = await tryAcquireOrRenew(running).catch(() => false);
  const lostTo = running.seen?.spec.holderIdentity !== identity;
  dispatch(running, { type: 'attempted', held, lostTo, nowMs: clock.now() });
}

function note(running: Running, lease: Lease): void {
  if (running.seen?.metadata.resourceVersion === lease.metadata.resourceVersion) return;
  running.seen = lease;
  running.seenAtMs = running.options.clock.now();
}

/** Holds the lease afterwards, or throws what the API server answered, or leaves it to another. */
async function tryAcquireOrRenew(running: Running): Promise<boolean> {
  const { client, clock, identity, lease: lock } = running.options;
  const now = formatMicroTime(clock.now());
  const lease = await client.get(Lease, `${lock.namespace}/${lock.name}`).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const own = { holderIdentity: identity, leaseDurationSeconds: leaseDurationMs / 1000 };
  if (lease === undefined) {
    const spec = { ...own, leaseTransitions: 0, acquireTime: now, renewTime: now };
    note(running, await client.create(Lease, { metadata: lock, spec }));
    return true;
  }
  note(running, lease);
  const { holderIdentity = '', leaseTransitions = 0, leaseDurationSeconds = leaseDurationMs / 1000 } = lease.spec;
  const mine = holderIdentity === identity;
  if (!mine && holderIdentity !== '' && clock.now() < running.seenAtMs + leaseDurationSeconds * 1000) return false;
  const taken = mine ? {} : { acquireTime: now, leaseTransitions: leaseTransitions + 1 };
  // The update carries the resourceVersion that was read: of two who try, one is refused.
  const spec = { ...lease.spec, ...own, renewTime: now, ...taken };
  note(running, await client.update(Lease, { ...lease, spec }));
  return true;
}
