/** A member's own pseudo-random numbers (mulberry32). The generator's whole state is one 32-bit integer in the member's state. */

/** Draws an election timeout, uniform in [ticks, 2*ticks-1]. Returns it and the generator's next state. */
export function drawTimeout(
  prngState: number,
  ticks: number,
): { readonly timeout: number; readonly prngState: number } {
  const next = (prngState + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  const uniform = ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  return { timeout: ticks + Math.floor(uniform * ticks), prngState: next };
}
