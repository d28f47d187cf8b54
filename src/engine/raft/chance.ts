/** A member's own chance: mulberry32, its whole state one 32-bit integer in the member's state. */

/** Draws an election timeout, uniform in [ticks, 2*ticks-1]. Returns it and the next state of the chance. */
export function drawTimeout(chance: number, ticks: number): { readonly timeout: number; readonly chance: number } {
  const next = (chance + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  const uniform = ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  return { timeout: ticks + Math.floor(uniform * ticks), chance: next };
}
