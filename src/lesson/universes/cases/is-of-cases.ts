import type { Check } from '../types.ts';

/** Every second universe of a check that has cases; all where it has no scenarios. */
export const isOfCases = ({ cases, scenarios }: Check, seed: number): boolean => cases !== undefined && (scenarios.length === 0 || seed % 2 === 0);
