/** A chart as lines on a plane of points: scales, ticks, paths and words. */
import type { ChartData, ChartLine } from './display-data.ts';
import { tr } from './words.ts';

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly lines: readonly PlotLine[];
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface PlotLine {
  readonly name: string;
  readonly role: ChartLine['role'];
  /** An SVG path. */
  readonly path: string;
  /** Where its name stands, beside its end. */
  readonly labelY: number;
  readonly last: string;
}

/** Room between two names at the right. */
const labelGap = 16;

/** The plane is `width` × `height`, with y downwards as in SVG. */
export function plot(chart: ChartData, width: number, height: number): Plot {
  const points = chart.lines.flatMap((line) => line.points);
  const x = scale(points.map(([value]) => value), width, false);
  const y = scale([0, ...points.map(([, value]) => value)], height, true);
  const lines = chart.lines.filter((line) => line.points.length > 0);
  const labels = spread(lines.map((line) => y.at(line.points.at(-1)?.[1] ?? 0)), height);
  return {
    width,
    height,
    xTicks: x.ticks.map((value) => ({ at: x.at(value), label: shown(value) })),
    yTicks: y.ticks.map((value) => ({ at: y.at(value), label: shown(value) })),
    lines: lines.map((line, index) => ({
      name: line.name,
      role: line.role,
      path: path(line, x, y, width),
      labelY: labels[index] ?? 0,
      last: shown(line.points.at(-1)?.[1] ?? 0),
    })),
  };
}

/** The chart in a sentence or two, for who doesn't see it. */
export function chartWords({ title, x, y, lines }: ChartData): string {
  const what = title || [y, x && tr('over {axis}', { axis: x })].filter(Boolean).join(' ') || tr('Chart');
  const each = lines.map(({ name, points }) => {
    const values = points.map(([, value]) => value);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return tr('{name}: no points', { name });
    return tr('{name} from {from} at {fromX} to {to} at {toX}, between {least} and {most}', {
      name,
      from: shown(first[1]),
      fromX: shown(first[0]),
      to: shown(last[1]),
      toX: shown(last[0]),
      least: shown(Math.min(...values)),
      most: shown(Math.max(...values)),
    });
  });
  return `${what}. ${each.join('; ')}.`;
}

/** A row for each x, a column for each line: what the drawing shows. */
export function chartRows({ x, lines }: ChartData): {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const places = [...new Set(lines.flatMap(({ points }) => points.map(([place]) => place)))].sort((a, b) => a - b);
  const rows = places.map((place) => [
    shown(place),
    ...lines.map(({ points }) => {
      const value = points.findLast(([at]) => at === place)?.[1];
      return value === undefined ? '' : shown(value);
    }),
  ]);
  return { columns: [x || 'x', ...lines.map(({ name }) => name)], rows };
}

interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** A step can be too small to make a number of this size any larger. */
const mostTicks = 20;

function scale(values: readonly number[], size: number, upwards: boolean): Scale {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low < Math.abs(low) / 1e9 || low === high) high = low + Math.max(1, Math.abs(low) / 1e6);
  const step = niceStep((high - low) / 4);
  const first = Math.ceil(low / step) * step;
  const ticks: number[] = [];
  for (let count = 0; count < mostTicks && first + count * step <= high + step / 1000; count += 1) ticks.push(rounded(first + count * step));
  // A line at the very top would be cut in half.
  if (upwards) high += (high - low) * 0.06;
  const at = (value: number): number => rounded(((value - low) / (high - low)) * size);
  return { ticks, at: upwards ? (value) => rounded(size - at(value)) : at };
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function niceStep(least: number): number {
  if (!(least > 1e-300 && least < 1e300)) return 1;
  let power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

function path(line: ChartLine, x: Scale, y: Scale, width: number): string {
  const [first, ...rest] = line.points;
  if (first === undefined) return '';
  let text = `M${x.at(first[0])} ${y.at(first[1])}`;
  for (const [at, value] of rest) text += line.steps ? `H${x.at(at)}V${y.at(value)}` : `L${x.at(at)} ${y.at(value)}`;
  return line.steps ? `${text}H${width}` : text;
}

/** Names that would lie on each other move apart, up from the foot if need be. */
function spread(wanted: readonly number[], height: number): readonly number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index);
  for (const [place, label] of order.entries()) {
    const above = order[place - 1];
    if (above !== undefined) label.y = Math.max(label.y, above.y + labelGap);
  }
  let floor = height;
  for (const label of order.toReversed()) {
    label.y = rounded(Math.min(label.y, floor));
    floor = label.y - labelGap;
  }
  return order.toSorted((a, b) => a.index - b.index).map(({ y }) => y);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const shown = (value: number): string => String(rounded(value));
