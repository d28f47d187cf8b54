/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const unequal = 'The two terms aren’t equal here: for integers it is the same.';

export default {
  equivalent: {
    'swap-statements: … if (request.term < voter.term) return false; // A vote counts for one term. cons … 0abb49 … → … const votedFor = request.term > voter.term ? undefined : voter.votedFor; if (req … 3aac5e …':
      'The second statement only names a value.',
    'bound-by-one: if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm; → if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm - 1;': unequal,
    'EqualityOperator: if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm; → if (request.lastTerm !== voter.lastTerm) return request.lastTerm >= voter.lastTerm;': unequal,
  },
  accepted: {},
} satisfies KnownMutants;
