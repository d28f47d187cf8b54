/** Times on the picture, where stretches of nothing are shortened: between two knots, evenly. */
import type { TraceView } from '../../../viz/trace-model.ts';

export type Knots = TraceView['knots'];

/** Where a time lies, 0 to 1. */
export function placeOf(knots: Knots, t: number): number {
  const next = knots.findIndex((knot) => knot.t >= t);
  const after = knots[next < 0 ? knots.length - 1 : next];
  const before = knots[next - 1];
  if (after === undefined || next < 0) return 1;
  if (before === undefined) return after.x;
  return before.x + ((t - before.t) / (after.t - before.t || 1)) * (after.x - before.x);
}

/** The time at a place. */
export function timeAt(knots: Knots, x: number): number {
  const next = knots.findIndex((knot) => knot.x >= x);
  const after = knots[next < 0 ? knots.length - 1 : next];
  const before = knots[next - 1];
  if (after === undefined) return 0;
  if (before === undefined) return after.t;
  return before.t + ((x - before.x) / (after.x - before.x || 1)) * (after.t - before.t);
}

/** The window around a place (0 to 1), `factor` times as wide; whole milliseconds, at least two. */
export function zoomed(knots: Knots, around: number, factor: number): { readonly from: number; readonly to: number } {
  const from = Math.round(timeBeyond(knots, around - around * factor));
  const to = Math.round(timeBeyond(knots, around + (1 - around) * factor));
  return { from, to: Math.max(to, from + 2) };
}

/** As `timeAt`; beyond the ends time goes on as fast as within. */
function timeBeyond(knots: Knots, x: number): number {
  const first = knots[0]?.t ?? 0;
  const last = knots.at(-1)?.t ?? 1;
  if (x < 0) return first + x * (last - first);
  return x > 1 ? last + (x - 1) * (last - first) : timeAt(knots, x);
}

/** "40.006 s"; of later ones only what is new: ".010". */
export function axisLabels(knots: Knots, most: number): readonly { readonly x: number; readonly text: string }[] {
  const labels: { x: number; text: string }[] = [];
  let second: number | undefined;
  for (let index = 0; index <= most; index += 1) {
    const x = index / most;
    const t = Math.round(timeAt(knots, x));
    const whole = Math.floor(t / 1000);
    const text = whole === second ? `.${String(((t % 1000) + 1000) % 1000).padStart(3, '0')}` : `${(t / 1000).toFixed(3)} s`;
    second = whole;
    if (labels.at(-1)?.text !== text) labels.push({ x, text });
  }
  return labels;
}
