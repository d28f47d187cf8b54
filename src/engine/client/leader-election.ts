/**
 * One of several processes leads: whoever holds a Lease and keeps renewing it. (client-go tools/leaderelection)
 * A candidate never compares clocks: it only asks how long, by its own clock, the Lease has stood still.
 */
import { Lease } from '../api/index.ts';
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { formatMicroTime, isNotFound } from '../meta/index.ts';
import type { Client } from './types.ts';

export interface LeaderElectionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The lock: `kube-system/kube-scheduler`. */
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Who this candidate is, different for each process. */
  readonly identity: string;
  /** Told once for each term of leadership. */
  onStartedLeading(): void;
  /** Told when leadership is lost: what was begun must stop at once. */
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
/** A leader that couldn't renew for this long stops leading, well before the others may begin. */
export const renewDeadlineMs = 10_000;
/** Between two tries. */
export const retryPeriodMs = 2_000;
/** Followers wait up to this much longer, so that they don't all try at once. */
const jitterFactor = 1.2;

/** Begins a candidacy; the first try comes at once. */
export function startLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { client, clock, random, identity } = options;
  const key = `${options.lease.namespace}/${options.lease.name}`;
  let leading = false;
  let stopped = false;
  /** The lease as last seen to change, and when that was by this process's own clock. */
  let seen: Lease | undefined;
  let seenAtMs = clock.now();
  let renewedAtMs = clock.now();
  let timer: Timer | undefined;

  function note(lease: Lease): void {
    if (seen?.metadata.resourceVersion === lease.metadata.resourceVersion) return;
    seen = lease;
    seenAtMs = clock.now();
  }

  /** Holds the lease afterwards, or throws what the API server said, or leaves it to another. */
  async function tryAcquireOrRenew(): Promise<boolean> {
    const now = formatMicroTime(clock.now());
    const lease = await client.get(Lease, key).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    if (lease === undefined) {
      const spec = { holderIdentity: identity, leaseDurationSeconds: leaseDurationMs / 1000, leaseTransitions: 0 };
      note(
        await client.create(Lease, {
          metadata: options.lease,
          spec: { ...spec, acquireTime: now, renewTime: now },
        }),
      );
      return true;
    }
    note(lease);
    const { holderIdentity = '', leaseTransitions = 0, leaseDurationSeconds = leaseDurationMs / 1000 } = lease.spec;
    const mine = holderIdentity === identity;
    if (!mine && holderIdentity !== '' && clock.now() < seenAtMs + leaseDurationSeconds * 1000) return false;
    const held = { holderIdentity: identity, leaseDurationSeconds: leaseDurationMs / 1000, renewTime: now };
    const taken = mine ? {} : { acquireTime: now, leaseTransitions: leaseTransitions + 1 };
    // The update carries the resourceVersion that was read: of two who try, one is refused.
    note(await client.update(Lease, { ...lease, spec: { ...lease.spec, ...held, ...taken } }));
    return true;
  }

  async function attempt(): Promise<void> {
    const held = await tryAcquireOrRenew().catch(() => false);
    if (stopped) return;
    if (held) renewedAtMs = clock.now();
    if (held && !leading) {
      leading = true;
      options.onStartedLeading();
    } else if (leading && (seen?.spec.holderIdentity !== identity || clock.now() - renewedAtMs >= renewDeadlineMs)) {
      leading = false;
      options.onStoppedLeading();
    }
    next();
  }

  function next(): void {
    const waitMs = leading ? retryPeriodMs : retryPeriodMs * (1 + random.next() * jitterFactor);
    timer = clock.after(waitMs, () => void attempt(), { background: true });
  }

  /** A renewal may hang for as long as a request may: the deadline is watched apart from it. */
  function watchDeadline(): void {
    if (stopped) return;
    if (leading && clock.now() - renewedAtMs >= renewDeadlineMs) {
      leading = false;
      options.onStoppedLeading();
    }
    clock.after(retryPeriodMs, watchDeadline, { background: true });
  }

  timer = clock.after(0, () => void attempt());
  watchDeadline();

  return {
    leading: () => leading,
    holder: () => seen?.spec.holderIdentity ?? '',
    stop() {
      stopped = true;
      timer?.cancel();
      if (leading) {
        leading = false;
        options.onStoppedLeading();
      }
    },
  };
}
