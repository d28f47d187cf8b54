/** Wanted and ready over time, one line pair a set. */
import type { ChartPoint, ChartView } from './model.ts';
import { downsampled } from './downsample.ts';

export interface Charts {
  wants(uid: string, name: string, wants: number, t: number): void;
  /** Adds to the ready Pods of the owner with this uid. */
  ready(uid: string | undefined, by: number, t: number): void;
  /** The desired and the measured state of something other than Pods. */
  measured(uid: string, name: string, desired: Measured, t: number): void;
  /** The charts of these sets, and of what is measured. */
  views(uids: ReadonlySet<string>): readonly ChartView[];
  copy(): Charts;
}

export interface Measured {
  readonly wanted: number;
  readonly actual: number;
  /** All that is written of it. */
  readonly says: Readonly<Record<string, string>>;
}

/** A line with more points becomes coarser where it is old. */
const mostPoints = 750;
const pointsKept = 600;

/** How much of the picture a point is: by how much the value changed, for as long as it held. */
const weight = (point: ChartPoint, before: ChartPoint, after: ChartPoint): number =>
  (Math.abs(point.wants - before.wants) + Math.abs(point.ready - before.ready)) * (after.t - point.t);

interface Line {
  name: string;
  measured?: true;
  says?: Readonly<Record<string, string>>;
  wants: number;
  ready: number;
  points: ChartPoint[];
}

export function createCharts(from: ReadonlyMap<string, Line> = new Map()): Charts {
  const lines = new Map([...from].map(([uid, line]) => [uid, { ...line, points: [...line.points] }]));

  function lineOf(uid: string): Line {
    let line = lines.get(uid);
    if (line === undefined) {
      line = { name: '', wants: 0, ready: 0, points: [] };
      lines.set(uid, line);
    }
    return line;
  }

  function point(line: Line, t: number): void {
    const last = line.points.at(-1);
    const next = { t, wants: line.wants, ready: line.ready };
    if (last?.wants === next.wants && last.ready === next.ready) return;
    if (last?.t === t) line.points[line.points.length - 1] = next;
    else line.points.push(next);
    if (line.points.length > mostPoints) line.points = downsampled(line.points, line.points.length - pointsKept, weight);
  }

  return {
    wants(uid, name, wants, t) {
      const line = lineOf(uid);
      line.name = name;
      line.wants = wants;
      point(line, t);
    },
    ready(uid, by, t) {
      if (uid === undefined || by === 0) return;
      const line = lineOf(uid);
      line.ready += by;
      point(line, t);
    },
    measured(uid, name, { wanted, actual, says }, t) {
      const line = Object.assign(lineOf(uid), { name, wants: wanted, ready: actual, says, measured: true });
      point(line, t);
    },
    views: (uids) =>
      [...lines].flatMap(([uid, { name, points, measured, says }]) =>
        uids.has(uid) || measured === true
          ? [{ uid, name, points: [...points], ...(measured && { measured }), ...(says && { says }) }]
          : [],
      ),
    copy: () => createCharts(lines),
  };
}
