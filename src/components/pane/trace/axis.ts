/** Times on the picture, where stretches of nothing are shortened: linear between two points of the scale. */
import type { TraceView } from '../../../viz/trace-model.ts';
import { tr } from '../../../lesson/words/words.ts';

export type TimeScale = TraceView['timeScale'];

/** Where a time lies, 0 to 1. */
export function placeOf(timeScale: TimeScale, t: number): number {
  const next = timeScale.findIndex((point) => point.t >= t);
  const after = timeScale[next];
  const before = timeScale[next - 1];
  if (after === undefined) return 1;
  if (before === undefined) return after.x;
  return before.x + ((t - before.t) / (after.t - before.t || 1)) * (after.x - before.x);
}

/** The time at a place. */
export function timeAt(timeScale: TimeScale, x: number): number {
  const next = timeScale.findIndex((point) => point.x >= x);
  const after = timeScale[next < 0 ? timeScale.length - 1 : next];
  const before = timeScale[next - 1];
  if (after === undefined) return 0;
  if (before === undefined) return after.t;
  return before.t + ((x - before.x) / (after.x - before.x || 1)) * (after.t - before.t);
}

/** The window around a place (0 to 1), `factor` times as wide; whole milliseconds, at least two. */
export function zoomed(timeScale: TimeScale, around: number, factor: number): { readonly from: number; readonly to: number } {
  const from = Math.round(timeBeyond(timeScale, around - around * factor));
  const to = Math.round(timeBeyond(timeScale, around + (1 - around) * factor));
  return { from, to: Math.max(to, from + 2) };
}

/** As `timeAt`; beyond the ends time goes on as fast as within. */
function timeBeyond(timeScale: TimeScale, x: number): number {
  const first = timeScale[0]?.t ?? 0;
  const last = timeScale.at(-1)?.t ?? 1;
  if (x < 0) return first + x * (last - first);
  return x > 1 ? last + (x - 1) * (last - first) : timeAt(timeScale, x);
}

export interface AxisLabel {
  readonly x: number;
  readonly text: string;
  readonly now: boolean;
}

/** "40.006 s"; of later ones only what is new: ".010". Now is always there, and what would touch another label is left out. */
export function axisLabels(timeScale: TimeScale, now: number | undefined, widthPx: number): readonly AxisLabel[] {
  const apart = 74 / widthPx;
  const nowX = now === undefined ? undefined : placeOf(timeScale, now);
  const labels: AxisLabel[] = [];
  let second: number | undefined;
  const add = (x: number, t: number, isNow: boolean): void => {
    const whole = Math.floor(t / 1000);
    const part = `.${String(((t % 1000) + 1000) % 1000).padStart(3, '0')}`;
    labels.push({ x, now: isNow, text: `${isNow ? `${tr('now')} ` : ''}${whole === second ? part : `${whole}${part} s`}` });
    second = whole;
  };
  const most = Math.max(1, Math.floor(1 / (apart * 1.3)));
  for (let index = 0; index <= most; index += 1) {
    const x = index / most;
    if (nowX !== undefined && !labels.some((label) => label.now) && nowX <= x + apart) {
      if ((labels.at(-1)?.x ?? -1) > nowX - apart) labels.pop();
      add(nowX, now ?? 0, true);
    }
    // The last one ends where it stands, the others are in the middle of themselves; "now" is longer.
    const last = labels.at(-1);
    const room = apart * (x > 0.92 ? 1.2 : 1) * (last?.now ? 1.25 : 1);
    if (x - (last?.x ?? -1) >= room) add(x, Math.round(timeAt(timeScale, x)), false);
  }
  return labels;
}
