/** Where times lie on the picture: each moment at which something begins or ends has room, and stretches of nothing are shortened. */
import type { TraceView } from '../../viz/trace-model.ts';
import type { Span } from './spans.ts';

/** Moments that are given room of their own. */
const mostMarks = 240;
/** The part of the picture that lies behind now, where something is due. */
const dueWidth = 0.17;

/** The time scale of a window. `dueTo`: the picture goes on past its end, up to then, with pending events. */
export function timeScaleOf(spans: readonly Span[], from: number, to: number, dueTo: number | undefined): TraceView['timeScale'] {
  // A kubelet's long wait is one span: where nothing else begins or ends within it, it is shortened too.
  const all = [...new Set([from, to, ...spans.flatMap((each) => [each.from, each.to])])]
    .filter((t) => t >= from && t <= to)
    .sort((a, b) => a - b);
  const marks = all.length <= mostMarks ? all : [from, ...all.slice(1, -1).filter((_, index) => index % Math.ceil(all.length / mostMarks) === 0), to];
  const gaps = marks.slice(1).map((t, index) => t - (marks[index] ?? t));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1;
  const widths = gaps.map((gap) => Math.min(Math.max(gap, usual / 2), Math.max(2, 4 * usual)));
  const total = widths.reduce((sum, width) => sum + width, 0) || 1;
  const end = dueTo === undefined ? 1 : 1 - dueWidth;
  let x = 0;
  const timeScale = [{ t: from, x: 0 }];
  for (const [index, width] of widths.entries()) {
    x += (width / total) * end;
    timeScale.push({ t: marks[index + 1] ?? to, x: index === widths.length - 1 ? end : x });
  }
  if (dueTo !== undefined) timeScale.push({ t: dueTo, x: 1 });
  return timeScale;
}

/** The longest waits that take less room than they last, in milliseconds. */
export function shortenedStretches(timeScale: TraceView['timeScale'], to: number): readonly number[] {
  const inside = timeScale.filter(({ t }) => t <= to);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined || last.t === first.t) return [];
  const rate = (last.x - first.x) / (last.t - first.t);
  return inside
    .slice(1)
    .flatMap((point, index) => {
      const before = inside[index];
      if (before === undefined) return [];
      const ms = point.t - before.t;
      return ms >= 100 && point.x - before.x < 0.6 * rate * ms ? [ms] : [];
    })
    .sort((a, b) => b - a)
    .slice(0, 3);
}
