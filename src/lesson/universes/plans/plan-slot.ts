/** Which seeds live through a derived universe, and which one. */

/** Of ten seeds in a row these, counted by their last digit. */
const derivedDigits = [3, 6, 9];

/** A plan of a check's scenario, both counted from 0. */
export interface PlanSlot {
  readonly scenario: number;
  readonly plan: number;
}

/** The scenario a seed derives its universe from, and which of that scenario's plans it takes; undefined: it draws its own. */
export function planSlot(seed: number, scenarios: number): PlanSlot | undefined {
  const digit = derivedDigits.indexOf(seed % 10);
  if (digit < 0 || !Number.isInteger(seed)) return undefined;
  return slotOfPlan(Math.floor(seed / 10) * derivedDigits.length + digit + 1, scenarios);
}

/** All plans of a check have numbers from 1 on: first comes the first of each scenario. */
export const slotOfPlan = (number: number, scenarios: number): PlanSlot => ({ scenario: (number - 1) % scenarios, plan: Math.floor((number - 1) / scenarios) });

export const numberOfPlan = ({ scenario, plan }: PlanSlot, scenarios: number): number => plan * scenarios + scenario + 1;
