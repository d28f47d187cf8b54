/** The strip below the instrument: what was wanted and what was, a moment ago. Pure. */
import type { ChartView } from '../../viz/model.ts';

export interface StripChart {
  /** Paths in a box of 300 × 100, now at the right. */
  readonly wanted: string;
  readonly actual: string;
  /** What lies between them, as a CSS polygon. */
  readonly between: string;
}

const width = 300;

/** `seconds`: how far back. `low`, `high`: the values at the bottom and the top. `steps`: a value holds until the next one; else they are joined. */
export function drawStripChart(
  chart: ChartView | undefined,
  nowMs: number,
  { low, high, steps, seconds }: { readonly low: number; readonly high: number; readonly steps: boolean; readonly seconds: number },
): StripChart {
  const from = nowMs - seconds * 1000;
  const x = (t: number): number => round((Math.max(t, from) - from) / ((seconds * 1000) / width));
  const y = (value: number): number => round(76 - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * 66);
  const points = chart?.points ?? [];
  // The last one before the strip begins holds at its beginning.
  const first = Math.max(0, points.findLastIndex(({ t }) => t <= from));
  const seen = points.slice(first);
  const last = seen.at(-1);
  const drawn = last === undefined ? [] : [...seen, { ...last, t: nowMs }];
  const line = (pick: (point: { wants: number; ready: number }) => number, stepped: boolean): [number, number][] =>
    drawn.flatMap((point, index): [number, number][] => {
      const before = drawn[index - 1];
      const here: [number, number] = [x(point.t), y(pick(point))];
      return stepped && before !== undefined ? [[here[0], y(pick(before))], here] : [here];
    });
  const wanted = line(({ wants }) => wants, true);
  const actual = line(({ ready }) => ready, steps);
  const corners = [...wanted, ...actual.toReversed()].map(([at, level]) => `${round((at / width) * 100)}% ${level}%`);
  return { wanted: path(wanted), actual: path(actual), between: `polygon(evenodd,${corners.join(',') || '0 0'})` };
}

const path = (points: readonly [number, number][]): string =>
  points.length === 0 ? '' : `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`;

const round = (value: number): number => Math.round(value * 100) / 100;
