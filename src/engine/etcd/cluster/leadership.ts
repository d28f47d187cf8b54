/**
 * What a member knows of its leader, as a state machine: raft's view after each of its steps in, what follows for leases, reads and
 * streams out. Raft decides who leads (raft/step.ts); this decides what a change of leader means to the member's clients.
 */

import { failure } from '../failure.ts';
import type { EtcdFailure } from '../types.ts';

export const electionTimeoutMs = 1000;
/** A member without a leader for this long cancels the streams that require one (v3rpc/interceptor.go). */
const leaderlessMs = 3000;

export type Leader =
  /** None was known since the member started. */
  | { readonly type: 'unknown' }
  /** `sinceMs`: when this member learned of it. */
  | { readonly type: 'known'; readonly id: string; readonly sinceMs: number }
  /** The last one is lost; `lastSinceMs` is when this member had learned of it. */
  | { readonly type: 'lost'; readonly lastSinceMs: number };

export interface Leadership {
  readonly self: string;
  readonly leader: Leader;
  /** Where leadership is being transferred to at a client's request. */
  readonly transferTo: string | undefined;
}

export type LeadershipEvent =
  /** Raft has stepped and knows this leader now. */
  | { readonly type: 'stepped'; readonly leader: string | undefined; readonly nowMs: number }
  | { readonly type: 'transferRequested'; readonly target: string }
  | { readonly type: 'transferTimedOut' };

export type LeadershipEffect =
  /** Answers the client that requested the transfer. */
  | { readonly type: 'answerTransfer'; readonly failure: EtcdFailure | undefined }
  /** Has raft transfer leadership; `transferTimedOut` follows after this long. */
  | { readonly type: 'transfer'; readonly target: string; readonly timeoutMs: number }
  /** This member decides now when leases end. */
  | { readonly type: 'promoteLeases' }
  | { readonly type: 'demoteLeases' }
  /** Cancels the streams that require a leader, unless one is found in time. */
  | { readonly type: 'armCancelStreams'; readonly delayMs: number }
  | { readonly type: 'disarmCancelStreams' }
  /** Reads that the last leader was to confirm fail. */
  | { readonly type: 'failReads' }
  /** Requests to the leader are sent again, to the new one. */
  | { readonly type: 'resendToLeader' };

export interface LeadershipStep {
  readonly state: Leadership;
  readonly effects: readonly LeadershipEffect[];
}

const none: readonly LeadershipEffect[] = [];

/** A member that has just started. */
export function startLeadership(self: string): Leadership {
  return { self, leader: { type: 'unknown' }, transferTo: undefined };
}

/** One step. */
export function stepLeadership(state: Leadership, event: LeadershipEvent): LeadershipStep {
  switch (event.type) {
    case 'stepped':
      return stepped(state, event);
    case 'transferRequested': {
      const { target } = event;
      const effect: LeadershipEffect = { type: 'transfer', target, timeoutMs: electionTimeoutMs };
      return { state: { ...state, transferTo: target }, effects: [effect] };
    }
    case 'transferTimedOut':
      return {
        state: { ...state, transferTo: undefined },
        effects: [{ type: 'answerTransfer', failure: failure('timeout') }],
      };
  }
}

/** The leader a member knows of. */
export function knownLeader({ leader }: Leadership): string | undefined {
  return leader.type === 'known' ? leader.id : undefined;
}

/** How a request fails that waited since then: as etcd tells a leader's failure from a mere delay (v3_server.go parseProposeCtxErr). */
export function timeoutFailure({ leader }: Leadership, waitingSinceMs: number): EtcdFailure {
  if (leader.type === 'unknown') return failure('timeout');
  const electedMs = leader.type === 'known' ? leader.sinceMs : leader.lastSinceMs;
  const lostMs = electedMs - 2 * electionTimeoutMs;
  return failure(waitingSinceMs > lostMs && waitingSinceMs < electedMs ? 'timeoutLeaderFailed' : 'timeout');
}

function stepped(before: Leadership, event: Extract<LeadershipEvent, { type: 'stepped' }>): LeadershipStep {
  const arrived = before.transferTo !== undefined && event.leader === before.transferTo;
  const same = event.leader === knownLeader(before);
  if (same && !arrived) return { state: before, effects: none };
  const state = arrived ? { ...before, transferTo: undefined } : before;
  const answer: readonly LeadershipEffect[] = arrived ? [{ type: 'answerTransfer', failure: undefined }] : none;
  if (same) return { state, effects: answer };
  const leases = leaseEffects(before, event.leader);
  if (event.leader === undefined) {
    return { state: { ...state, leader: lost(before.leader) }, effects: [...answer, ...leases, cancelStreamsLater] };
  }
  // Before its first leader a member answers no reads (server.go ReadyNotify): those that wait go on waiting.
  const reads: readonly LeadershipEffect[] = before.leader.type === 'unknown' ? none : [{ type: 'failReads' }];
  return {
    state: { ...state, leader: { type: 'known', id: event.leader, sinceMs: event.nowMs } },
    effects: [...answer, ...leases, { type: 'disarmCancelStreams' }, ...reads, { type: 'resendToLeader' }],
  };
}

const cancelStreamsLater: LeadershipEffect = { type: 'armCancelStreams', delayMs: leaderlessMs };

function leaseEffects(before: Leadership, now: string | undefined): readonly LeadershipEffect[] {
  if (now === before.self) return [{ type: 'promoteLeases' }];
  return knownLeader(before) === before.self ? [{ type: 'demoteLeases' }] : none;
}

function lost(leader: Leader): Leader {
  return leader.type === 'known' ? { type: 'lost', lastSinceMs: leader.sinceMs } : leader;
}
