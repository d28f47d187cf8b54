import type { ClusterView, TickView } from './model.ts';
import { seconds } from './words.ts';

/** The strip of revisions: every write is as wide as every other, however long nothing happened in between. */
export interface ScrubDrawing {
  readonly ticks: readonly { readonly x: number; readonly kind: TickView['kind'] }[];
  readonly faults: readonly { readonly from: number; readonly to: number; readonly label: string }[];
  readonly first: number;
  readonly last: number;
  /** "revision 318, t = 40.019 s" */
  readonly words: string;
}

/** More ticks than this can't be told apart; heartbeats are left out first. */
const most = 400;

export function drawScrub({ ticks, faults, revision, timeMs }: ClusterView): ScrubDrawing {
  const first = ticks[0]?.revision ?? revision;
  const last = Math.max(revision, ticks.at(-1)?.revision ?? revision);
  const x = (value: number): number => (last === first ? 1 : (value - first) / (last - first));
  const drawn = ticks.length <= most ? ticks : thin(ticks.filter(({ kind }) => kind !== 'lease'));
  const at = (t: number): number => x(ticks.findLast((tick) => tick.t <= t)?.revision ?? first);
  return {
    ticks: drawn.map((tick) => ({ x: x(tick.revision), kind: tick.kind })),
    faults: faults.map(({ from, to, label }) => ({ from: at(from), to: at(to), label })),
    first,
    last,
    words: `revision ${revision}, t = ${seconds(timeMs)}`,
  };
}

function thin(ticks: readonly TickView[]): readonly TickView[] {
  const every = Math.ceil(ticks.length / most);
  return ticks.filter(({ kind }, index) => kind === 'you' || index % every === 0);
}
