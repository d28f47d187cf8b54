import type { ClusterView, TickView } from './model.ts';
import { seconds } from './format.ts';
import { tr } from './words.ts';

/** The strip of revisions: every write is as wide as every other, however long nothing happened in between. */
export interface ScrubDrawing {
  readonly ticks: readonly { readonly x: number; readonly kind: TickView['kind'] }[];
  readonly faults: readonly { readonly from: number; readonly to: number; readonly label: string }[];
  readonly first: number;
  readonly last: number;
  /** Where it stands, of so many stops. */
  readonly stop: number;
  readonly stops: number;
  /** "revision 318, t = 40.019 s" */
  readonly words: string;
  readonly nowWords: string;
}

/** More ticks than this can't be distinguished; heartbeats are left out first. */
const most = 400;

/** `shown`: the moment that is shown, when it isn't now. */
export function drawScrub(now: ClusterView, shown: ScrubPlace = now): ScrubDrawing {
  const { ticks, faults, revision, timeMs } = now;
  const first = ticks[0]?.revision ?? revision;
  const stops = scrubStops(now);
  const x = (index: number): number => (stops.length < 2 ? 1 : Math.max(0, index) / (stops.length - 1));
  const drawn = thin(ticks.map((tick, index) => ({ x: x(index), kind: tick.kind })));
  const at = (t: number): number => x(ticks.findLastIndex((tick) => tick.t <= t));
  return {
    ticks: drawn,
    faults: faults.map(({ from, to, label }) => ({ from: at(from), to: at(to), label })),
    first,
    last: Math.max(revision, ticks.at(-1)?.revision ?? revision),
    stop: stopOf(now, shown),
    stops: stops.length,
    words: placeWords({ t: shown.timeMs, revision: shown.revision }),
    nowWords: placeWords({ t: timeMs, revision }),
  };
}

/** A label below the rail. */
export interface ScrubLabel {
  /** Where it stands: as far along the rail as along its own width, so that it stays inside at both ends. */
  readonly at: number;
  readonly text: string;
}

/** A letter of the labels is at most about this wide, on average (pixels). */
export const letterPx = 6.3;
const apartPx = 10;

/** The labels of faults that have room on a rail so wide, beside the first revision's. One that has none is counted: "late, +1". */
export function faultLabels(
  faults: ScrubDrawing['faults'],
  { first }: { readonly first: number },
  railPx: number,
): readonly ScrubLabel[] {
  const placed: { at: number; label: string; more: number }[] = [];
  let free = `r ${first}`.length * letterPx + apartPx;
  for (const { from, to, label } of faults) {
    const widthPx = (label.length + ', +9'.length) * letterPx;
    const room = Math.max(1, railPx - widthPx);
    const startPx = ((from + to) / 2) * room;
    const last = placed.at(-1);
    if (last !== undefined && startPx < free) {
      last.more += 1;
      continue;
    }
    const shiftedPx = Math.min(room, Math.max(startPx, free));
    placed.push({ at: shiftedPx / room, label, more: 0 });
    free = shiftedPx + widthPx + apartPx;
  }
  return placed.map(({ at, label, more }) => ({ at, text: more === 0 ? label : `${label}, +${more}` }));
}

/** A moment one can stop at. */
export interface ScrubStop {
  readonly t: number;
  readonly revision: number;
}

type ScrubPlace = Pick<ClusterView, 'timeMs' | 'revision'>;

/** Every revision, and now where time has passed since the last of them. */
export function scrubStops({ ticks, revision, timeMs }: ClusterView): readonly ScrubStop[] {
  const last = ticks.at(-1);
  return last?.t === timeMs && last.revision === revision ? ticks : [...ticks, { t: timeMs, revision }];
}

/** The index of the stop a moment is at, or is behind. */
export function stopOf(now: ClusterView, { timeMs, revision }: ScrubPlace): number {
  const stops = scrubStops(now);
  if (timeMs === now.timeMs && revision === now.revision) return stops.length - 1;
  const found = stops.findLastIndex(({ t, revision: at }) => t < timeMs || (t === timeMs && at <= revision));
  return Math.max(0, found);
}

/** The next of yours in this direction; the end where there is none. */
export function nextOfYours({ ticks }: ClusterView, from: number, way: 1 | -1, last: number): number {
  for (let index = from + way; index >= 0 && index < ticks.length; index += way)
    if (ticks[index]?.kind === 'you') return index;
  return way === 1 ? last : 0;
}

/** One of yours this near to where the pointer went, as a part of the whole, is meant. */
const snap = 0.008;

/** The stop meant by a pointer that went to `index`. */
export function meantBy({ ticks }: ClusterView, index: number, stops: number): number {
  let meant = index;
  let best = snap * (stops - 1);
  for (const [at, { kind }] of ticks.entries()) {
    const away = Math.abs(at - index);
    if (kind !== 'you' || away > best) continue;
    best = away;
    meant = at;
  }
  return meant;
}

/** "revision 318, t = 40.019 s" */
export const placeWords = ({ t, revision }: ScrubStop): string => tr('revision {revision}, t = {time}', { revision, time: seconds(t) });

function thin<T extends { readonly kind: TickView['kind'] }>(ticks: readonly T[]): readonly T[] {
  if (ticks.length <= most) return ticks;
  const weighty = ticks.filter(({ kind }) => kind !== 'lease');
  const every = Math.ceil(weighty.length / most);
  return weighty.filter(({ kind }, index) => kind === 'you' || index % every === 0);
}
