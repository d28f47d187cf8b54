import type { Check } from '../types.ts';

/** Every second universe of a check that has cases; all where it has neither scenarios nor trials. */
export const isOfCases = ({ cases, scenarios, trials }: Check, seed: number): boolean => cases !== undefined && ((scenarios.length === 0 && trials === undefined) || seed % 2 === 0);
