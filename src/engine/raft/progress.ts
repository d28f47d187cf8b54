/** How a leader's picture of one follower moves: probe -> replicate, back on doubt, snapshot when the log doesn't reach (etcd's tracker). */
import type { Progress } from './state.ts';
import type { Index } from './types.ts';

type Known = Pick<Progress, 'match' | 'next' | 'active' | 'round' | 'applied'>;

function known({ match, next, active, round, applied }: Progress): Known {
  return { match, next, active, round, applied };
}

/** Of a member nothing is known of. */
export function newProgress(next: Index): Progress {
  return { match: 0, next, active: true, round: 0, applied: 0, mode: 'probe', paused: false };
}

/** May nothing be sent to it before it answers? */
export function isPaused(progress: Progress, maxInflight: number): boolean {
  switch (progress.mode) {
    case 'probe':
      return progress.paused;
    case 'replicate':
      return progress.inflight.length >= maxInflight;
    case 'snapshot':
      return true;
  }
}

/** Search its end again, from what it surely has. After a snapshot: from behind it, if it may have arrived. */
export function toProbe(progress: Progress, paused: boolean, snapshotArrived = false): Progress {
  const from =
    progress.mode === 'snapshot' && snapshotArrived ? Math.max(progress.match, progress.index) : progress.match;
  return { ...known(progress), next: from + 1, mode: 'probe', paused };
}

export function toReplicate(progress: Progress): Progress {
  return { ...known(progress), next: progress.match + 1, mode: 'replicate', inflight: [] };
}

export function toSnapshot(progress: Progress, index: Index): Progress {
  return { ...known(progress), mode: 'snapshot', index };
}

/** After a message with entries up to `last` (or none: `last` = next - 1) was sent. */
export function sent(progress: Progress, last: Index): Progress {
  switch (progress.mode) {
    case 'probe':
      return { ...progress, paused: true };
    case 'replicate':
      return last < progress.next ? progress : { ...progress, next: last + 1, inflight: [...progress.inflight, last] };
    case 'snapshot':
      return progress;
  }
}

/** It has everything up to `index`. `logStart`: first index the leader can still send. */
export function acknowledged(progress: Progress, index: Index, logStart: Index): Progress {
  const grown = index > progress.match;
  const moved = grown ? { ...progress, match: index, next: Math.max(progress.next, index + 1) } : progress;
  switch (moved.mode) {
    case 'probe':
      return grown || index === moved.match ? toReplicate(moved) : moved;
    case 'replicate':
      return moved.inflight.length === 0
        ? moved
        : { ...moved, inflight: moved.inflight.filter((last) => last > index) };
    case 'snapshot':
      return moved.match + 1 >= logStart ? toReplicate(moved) : moved;
  }
}

/** It refused what follows `rejected`; `hint` is where it could agree. undefined: a late answer to an older message. */
export function rejected(progress: Progress, rejectedIndex: Index, hint: Index): Progress | undefined {
  if (progress.mode === 'replicate') return rejectedIndex <= progress.match ? undefined : toProbe(progress, false);
  if (progress.mode === 'snapshot' || progress.next - 1 !== rejectedIndex) return undefined;
  const next = Math.max(Math.min(rejectedIndex, hint + 1), progress.match + 1);
  // It refuses what it has acknowledged, for it has committed another entry: to send the same at once would never end.
  return next === progress.next ? undefined : { ...progress, next, paused: false };
}
