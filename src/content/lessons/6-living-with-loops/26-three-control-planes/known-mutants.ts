/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const both = 'Both statements step down: which one is first makes no difference.';
const early = 'A leader that stops a millisecond earlier is right as well: it may leave itself room.';
const dot = 'It differs at exactly the renew deadline, where five seconds are left before another may begin.';
const later = 'A follower that waits some milliseconds longer is right as well: it may leave itself room.';

export default {
  equivalent: {
    "swap-statements: … if (lease !== undefined && lease.holderIdentity !== identity) return { do: 'step … e53767 … → … if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' }; if (lease … 9bf9e6 …":
      both,
    "bound-by-one: if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' }; → if (nowMs - renewedAtMs >= renewDeadlineMs + 1) return { do: 'stepDown' };":
      dot,
    "bound-by-one: if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' }; → if (nowMs - renewedAtMs >= renewDeadlineMs - 1) return { do: 'stepDown' };":
      early,
    'bound-by-one: … seenAtMs + lease.leaseDurationSeconds * 1000 … → … (seenAtMs + lease.leaseDurationSeconds * 1000) + 1 …':
      later,
    "bound-by-one: if (isHeld && nowMs < seenAtMs + lease.leaseDurationSeconds * 1000) return { do: 'wait' }; → if (isHeld && nowMs < seenAtMs + lease.leaseDurationSeconds * 1001) return { do: 'wait' };":
      later,
    "EqualityOperator: if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' }; → if (nowMs - renewedAtMs > renewDeadlineMs) return { do: 'stepDown' };":
      dot,
    'EqualityOperator: … nowMs < seenAtMs + lease.leaseDurationSeconds * 1000 … → … nowMs <= seenAtMs + lease.leaseDurationSeconds * 1000 …':
      later,
  },
  accepted: {},
} satisfies KnownMutants;
