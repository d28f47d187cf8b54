/** The control plane as it is drawn: who is there, and what is on its way between each of them and the API server. Plain JSON. */
import { type English, tr, trCount } from './words.ts';

export interface MapAsk {
  /** Absent: now. */
  readonly at?: { readonly t: number; readonly revision: number };
  /** What has arrived after this, and up to the moment that is asked about, is counted. */
  readonly sinceMs?: number;
}

export interface MapView {
  readonly timeMs: number;
  readonly revision: number;
  /** What was on its way then isn't remembered: too much has been sent since. */
  readonly forgotten: boolean;
  /** Those who ask from outside: kubectl, cells, pods. */
  readonly client: MapPart;
  readonly loops: readonly MapPart[];
  readonly scheduler?: MapPart;
  readonly servers: readonly MapPart[];
  readonly nodes: readonly MapPart[];
  /** Messages on their way, oldest first. */
  readonly inFlight: readonly MapMessage[];
  /** What has arrived meanwhile, by wire and kind. */
  readonly passed: readonly MapPassed[];
}

export interface MapPart {
  /** "replicaset", "scheduler", "apiserver", "node-1" */
  readonly name: string;
  readonly trouble?: MapTrouble;
  /** What it has to do, where that is known: "queue empty". */
  readonly words?: string;
  /** A learner's code runs here. */
  readonly yours?: boolean;
}

export type MapTrouble = 'down' | 'paused' | 'cut off' | 'slow';

const troubles: Readonly<Record<MapTrouble, English>> = { down: 'down', paused: 'paused', 'cut off': 'cut off', slow: 'slow' };
export const troubleWords = (trouble: MapTrouble): string => tr(troubles[trouble]);

/** Each wire leads to the API server. */
export type WireId = 'client' | 'loops' | 'scheduler' | 'etcd' | `node/${string}`;

/** Requests and writes go in, answers and events come out. */
export type MapMessageKind = 'request' | 'answer' | 'event' | 'write';

/** A message between a part and the API server, or between it and etcd. */
export interface MapMessage {
  readonly id: number;
  readonly wire: WireId;
  /** Whose: "replicaset", "node-1", "kubectl". */
  readonly who: string;
  readonly kind: MapMessageKind;
  /** "PUT lease node-1", "Pod web-xl6cn MODIFIED" */
  readonly words: string;
  readonly revision?: number;
  readonly sentMs: number;
}

export interface MapPassed {
  readonly wire: WireId;
  readonly kind: MapMessageKind;
  readonly count: number;
  /** Of the last of them. */
  readonly words: string;
}

/** What is drawn as one: all of one kind on one wire. */
export interface MapGroup {
  readonly wire: WireId;
  readonly kind: MapMessageKind;
  readonly count: number;
  readonly words: string;
  readonly revision?: number;
}

/** At most so many marks are drawn; the rest is counted. */
const mostDrawn = 6;

/** The newest first; those that don't find room are counted in `undrawn`. */
export function groupsOf(inFlight: readonly MapMessage[]): { readonly groups: readonly MapGroup[]; readonly undrawn: number } {
  const found = new Map<string, MapGroup & { count: number }>();
  for (const message of inFlight.toReversed()) {
    const { wire, kind, words, revision } = message;
    const id = `${wire} ${kind}`;
    const group = found.get(id);
    if (group !== undefined) group.count += 1;
    else found.set(id, { wire, kind, count: 1, words, ...(revision === undefined ? {} : { revision }) });
  }
  const all = [...found.values()];
  // What changes something is worth more than what only renews a lease.
  const ranked = all.sort((a, b) => rank(a) - rank(b));
  const undrawn = ranked.slice(mostDrawn).reduce((sum, { count }) => sum + count, 0);
  return { groups: ranked.slice(0, mostDrawn), undrawn };
}

const rank = ({ kind, words }: MapGroup): number =>
  (/\blease\b/i.test(words) ? 4 : 0) + { event: 0, write: 1, request: 2, answer: 3 }[kind];

/** Who is at its end, as a sentence says it. */
function wireWords(wire: WireId): string {
  switch (wire) {
    case 'client':
      return 'kubectl';
    case 'loops':
      return tr('the controller manager');
    case 'scheduler':
      return tr('the scheduler');
    case 'etcd':
      return 'etcd';
    default:
      return `kubelet ${wire.slice('node/'.length)}`;
  }
}

export interface MapWords {
  /** "5 in flight." */
  readonly count: string;
  /** What of it matters most, and the rule that it shows. */
  readonly what: string;
  /** What has happened since the last look; '' when nothing has. */
  readonly since: string;
}

const rule: English = 'No loop calls another: it writes, and the API server sends events to the others.';

/** The sentences below the map. `quorum`: etcd has one. */
export function mapWords(map: MapView, { quorum, quiet }: { readonly quorum: boolean; readonly quiet: boolean }): MapWords {
  const number = map.inFlight.length;
  const count = map.forgotten ? tr('What was in flight isn’t remembered.') : number === 0 ? tr('Nothing in flight.') : tr('{count} in flight.', { count: number });
  const since = sinceWords(map.passed);
  if (!quorum) return { count, since, what: tr('etcd has no quorum: writes wait, and so does every client that sent one.') };
  if (map.forgotten) return { count, since, what: tr('Too much has been sent since then. A fork from here has it again.') };
  return { count, since, what: [mostOf(map), number === 0 && quiet && tr(map.nodes.length > 0 ? 'Nothing is left to do but heartbeats.' : 'Nothing is left to do.'), tr(rule)].filter(Boolean).join(' ') };
}

function mostOf({ inFlight }: MapView): string {
  const newest = inFlight.filter(({ kind, revision }) => kind === 'event' && revision !== undefined).at(-1);
  if (newest !== undefined) {
    const same = inFlight.filter(({ kind, revision }) => kind === 'event' && revision === newest.revision);
    const who = [...new Set(same.map((message) => (message.wire === 'loops' ? tr('the {name} loop', { name: message.who }) : wireWords(message.wire))))];
    const kind = newest.words.split(' ')[0] ?? '';
    const to = who.length > 2 ? tr('every loop that watches {kind}s', { kind }) : who.reduce((before, after) => tr('{before} and {after}', { before, after }));
    return tr('r {revision} is on its way to {whom}.', { revision: newest.revision ?? '', whom: to });
  }
  const asked = inFlight.filter(({ kind }) => kind === 'request' || kind === 'write').at(-1);
  if (asked === undefined) return '';
  if (asked.kind === 'write') return tr('etcd is asked to store {what}.', { what: asked.words });
  const who = asked.wire === 'loops' ? sentenceCase(tr('the {name} loop', { name: asked.who })) : sentenceCase(wireWords(asked.wire));
  return tr('{who} asks: {what}.', { who, what: asked.words });
}

function sinceWords(passed: readonly MapPassed[]): string {
  const sum = (kind: MapMessageKind): number => passed.reduce((all, each) => all + (each.kind === kind ? each.count : 0), 0);
  const [requests, events] = [sum('request'), sum('event')];
  if (requests + events === 0) return '';
  return tr('Since the last update {requests} went in, {events} came out.', { requests: trCount(requests, { one: '{count} request', other: '{count} requests' }), events: trCount(events, { one: '{count} watch event', other: '{count} watch events' }) });
}

/** The whole picture in a sentence or two, for who can't see it. */
export function mapLabel(map: MapView, words: MapWords): string {
  const { groups, undrawn } = groupsOf(map.inFlight);
  const troubled = [map.client, ...map.loops, ...(map.scheduler ? [map.scheduler] : []), ...map.servers, ...map.nodes]
    .filter(({ trouble }) => trouble !== undefined)
    .map(({ name, trouble = 'down' }) => tr('{name} is {state}', { name, state: troubleWords(trouble) }));
  const parts = ['kubectl', tr('the controller manager'), ...(map.scheduler ? [tr('the scheduler')] : [])].join(', ');
  const all = map.nodes.length === 0 ? parts : tr('{before} and {after}', { before: parts, after: trCount(map.nodes.length, { one: '{count} kubelet', other: '{count} kubelets' }) });
  return [
    tr('Map of the control plane. {parts} each have one line to the API server. Only the API server has a line to etcd.', { parts: all }),
    groups.length === 0 ? words.count : `${tr('In flight:')} ${[...groups.map(groupWords), ...(undrawn > 0 ? [tr('{count} more', { count: undrawn })] : [])].join('; ')}.`,
    ...(troubled.length > 0 ? [`${troubled.join(', ')}.`] : []),
  ].join(' ');
}

/** "watch event Pod web-xl6cn MODIFIED to the scheduler" */
export function groupWords({ kind, wire, words, revision, count }: MapGroup): string {
  const at = revision === undefined ? '' : `, r ${revision}`;
  const many = count > 1 ? ` ×${count}` : '';
  switch (kind) {
    case 'request':
      return tr('{who} asks: {what}', { who: wireWords(wire), what: words + many });
    case 'answer':
      return tr('answer to {who}: {what}', { who: wireWords(wire), what: words + many });
    case 'event':
      return tr('watch event for {who}: {what}', { who: wireWords(wire), what: words + at + many });
    case 'write':
      return tr('written to etcd: {what}', { what: words + many });
  }
}

const sentenceCase = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());
