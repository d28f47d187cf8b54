import type { Histogram, Labels } from './exposition.ts';

/** `start`, and each bound `factor` times the one before, as client_golang's ExponentialBuckets adds them up. */
export function exponentialBounds(start: number, factor: number, count: number): readonly number[] {
  const bounds = [start];
  while (bounds.length < count) bounds.push((bounds.at(-1) ?? 0) * factor);
  return bounds;
}

/** Observations of one series. */
export interface Observed {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
}

export const nothingObserved = (labels: Labels, bounds: readonly number[]): Observed => ({ labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 });

export function observe(series: Observed, bounds: readonly number[], value: number): void {
  const at = bounds.findIndex((bound) => value <= bound);
  const bucket = at < 0 ? bounds.length : at;
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  series.sum += value;
}

export const histogram = (name: string, help: string, bounds: readonly number[], series: Histogram['series']): Histogram => ({ name, help, type: 'histogram', bounds, series });
