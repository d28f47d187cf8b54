/** The trace as it is drawn: lanes in a fixed order, spans, what is alike and near counted, stretches of nothing shortened, and what is due. */
import type { TraceEvent } from '../../engine/index.ts';
import type { SpanView, TraceAsk, TraceView } from '../../viz/trace-model.ts';
import type { PendingEvent } from './pending-events.ts';
import { isOfIncident, type TraceIndex } from './trace-index.ts';
import { timeScaleOf, shortenedStretches } from './time-scale.ts';
import { rowWords, type Span, spansOf } from './spans.ts';
import { who } from './sentences.ts';

export interface TraceViewSources {
  readonly traceIndex: TraceIndex;
  /** Ids of what is shown alone, or in front of everything; undefined: nothing is chosen. */
  readonly chosen: ReadonlySet<number> | undefined;
  /** They are a chain: each because of the one before. */
  readonly chain: boolean;
  readonly ask: TraceAsk;
  readonly faults: TraceView['faults'];
  readonly now: number;
  readonly due: readonly PendingEvent[];
}

const mostSpans = 300;
/** Events considered for one picture. */
const mostEvents = 6000;
/** Kubelets with a lane each; more share one. */
const mostKubelets = 4;

export function traceViewOf(parts: TraceViewSources): TraceView {
  const { traceIndex, ask, faults, now } = parts;
  const { events, cut } = eventsOf(parts);
  const every = spansOf(events, traceIndex, false).filter(({ to }) => to >= 0);
  const own = parts.chosen === undefined ? every : every.filter(({ event }) => parts.chosen?.has(event.id));
  const first = every.length === 0 ? 0 : Math.max(0, least(own.length > 0 ? own : every));
  const from = ask.from ?? first;
  const to = Math.max(from + 1, ask.to ?? Math.max(from, ...(own.length > 0 ? own : every).map((span) => span.to)));
  const due = ask.to === undefined && !cut ? parts.due : [];
  // What is due stands behind now: the quiet time since the last of what is shown belongs to the picture then.
  const end = due.length > 0 ? Math.max(to, now) : to;
  const inside = shareLane([
    ...every.filter((span) => span.to >= from && span.from <= end),
    ...due.map((each): Span => ({ event: each.cause, lane: each.lane, from: now, to: each.at ?? now, kind: 'due', label: '' })),
  ]);
  const dueTo = due.length === 0 ? undefined : Math.max(end + Math.max(1, Math.round((end - from) / 5)), ...due.map(({ at = 0 }) => at));
  const timeScale = timeScaleOf(inside.filter(({ kind }) => kind !== 'due'), from, end, dueTo);
  const lanes = laneNames(inside);
  const drawn = gather(inside, lanes, timeScale, Math.max(20, ask.limit ?? mostSpans), parts.chosen);
  const byId = new Map<number, number>();
  for (const [index, { spans, view }] of drawn.entries()) if (view.kind !== 'due') for (const { event } of spans) byId.set(event.id, index);
  const words = lengthWords(to - from);
  return {
    from,
    to: dueTo ?? end,
    ...(now >= from && now <= end ? { now } : {}),
    lanes: lanes.map((id) => laneView(id, inside, traceIndex, end)),
    spans: drawn.map(({ spans, view }) => ({ ...view, ...wordsOf(spans, view, due, dueTo ?? end, traceIndex) })),
    links: linksOf(drawn, byId, traceIndex, parts),
    timeScale,
    shortened: shortenedStretches(timeScale, end).map(lengthWords),
    faults: faults.filter((fault) => fault.to >= from && fault.from <= end),
    gathered: inside.length - drawn.length,
    words: parts.chain && ask.all !== true ? `${words}, one cause after another` : `${words}, ${inside.length === 1 ? 'one thing' : `${inside.length} things`}${ask.forward === true && ask.all !== true ? ' came of it' : ''}${cut ? ', the first of more' : ''}`,
  };
}

/** The events of the picture. Nothing chosen, nothing said: since the last action of a user. */
function eventsOf({ traceIndex, chosen, ask, now }: TraceViewSources): { readonly events: readonly TraceEvent[]; readonly cut: boolean } {
  const own = chosen === undefined ? [] : [...chosen].sort((a, b) => a - b).flatMap((id) => traceIndex.get(id) ?? []);
  if (chosen !== undefined && ask.all !== true) return few(own);
  const [first, last] = [own[0], own.at(-1)];
  const from = ask.from ?? (first === undefined ? lastDone(traceIndex, now) : traceIndex.t(first));
  const to = ask.to ?? (last === undefined || ask.from !== undefined ? now : traceIndex.t(last));
  // A span may have begun before its event, or end long after it.
  const events = few(traceIndex.between(from - 5000, to + 5000).filter((event) => traceIndex.t(event) >= from || event.type === 'container' || event.type === 'reconcile'));
  return { ...events, events: [...new Set([...own, ...events.events])] };
}

const few = (events: readonly TraceEvent[]) => ({ events: events.slice(0, mostEvents), cut: events.length > mostEvents });

function lastDone(traceIndex: TraceIndex, now: number): number {
  let t = 0;
  for (const [id] of traceIndex.traces.inputs()) {
    const event = traceIndex.get(id);
    if (event !== undefined && !isOfIncident(event) && traceIndex.t(event) <= now) t = Math.max(0, traceIndex.t(event));
  }
  return t;
}

const least = (spans: readonly Span[]): number => spans.reduce((all, { from }) => Math.min(all, from), Number.POSITIVE_INFINITY);

/** Where there are many nodes, their kubelets have one lane. */
function shareLane(spans: readonly Span[]): readonly Span[] {
  const kubelets = new Set(spans.flatMap(({ lane }) => (lane.startsWith('kubelet/') ? lane : [])));
  if (kubelets.size <= mostKubelets) return spans;
  return spans.map((span) => (span.lane.startsWith('kubelet/') ? { ...span, lane: 'kubelet' } : span));
}

const order = ['you', 'apiserver', 'etcd', 'controller', 'scheduler', 'kubelet'];
const rank = (lane: string): number => {
  const found = order.indexOf(lane.split('/')[0] ?? '');
  return found < 0 ? 3.5 : found;
};

function laneNames(spans: readonly Span[]): readonly string[] {
  const lanes = [...new Set(spans.map(({ lane }) => lane))];
  return lanes.map((lane, index) => ({ lane, index })).sort((a, b) => rank(a.lane) - rank(b.lane) || a.index - b.index).map(({ lane }) => lane);
}

function laneView(id: string, spans: readonly Span[], traceIndex: TraceIndex, t: number): TraceView['lanes'][number] {
  const [what = '', name = ''] = id.split('/');
  if (what === 'kubelet') {
    const nodes = new Set(spans.filter(({ lane }) => lane === id).map(({ event }) => event.component)).size;
    return name === '' ? { id, name: 'kubelets', note: String(nodes) } : { id, name: 'kubelet', note: name };
  }
  if (what === 'you') {
    const cells = new Set(spans.flatMap(({ lane, event }) => (lane === 'you' ? (traceIndex.inputOf(event.id) ?? traceIndex.inputOf(event.cause) ?? []) : [])).map(({ input }) => input.cell));
    const [cell] = cells;
    return { id, name: 'you', note: '', ...(cells.size === 1 && cell !== undefined ? { cell } : {}) };
  }
  const names: Readonly<Record<string, string>> = { apiserver: 'API server', etcd: 'etcd' };
  return { id, name: names[what] ?? who(id, traceIndex, t).replace(/^the /, ''), note: '' };
}

interface Drawn {
  readonly spans: readonly Span[];
  readonly view: Omit<SpanView, 'what' | 'because'>;
}

/** What is alike, of one lane and near becomes one, in ever wider stretches until there are few enough. */
function gather(
  spans: readonly Span[],
  lanes: readonly string[],
  timeScale: TraceView['timeScale'],
  most: number,
  chosen: ReadonlySet<number> | undefined,
): readonly Drawn[] {
  const places = spans.map(({ from }) => xOf(timeScale, from));
  for (let parts = 400; ; parts = parts >> 1) {
    const groups = new Map<string, Span[]>();
    for (const [index, span] of spans.entries()) {
      const near = spans.length <= most ? String(index) : String(Math.floor((places[index] ?? 0) * parts));
      const id = [span.lane, span.kind, chosen?.has(span.event.id) === true, parts > 100 ? span.label.split(' ')[0] : '', near].join(' ');
      const known = groups.get(id);
      if (known === undefined) groups.set(id, [span]);
      else known.push(span);
    }
    if (groups.size <= most || parts <= 4) return [...groups.values()].map((group) => drawnOf(group, lanes, chosen));
  }
}

function drawnOf(spans: readonly Span[], lanes: readonly string[], chosen: ReadonlySet<number> | undefined): Drawn {
  const [first] = spans;
  if (first === undefined) throw new Error('a group has a span');
  const alike = spans.every(({ label }) => label === first.label);
  return {
    spans,
    view: {
      trace: first.event.id,
      lane: lanes.indexOf(first.lane),
      from: first.from,
      to: spans.reduce((latest, { to }) => Math.max(latest, to), first.to),
      kind: first.kind,
      label: alike ? first.label : first.kind === 'commit' ? `${first.label}–${spans.at(-1)?.label ?? ''}` : '',
      count: spans.length,
      chosen: first.kind !== 'due' && chosen?.has(first.event.id) === true,
    },
  };
}

/** Where a time lies, 0 to 1. */
function xOf(timeScale: TraceView['timeScale'], t: number): number {
  let low = 0;
  let high = timeScale.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timeScale[middle]?.t ?? t) < t) low = middle + 1;
    else high = middle;
  }
  const after = timeScale[low];
  const before = timeScale[low - 1];
  if (after === undefined || after.t < t) return 1;
  if (before === undefined) return after.x;
  return before.x + ((t - before.t) / (after.t - before.t || 1)) * (after.x - before.x);
}

function wordsOf(spans: readonly Span[], view: Drawn['view'], due: readonly PendingEvent[], dueTo: number, traceIndex: TraceIndex) {
  const [first] = spans;
  if (first === undefined) throw new Error('a group has a span');
  if (view.kind !== 'due') return rowWords(first, traceIndex);
  const each = due.find(({ cause, at }) => cause === first.event && (at ?? view.from) === first.to);
  const name = who(first.lane, traceIndex, view.from).replaceAll('`', '');
  return { what: `${name}: due next, ${each?.what ?? ''}`, because: rowWords(first, traceIndex).what.split(': ')[1] ?? '', to: each?.at ?? dueTo };
}

const mostLinks = 300;

function linksOf(drawn: readonly Drawn[], byId: ReadonlyMap<number, number>, traceIndex: TraceIndex, { chosen, chain }: TraceViewSources): TraceView['links'] {
  const seen = new Set<string>();
  const links: { from: number; to: number; chosen: boolean }[] = [];
  for (const [to, { spans, view }] of drawn.entries()) {
    for (const { event } of spans) {
      const cause = view.kind === 'due' ? event : traceIndex.cause(event);
      const from = cause === undefined ? undefined : (byId.get(cause.id) ?? byId.get(cause.cause));
      if (cause === undefined || from === undefined || from === to || seen.has(`${from} ${to}`) || links.length >= mostLinks) continue;
      seen.add(`${from} ${to}`);
      links.push({ from, to, chosen: chain && chosen?.has(event.id) === true });
    }
  }
  return links;
}

const lengthWords = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`);
