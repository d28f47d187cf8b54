import type { ChartPoint, ChartView, FaultView } from './model.ts';
import { seconds } from './format.ts';
import { tr } from './words.ts';

/** Wanted against ready over time, as steps, in a box of 0–1 by 0–1 with the origin at the upper left. */
export interface ChartDrawing {
  readonly want: readonly Step[];
  readonly is: readonly Step[];
  /** Between the two, where they differ; each is a closed outline. */
  readonly gaps: readonly (readonly Step[])[];
  readonly now: number;
  /** Stretches in which something was made to go wrong. */
  readonly faults: readonly { readonly from: number; readonly to: number }[];
  readonly xTicks: readonly { readonly at: number; readonly label: string }[];
  readonly yTicks: readonly { readonly at: number; readonly label: string }[];
  /** At the moment that is shown, and how high these lie. */
  readonly wants: number;
  readonly ready: number;
  readonly ends: { readonly want: number; readonly is: number };
  /** The whole picture in a sentence. */
  readonly words: string;
}

export interface Step {
  readonly x: number;
  readonly y: number;
}

/** No more than this long ago is drawn. */
const windowMs = 120_000;
/** The future takes a sixth of the width: it shows the desired state that isn't reached yet. */
const future = 1.2;

/** Draws the chart at `timeMs`; points after it are left out. `cursorMs`: the earlier moment that is shown. */
export function drawChart(
  chart: ChartView,
  timeMs: number,
  cursorMs = timeMs,
  faults: readonly FaultView[] = [],
): ChartDrawing {
  const end = cursorMs >= timeMs - windowMs ? timeMs : cursorMs + windowMs / 2;
  const from = Math.max(0, end - windowMs);
  const to = from + Math.max(10_000, (end - from) * future);
  const known = chart.points.filter(({ t }) => t <= end);
  const seen = known.filter(({ t }) => t <= cursorMs);
  const last = seen.at(-1) ?? { t: cursorMs, wants: 0, ready: 0 };
  const first = known.findLast(({ t }) => t <= from);
  const points = [...(first ? [{ ...first, t: from }] : []), ...known.filter(({ t }) => t > from || !first)];
  const top = Math.max(1, ...points.map(({ wants, ready }) => Math.max(wants, ready)));
  const unit = yUnit(top);
  const x = (t: number): number => (t - from) / (to - from);
  // A little air above the highest line, so that it isn't cut.
  const y = (value: number): number => 1 - (value / top) * 0.9 - 0.04;
  return {
    want: steps(points, 'wants', x, y, to),
    is: steps(points, 'ready', x, y, end),
    gaps: gaps(points, x, y, end, (to - from) / 250),
    now: x(cursorMs),
    faults: faults
      .filter((fault) => fault.to >= from && fault.from <= end)
      .map((fault) => ({ from: Math.max(0, x(fault.from)), to: Math.min(1, x(fault.to)) })),
    xTicks: xTicks(from, end).map((t) => ({
      at: x(t),
      label: t === from ? `${Math.round(t / 1000)} s` : String(t / 1000),
    })),
    yTicks: Array.from({ length: Math.floor(top / unit) + 1 }, (_, i) => ({
      at: y(i * unit),
      label: String(i * unit),
    })),
    wants: last.wants,
    ready: last.ready,
    ends: { want: y(last.wants), is: y(last.ready) },
    words: words(chart, seen, last),
  };
}

function steps(points: readonly ChartPoint[], key: 'wants' | 'ready', x: Scale, y: Scale, until: number): Step[] {
  const corners: Step[] = [];
  for (const point of points) {
    const before = corners.at(-1);
    const at = { x: x(point.t), y: y(point[key]) };
    if (before && before.y === at.y) continue;
    if (before) corners.push({ x: at.x, y: before.y });
    corners.push(at);
  }
  const last = corners.at(-1);
  return last ? [...corners, { x: x(until), y: last.y }] : [];
}

/**
 * One outline for each stretch in which the two differ, however many steps it has: along the desired state, and back along the actual state. A gap
 * that has just opened has no width yet; it is drawn `leastMs` wide so that it can be seen.
 */
function gaps(points: readonly ChartPoint[], x: Scale, y: Scale, now: number, leastMs: number): Step[][] {
  const outlines: Step[][] = [];
  let [there, back]: [Step[], Step[]] = [[], []];
  for (const [index, point] of points.entries()) {
    if (point.wants === point.ready) continue;
    const next = points[index + 1];
    const [left, right] = [x(point.t), x(next?.t ?? Math.max(now, point.t + leastMs))];
    there.push({ x: left, y: y(point.wants) }, { x: right, y: y(point.wants) });
    back.push({ x: left, y: y(point.ready) }, { x: right, y: y(point.ready) });
    if (next !== undefined && next.wants !== next.ready) continue;
    outlines.push([...there, ...back.reverse()]);
    [there, back] = [[], []];
  }
  return outlines;
}

type Scale = (value: number) => number;

const nice = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
};

const yUnit = (top: number): number => Math.max(1, nice(top / 3));

const mostTicks = 12;

function xTicks(from: number, now: number): number[] {
  const step = nice(Math.max(10_000, now - from) / 5 / 1000) * 1000;
  const ticks = [from];
  // One that lies on the first can't be read.
  const first = (Math.floor(from / step) + 1) * step;
  // Counted, for numbers so large that a step more is the same number.
  for (let count = 0; count < mostTicks && first + count * step <= now; count += 1)
    if (first + count * step > from + step / 2) ticks.push(first + count * step);
  return ticks;
}

function words({ name, measured }: ChartView, points: readonly ChartPoint[], last: ChartPoint): string {
  if (measured) return tr('The desired and the actual state of {name}. Desired now: {wants}. Actual: {actual}.', { name, wants: last.wants, actual: last.ready });
  const changes = points.filter((point, index) => point.ready !== points[index - 1]?.ready).slice(-4);
  const ready = changes.map(({ t, ready }) => tr('{count} at {time}', { count: ready, time: seconds(t) })).join(', ');
  return tr('Desired and ready replicas of {name}. Desired now {wants}. Ready: {ready}.', { name, wants: last.wants, ready: ready || tr('none yet') });
}
