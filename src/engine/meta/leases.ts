/** What a candidate for a Lease knows, and what it may decide: see `parts/lease-rule.ts`. */

/** The `spec` of the Lease. Times are texts by the clock of the candidate that wrote them. */
export interface LeaseRecord {
  /** Who leads; '' once it has been released. */
  readonly holderIdentity: string;
  /** For so long after the last change the others leave it alone. */
  readonly leaseDurationSeconds: number;
  /** Since when this holder leads. */
  readonly acquireTime: string;
  readonly renewTime: string;
  /** How often the holder has changed. */
  readonly leaseTransitions: number;
}

/** What a candidate knows when it decides. Times are milliseconds by its own clock. */
export interface Candidacy {
  /** No other candidate has it. */
  readonly identity: string;
  readonly nowMs: number;
  /** As it was read last; absent while there is none. */
  readonly lease?: LeaseRecord;
  /** When this candidate first read it as it is. */
  readonly seenAtMs: number;
  /** Only of a leader: when it sent its last write that has been stored. */
  readonly renewedAtMs?: number;
  /** What this candidate writes into the Lease. */
  readonly leaseDurationSeconds: number;
  /** A leader that hasn't renewed for so long stops: well before the lease runs out. */
  readonly renewDeadlineMs: number;
}

/** What it does next. */
export type LeaseDecision =
  | { readonly do: 'wait' }
  /** To acquire the Lease, or to renew it: stored only if the Lease hasn't changed since it was read. */
  | { readonly do: 'write'; readonly record: LeaseRecord }
  /** Leads no longer, from this moment on. */
  | { readonly do: 'stepDown' };
