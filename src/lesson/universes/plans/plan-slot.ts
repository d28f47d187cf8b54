/** Which seeds live through a derived universe, and which one. */

/** Of ten seeds in a row these, counted by their last digit. */
const derivedDigits = [3, 6, 9];

/** The scenario a seed derives its universe from, and which of that scenario's plans it takes; undefined: it draws its own. */
export function planSlot(seed: number, scenarios: number): { readonly scenario: number; readonly plan: number } | undefined {
  const digit = derivedDigits.indexOf(seed % 10);
  if (digit < 0 || !Number.isInteger(seed)) return undefined;
  const rank = Math.floor(seed / 10) * derivedDigits.length + digit;
  return { scenario: rank % scenarios, plan: Math.floor(rank / scenarios) };
}
