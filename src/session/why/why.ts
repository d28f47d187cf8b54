/** Why, what came of it, and the picture: questions about the trace, each answered as of a moment. They change nothing. */
import type { TraceEvent } from '../../engine/index.ts';
import type { OwnersAsk, OwnersView } from '../../viz/owners-model.ts';
import type { EffectsView, TraceAsk, TraceView, WhyAsk, WhySubject, WhyView } from '../../viz/trace-model.ts';
import { nestedNumber, nestedString } from '../nested-field.ts';
import { chainOf, componentOf } from './chain.ts';
import { pendingEventsOf } from './pending-events.ts';
import { effectsOf } from './effects.ts';
import { ownersOf } from './owners.ts';
import { atPlace, createTraceIndex, type TraceIndexSources, type TraceIndex, isLine, keyOf, objectIn, objectOf } from './trace-index.ts';
import { traceViewOf } from './trace-view.ts';
import { didWhat, who } from './sentences.ts';

export interface Why {
  why(ask: WhyAsk): WhyView;
  effects(ask: WhyAsk): EffectsView;
  trace(ask: TraceAsk): TraceView;
  owners(ask: OwnersAsk): OwnersView;
}

export interface WhyParts extends TraceIndexSources {
  /** The session's time 0, milliseconds since the epoch. */
  readonly startMs: number;
  /** All faults there ever were. */
  faults(): TraceView['faults'];
}

export function createWhy(parts: WhyParts): Why {
  return {
    why({ subject, at }) {
      const traceIndex = createTraceIndex(parts, at);
      const start = startOf(subject, traceIndex);
      if (start === undefined) return { title: unknown(subject), steps: [], forgotten: false };
      const { steps, forgotten } = chainOf(start, traceIndex);
      return { title: `Why ${titleOf(start, subject, traceIndex)}?`, steps, forgotten };
    },
    effects({ subject, at }) {
      const traceIndex = createTraceIndex(parts, at);
      const start = firstOf(subject, traceIndex);
      if (start === undefined) return { title: unknown(subject), effects: [], shown: 0, total: 0, idle: 0, told: 0 };
      const starts = 'file' in subject ? traceIndex.sourced(subject.file, subject.line) : [start];
      return { title: `What did ${'file' in subject ? `line ${subject.line} of \`${subject.file}\`` : 'cell' in subject ? 'this cell' : causeName(start, traceIndex)} cause?`, ...effectsOf(starts, traceIndex) };
    },
    trace(ask) {
      const traceIndex = createTraceIndex(parts, ask.at);
      const now = ask.at?.t ?? parts.t();
      const chosen = ask.subject && chosenBy(ask.subject, ask.forward === true, traceIndex);
      const past = ask.at !== undefined;
      const due = pendingEventsOf({ traceIndex, cluster: parts.cluster, history: parts.history, startMs: parts.startMs, now, past, chosen });
      const faults = parts.faults().map((fault) => ({ ...fault, to: Math.min(fault.to, now) }));
      return traceViewOf({ traceIndex, chosen, chain: ask.subject !== undefined && ask.forward !== true, ask, faults, now, due });
    },
    owners({ at }) {
      const { history, startMs, t } = parts;
      const now = { startMs, timeMs: at?.t ?? t() };
      return ownersOf({ ...now, world: at === undefined ? history.world : history.worldAfter(history.count(atPlace(at))) });
    },
  };
}

/** The event that is asked about: of an object, the last write of it. */
function startOf(subject: WhySubject, traceIndex: TraceIndex): TraceEvent | undefined {
  if ('trace' in subject) return traceIndex.get(subject.trace);
  if ('revision' in subject) return traceIndex.commitOf(subject.revision);
  if ('cell' in subject) return inputOf(subject.cell, traceIndex);
  if ('file' in subject) return traceIndex.sourced(subject.file, subject.line).at(-1);
  if ('component' in subject) {
    const { component, t, says } = subject;
    const said = says === undefined ? traceIndex.lastOf(component, t, 'error') : traceIndex.lastOf(component, t, 'note', says);
    return said ?? traceIndex.lastOf(component, t, 'reconcile');
  }
  return traceIndex.lastWrite(matcher(subject));
}

/** Where effects begin: of an object, its first write that is remembered. */
function firstOf(subject: WhySubject, traceIndex: TraceIndex): TraceEvent | undefined {
  return 'uid' in subject || 'kind' in subject || 'key' in subject ? traceIndex.firstWrite(matcher(subject)) : startOf(subject, traceIndex);
}

/** Ids of the chain back, or of everything that came of it. */
function chosenBy(subject: WhySubject, forward: boolean, traceIndex: TraceIndex): ReadonlySet<number> {
  if (!forward) {
    const start = startOf(subject, traceIndex);
    return start === undefined ? new Set() : chainOf(start, traceIndex).ids;
  }
  const start = firstOf(subject, traceIndex);
  const starts = 'file' in subject ? traceIndex.sourced(subject.file, subject.line) : start === undefined ? [] : [start];
  const ids = new Set(starts.map(({ id }) => id));
  // Effects are found as the set grows.
  for (const id of ids) {
    if (ids.size > mostFollowed) break;
    for (const next of traceIndex.effects(id)) ids.add(next.id);
  }
  return ids;
}
const mostFollowed = 20_000;

function matcher(subject: Extract<WhySubject, { uid: string } | { kind: string } | { key: string }>) {
  return (event: Parameters<typeof keyOf>[0]): boolean => {
    if ('key' in subject) return keyOf(event) === subject.key;
    const object = objectIn(event);
    if (object === undefined) return false;
    if ('uid' in subject) return object.metadata.uid === subject.uid;
    const { name, namespace = '' } = object.metadata;
    const wanted = subject.namespace ?? 'default';
    return object.kind.toLowerCase() === subject.kind.toLowerCase() && name === subject.name && (namespace === '' || namespace === wanted);
  };
}

/** The last run of a cell. */
function inputOf(cell: string, traceIndex: TraceIndex): TraceEvent | undefined {
  let found: TraceEvent | undefined;
  for (const [id, { input }] of traceIndex.traces.inputs()) if (input.cell === cell) found = traceIndex.get(id) ?? found;
  return found;
}

function titleOf(start: TraceEvent, subject: WhySubject, traceIndex: TraceIndex): string {
  if ('cell' in subject) return 'did this cell run';
  const write = traceIndex.write(start);
  const object = write && objectOf(write);
  if (object === undefined || write === undefined) return eventTitle(start, traceIndex);
  const name = `\`${object.metadata.name}\``;
  if (write.after === undefined) return `is ${name} gone`;
  if ('revision' in subject || 'trace' in subject) {
    const { did } = didWhat(write, true);
    const was = did.startsWith('updated') ? `did the status of ${name} change` : did.startsWith('changed') ? `did ${name} change` : `was ${did.replace(/ it\b/, '').replace(/^(\w+)/, `${name} $1`)}`;
    return `${was}, at revision ${write.revision}`;
  }
  if (write.after.metadata.deletionTimestamp !== undefined) return `is ${name} ending`;
  const phase = nestedString(write.after, 'status', 'phase');
  const node = nestedString(write.after, 'spec', 'nodeName');
  if (object.kind === 'Pod') return `is ${name}${phase === '' ? '' : ` ${phase}`}${node === '' ? '' : ` on \`${node}\``}`;
  const [ready, wanted] = [nestedNumber(write.after, 'status', 'readyReplicas'), nestedNumber(write.after, 'spec', 'replicas')];
  if (wanted !== undefined) return `has ${name} ${ready ?? 0} of ${wanted} ready`;
  return `is ${object.kind} ${name} as it is`;
}

/** Of what isn't a write: "did `nginx` start", "did the scheduler choose `node-3` for `web-x`". */
function eventTitle(event: TraceEvent, traceIndex: TraceIndex): string {
  const { type, what } = event;
  const name = who(type === 'request' ? componentOf(event, undefined) : event.component, traceIndex, traceIndex.t(event));
  const started = /^start (\S+), attempt (\d+)$/.exec(what);
  if (started !== null) return `did \`${started[1] ?? ''}\` start${started[2] === '0' ? '' : ` again, attempt ${started[2] ?? ''}`}`;
  const ended = /^(\S+) ended with (-?\d+)$/.exec(what);
  if (ended !== null) return `did \`${ended[1] ?? ''}\` end with ${ended[2] ?? ''}`;
  const bound = /^bind (\S+) to (\S+)$/.exec(what);
  if (bound !== null) return `did ${name} choose \`${bound[2] ?? ''}\` for \`${(bound[1] ?? '').replace(/^default\//, '')}\``;
  if (type === 'bind') return `did ${name} find no node`;
  if (type === 'reconcile') return `did ${name} look at \`${what.replace(/^reconcile (default\/)?/, '')}\``;
  if (type === 'request') return `did ${name} send \`${what}\``;
  if (type === 'note') return isLine(event) ? `did ${name} run line ${event.source?.line ?? 0} of \`${event.source?.file ?? ''}\`` : `did ${name} say “${what}”`;
  if (type === 'error') return `did ${name} fail`;
  return type === 'fault' ? `was there a fault: ${what}` : `was \`${traceIndex.inputOf(event.id)?.words ?? what}\` run`;
}

function causeName(start: TraceEvent, traceIndex: TraceIndex): string {
  const input = traceIndex.inputOf(start.id);
  if (input !== undefined) return `\`${input.words}\``;
  const write = traceIndex.write(start);
  const object = write && objectOf(write);
  if (write === undefined || object === undefined) return `\`${start.what}\``;
  return `revision ${write.revision} of \`${object.metadata.name}\``;
}

function unknown(subject: WhySubject): string {
  if ('file' in subject) return `Line ${subject.line} of \`${subject.file}\` has made no request that the trace still holds.`;
  if ('cell' in subject) return 'This cell hasn’t run in this session.';
  if ('revision' in subject) return `Nothing is remembered of revision ${subject.revision}.`;
  return 'Nothing is remembered of it at this moment.';
}
