/** What preemption works with. */
import type { Random } from '../../kernel/index.ts';
import type { Client, Kind, KubeObject, Lister, PodInfo, SchedulerPlugin } from '../../sdk/index.ts';
import type { ObjectEventRecorder } from '../../sdk/internal.ts';
import type { SchedulerCache } from '../cache.ts';

export interface PreemptionOptions {
  /** They are run on trial, too. */
  readonly plugins: readonly SchedulerPlugin[];
  readonly cache: SchedulerCache;
  listerOf(kind: Kind): Lister<KubeObject> | undefined;
  readonly random: Random;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Notes in the trace that the pod of this uid makes others go; returns the trace event. */
  evicting(uid: string, what: string): number;
  /** A client with requests that name this trace event as their cause. */
  client(cause: number): Client;
  readonly events: ObjectEventRecorder;
  /** The victim couldn't be evicted. */
  failed(victim: PodInfo): void;
  /** All requests for the pod of this uid have been answered. */
  ended(uid: string): void;
}
