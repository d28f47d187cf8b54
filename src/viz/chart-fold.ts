/** Wanted and ready over time, one line pair a set. */
import type { ChartPoint, ChartView } from './model.ts';
import { downsampled } from './downsample.ts';

export interface Charts {
  wants(of: Charted, wants: number, when: Moment): void;
  /** Adds to the ready Pods of the owner with this uid. */
  ready(uid: string | undefined, by: number, t: number): void;
  /** The desired and the measured state of something other than Pods. */
  measured(of: Charted, desired: Measured, when: Moment): void;
  /** The charts of these sets, and of what is measured. */
  views(uids: ReadonlySet<string>): readonly ChartView[];
  copy(): Charts;
}

export interface Charted {
  readonly uid: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

interface Moment {
  readonly t: number;
  /** Asked for from outside, by a command or an edit. */
  readonly mine: boolean;
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
  namespace: string;
  askedMs?: number;
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
      line = { name: '', namespace: '', wants: 0, ready: 0, points: [] };
      lines.set(uid, line);
    }
    return line;
  }

  function desire({ uid, name, namespace = '' }: Charted, wants: number, { t, mine }: Moment): Line {
    const known = lines.get(uid);
    const line = Object.assign(lineOf(uid), { name, namespace });
    if (mine && known?.wants !== wants) line.askedMs = t;
    line.wants = wants;
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
    wants(of, wants, when) {
      point(desire(of, wants, when), when.t);
    },
    ready(uid, by, t) {
      if (uid === undefined || by === 0) return;
      const line = lineOf(uid);
      line.ready += by;
      point(line, t);
    },
    measured(of, { wanted, actual, says }, when) {
      const line = Object.assign(desire(of, wanted, when), { ready: actual, says, measured: true });
      point(line, when.t);
    },
    views: (uids) =>
      [...lines].flatMap(([uid, { name, namespace, askedMs, points, measured, says }]) => {
        if (!uids.has(uid) && measured !== true) return [];
        const asked = askedMs === undefined ? undefined : { askedMs };
        return [{ uid, name, namespace, ...asked, points: [...points], ...(measured && { measured }), ...(says && { says }) }];
      }),
    copy: () => createCharts(lines),
  };
}
