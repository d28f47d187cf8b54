import type { Check, Trial } from '../types.ts';

/** The trial of a seed: all come equally often. Undefined: the check has none. Where it has cases as well, even seeds are theirs. */
export const trialOf = ({ trials = [], cases }: Check, seed: number): Trial | undefined => trials[(cases === undefined ? seed : Math.floor(seed / 2)) % trials.length];
