/**
 * One of several processes leads: the holder of a Lease, as long as it keeps renewing it. (client-go tools/leaderelection)
 * What a candidate does is decided by the lease rule; this makes the requests, and remembers when what was sent and seen.
 */
import { Lease } from '../api/index.ts';
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { type Candidacy, isNotFound, type LeaseDecision, type LeaseRecord } from '../meta/index.ts';
import { type Candidate, type CandidateEffect, type CandidateEvent, renewDeadlineMs, stepCandidate } from './leader-election-machine.ts';
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
  /** The lease rule. */
  decide(candidacy: Candidacy): LeaseDecision;
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

/** Begins a candidacy; the first try comes at once. */
export function startLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { clock } = options;
  const running: Running = {
    options,
    state: { name: 'following' },
    seen: undefined,
    seenAtMs: clock.now(),
    timer: clock.after(0, () => void attempt(running)),
  };
  check(running);
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
    case 'checkLater':
      clock.after(effect.waitMs, () => check(running), { background: true });
      return;
    case 'cancelAttempt':
      return running.timer?.cancel();
  }
}

function check(running: Running): void {
  dispatch(running, { type: 'checked', stepsDown: stepsDown(running, undefined) });
}

async function attempt(running: Running): Promise<void> {
  const writtenAtMs = await tryAcquireOrRenew(running).catch(() => undefined);
  dispatch(running, { type: 'attempted', writtenAtMs, stepsDown: stepsDown(running, writtenAtMs) });
}

/** What the rule says. `writtenAtMs`: of a write that has just been confirmed. */
function decide({ options, state, seen, seenAtMs }: Running, writtenAtMs?: number): LeaseDecision {
  const renewedAtMs = writtenAtMs ?? (state.name === 'leading' ? state.renewedAtMs : undefined);
  return options.decide({
    identity: options.identity,
    nowMs: options.clock.now(),
    ...(seen === undefined ? {} : { lease: recordIn(seen) }),
    seenAtMs,
    ...(renewedAtMs === undefined ? {} : { renewedAtMs }),
    leaseDurationSeconds: leaseDurationMs / 1000,
    renewDeadlineMs,
  });
}

/** Only of one that leads, or is about to. */
function stepsDown(running: Running, writtenAtMs: number | undefined): boolean {
  if (writtenAtMs === undefined && running.state.name !== 'leading') return false;
  return decide(running, writtenAtMs).do === 'stepDown';
}

function recordIn({ spec }: Lease): LeaseRecord {
  const { holderIdentity = '', leaseDurationSeconds = leaseDurationMs / 1000, acquireTime = '', renewTime = '', leaseTransitions = 0 } = spec;
  return { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions };
}

function note(running: Running, lease: Lease | undefined): void {
  if (running.seen?.metadata.resourceVersion === lease?.metadata.resourceVersion) return;
  running.seen = lease;
  running.seenAtMs = running.options.clock.now();
}

/** When the write was sent that made it the holder, or kept it that. Undefined where the rule wrote nothing; throws what the API server answered. */
async function tryAcquireOrRenew(running: Running): Promise<number | undefined> {
  const { client, clock, lease: lock } = running.options;
  const lease = await client.get(Lease, `${lock.namespace}/${lock.name}`).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  note(running, lease);
  const decision = decide(running);
  if (decision.do !== 'write') return undefined;
  const sentAtMs = clock.now();
  const { record } = decision;
  // The update carries the resourceVersion that was read: of two who try, one is refused.
  const written = lease === undefined ? client.create(Lease, { metadata: lock, spec: record }) : client.update(Lease, { ...lease, spec: { ...lease.spec, ...record } });
  note(running, await written);
  return sentAtMs;
}
