import type { Check, Trial } from '../types.ts';

/** The trial of a seed: all come equally often. Undefined: the check has none. */
export const trialOf = ({ trials = [] }: Check, seed: number): Trial | undefined => trials[seed % trials.length];
