/** The trace as it is drawn: lanes in a fixed order, spans in rows, what lies too close together counted, and stretches of nothing shortened. */
import type { SpanView, TraceAsk, TraceView } from '../../viz/trace-model.ts';
import type { Facts } from './facts.ts';
import { rowWords, type Span, spansOf } from './spans.ts';
import { capital, who } from './words.ts';

export interface PictureParts {
  readonly facts: Facts;
  /** Ids of the chosen chain; undefined: nothing is chosen. */
  readonly chain: ReadonlySet<number> | undefined;
  /** Begins with the last thing somebody did, when nothing is chosen and it doesn't say. */
  readonly ask: TraceAsk;
  readonly faults: TraceView['faults'];
}

const mostSpans = 300;
const mostRows = 3;
/** Nothing narrower than this part of the width is drawn apart from its neighbour. */
const apart = 1 / 160;

export function pictureOf({ facts, chain, ask, faults }: PictureParts): TraceView {
  const wanted = facts.all().filter((event) => chain === undefined || ask.all === true || chain.has(event.id));
  const every = spansOf(wanted, facts, false).filter(({ to }) => to >= 0);
  const last = chain === undefined ? wanted.findLast(({ component, cause }) => component === 'you' && cause === 0) : undefined;
  const from = ask.from ?? (last === undefined ? earliest(every) : facts.t(last));
  const to = Math.max(from + 1, ask.to ?? Math.max(from, ...every.slice(-2000).map((span) => span.to)));
  const inside = every.filter((span) => span.to >= from && span.from <= to);
  const knots = knotsOf(inside, from, to);
  const lanes = laneNames(inside);
  const limit = Math.max(20, ask.limit ?? mostSpans);
  const drawn: Drawn[] = [];
  const rows: number[] = [];
  for (const [index, lane] of lanes.entries()) {
    const own = inside.filter((span) => span.lane === lane);
    const placed = placeLane(own, index, knots, Math.max(8, Math.floor(limit / lanes.length)), chain);
    drawn.push(...placed.drawn);
    rows.push(placed.rows);
  }
  const byId = new Map<number, number>();
  for (const [index, { ids }] of drawn.entries()) for (const id of ids) byId.set(id, index);
  return {
    from,
    to,
    lanes: lanes.map((id, index) => laneView(id, rows[index] ?? 1, facts, to)),
    spans: drawn.map(({ first, ...span }) => ({ ...span.view, ...rowWords(first, facts) })),
    links: linksOf(inside, byId, chain),
    knots,
    faults: faults.filter((fault) => fault.to >= from && fault.from <= to),
    gathered: inside.length - drawn.length,
    words: `${span(to - from)}, ${inside.length === 1 ? 'one thing' : `${inside.length} things`}, one because of another`,
  };
}

/** When the first of them began; 0 at the earliest. */
const earliest = (spans: readonly Span[]): number =>
  spans.reduce((least, { from }) => Math.max(0, Math.min(least, from)), spans[0]?.from ?? 0);

const order = ['you', 'apiserver', 'etcd', 'controller', 'scheduler', 'kubelet'];
const rank = (lane: string): number => {
  const found = order.indexOf(lane.split('/')[0] ?? '');
  return found < 0 ? 3.5 : found;
};

function laneNames(spans: readonly Span[]): readonly string[] {
  const lanes = [...new Set(spans.map(({ lane }) => lane))];
  return lanes.map((lane, index) => ({ lane, index })).sort((a, b) => rank(a.lane) - rank(b.lane) || a.index - b.index).map(({ lane }) => lane);
}

function laneView(id: string, rows: number, facts: Facts, t: number): TraceView['lanes'][number] {
  const [what = '', name = ''] = id.split('/');
  if (what === 'kubelet') return { id, name: 'kubelet', note: name, rows };
  if (what === 'controller') return { id, name: who(id, facts, t).replace(/^the /, ''), note: '', rows };
  return { id, name: what === 'apiserver' ? 'API server' : what === 'you' ? 'you' : capital(what).replace('Etcd', 'etcd'), note: '', rows };
}

/** Stretches in which nothing begins or ends are at most six times as wide as usual ones. */
function knotsOf(spans: readonly Span[], from: number, to: number): TraceView['knots'] {
  // A kubelet's long wait is one span: where nothing else begins or ends within it, it is shortened too.
  const marks = [...new Set([from, to, ...spans.flatMap((each) => [each.from, each.to, each.to + 1])])]
    .filter((t) => t >= from && t <= to)
    .sort((a, b) => a - b);
  const gaps = marks.slice(1).map((t, index) => t - (marks[index] ?? t));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1;
  const widest = Math.max(2, 6 * usual);
  const widths = gaps.map((gap) => Math.min(gap, widest));
  const total = widths.reduce((sum, width) => sum + width, 0) || 1;
  let x = 0;
  const knots = [{ t: from, x: 0 }];
  for (const [index, width] of widths.entries()) {
    x += width / total;
    const shortened = (gaps[index] ?? 0) > widest || (gaps[index + 1] ?? 0) > widest;
    if (shortened || index === widths.length - 1) knots.push({ t: marks[index + 1] ?? to, x: Math.min(1, x) });
  }
  return knots;
}

/** Where a time lies, 0 to 1. */
export function xOf(knots: TraceView['knots'], t: number): number {
  const next = knots.findIndex((knot) => knot.t >= t);
  const after = knots[next];
  const before = knots[next - 1];
  if (after === undefined) return 1;
  if (before === undefined) return after.x;
  return before.x + ((t - before.t) / (after.t - before.t || 1)) * (after.x - before.x);
}

interface Drawn {
  readonly first: Span;
  readonly ids: readonly number[];
  readonly view: Omit<SpanView, 'what' | 'because'>;
}

function placeLane(
  spans: readonly Span[],
  lane: number,
  knots: TraceView['knots'],
  most: number,
  chain: ReadonlySet<number> | undefined,
): { readonly drawn: readonly Drawn[]; readonly rows: number } {
  const ends: number[] = [];
  const drawn: { first: Span; ids: number[]; row: number; from: number; to: number; chosen: boolean; x: number }[] = [];
  for (const each of spans.toSorted((a, b) => a.from - b.from)) {
    const chosen = chain?.has(each.event.id) === true;
    const x = xOf(knots, each.from);
    const end = Math.max(xOf(knots, each.to), x + (each.kind === 'commit' ? 0.035 : 0.05));
    let row = ends.findIndex((taken) => taken <= x);
    if (row < 0 && ends.length < mostRows) row = ends.length;
    const near = drawn.findLast((other) => other.chosen === chosen && other.first.kind === each.kind && (row < 0 || x - other.x < apart));
    if (near !== undefined && (row < 0 || (drawn.length >= most && !chosen))) {
      near.ids.push(each.event.id);
      near.to = Math.max(near.to, each.to);
      ends[near.row] = Math.max(ends[near.row] ?? 0, end);
      continue;
    }
    row = Math.max(0, row);
    ends[row] = end;
    drawn.push({ first: each, ids: [each.event.id], row, from: each.from, to: each.to, chosen, x });
  }
  return {
    rows: Math.max(1, ends.length),
    drawn: drawn.slice(0, Math.max(most, 60)).map(({ first, ids, row, from, to, chosen }) => ({
      first,
      ids,
      view: { trace: first.event.id, lane, row, from, to, kind: first.kind, label: ids.length === 1 ? first.label : `×${ids.length}`, count: ids.length, chosen },
    })),
  };
}

const mostLinks = 300;

function linksOf(spans: readonly Span[], byId: ReadonlyMap<number, number>, chain: ReadonlySet<number> | undefined): TraceView['links'] {
  const seen = new Set<string>();
  const links: { from: number; to: number; chosen: boolean }[] = [];
  for (const { event } of spans) {
    const from = byId.get(event.cause);
    const to = byId.get(event.id);
    if (from === undefined || to === undefined || from === to || seen.has(`${from} ${to}`) || links.length >= mostLinks) continue;
    seen.add(`${from} ${to}`);
    links.push({ from, to, chosen: chain?.has(event.id) === true && chain.has(event.cause) });
  }
  return links;
}

const span = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
