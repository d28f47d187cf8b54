/** Why, what came of it, and the picture: questions about the trace, each answered as of a moment. They change nothing. */
import type { TraceEvent } from '../../engine/index.ts';
import type { EffectsView, TraceAsk, TraceView, WhyAsk, WhySubject, WhyView } from '../../viz/trace-model.ts';
import { chainOf } from './chain.ts';
import { effectsOf } from './effects.ts';
import { createFacts, type FactParts, type Facts, keyOf, objectIn, objectOf } from './facts.ts';
import { pictureOf } from './picture.ts';

export interface Why {
  why(ask: WhyAsk): WhyView;
  effects(ask: WhyAsk): EffectsView;
  trace(ask: TraceAsk): TraceView;
}

export interface WhyParts extends FactParts {
  /** All faults there ever were. */
  faults(): TraceView['faults'];
}

export function createWhy(parts: WhyParts): Why {
  return {
    why({ subject, at }) {
      const facts = createFacts(parts, at);
      const start = startOf(subject, facts);
      if (start === undefined) return { title: unknown(subject), steps: [], forgotten: false };
      const { steps, forgotten } = chainOf(start, facts);
      return { title: `Why ${titleOf(start, subject, facts)}?`, steps, forgotten };
    },
    effects({ subject, at }) {
      const facts = createFacts(parts, at);
      const start = firstOf(subject, facts);
      if (start === undefined) return { title: unknown(subject), effects: [], shown: 0, total: 0, idle: 0, told: 0 };
      return { title: `What did ${causeName(start, facts)} cause?`, ...effectsOf([start], facts) };
    },
    trace(ask) {
      const facts = createFacts(parts, ask.at);
      const start = ask.subject && startOf(ask.subject, facts);
      const chain = start && chainOf(start, facts).ids;
      const now = ask.at?.t ?? parts.t();
      return pictureOf({ facts, chain, ask, faults: parts.faults().map((fault) => ({ ...fault, to: Math.min(fault.to, now) })) });
    },
  };
}

/** The event that is asked about: of an object, the last write of it. */
function startOf(subject: WhySubject, facts: Facts): TraceEvent | undefined {
  if ('trace' in subject) return facts.get(subject.trace);
  if ('revision' in subject) return facts.commitOf(subject.revision);
  if ('cell' in subject) return inputOf(subject.cell, facts);
  if ('file' in subject)
    return facts
      .all()
      .findLast(({ source }) => source !== undefined && source.file === subject.file && source.line === subject.line);
  return facts.lastWrite(matcher(subject));
}

/** What is looked forward from: of an object, its first write that is remembered. */
function firstOf(subject: WhySubject, facts: Facts): TraceEvent | undefined {
  return 'uid' in subject || 'kind' in subject || 'key' in subject ? facts.firstWrite(matcher(subject)) : startOf(subject, facts);
}

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
function inputOf(cell: string, facts: Facts): TraceEvent | undefined {
  let found: TraceEvent | undefined;
  for (const [id, { input }] of facts.traces.inputs()) if (input.cell === cell) found = facts.get(id) ?? found;
  return found;
}

function titleOf(start: TraceEvent, subject: WhySubject, facts: Facts): string {
  const write = facts.write(start);
  const object = write && objectOf(write);
  const name = `\`${object?.metadata.name ?? write?.key ?? start.what}\``;
  if (start.component === 'you') return `was ${name} run`;
  if (object === undefined || write === undefined) return start.type === 'reconcile' ? `did it ${start.what}` : name;
  if (write.after === undefined) return `is ${name} gone`;
  if ('revision' in subject || 'trace' in subject) return `was ${name} written at revision ${write.revision}`;
  if (write.after.metadata.deletionTimestamp !== undefined) return `is ${name} ending`;
  const phase = stringIn(write.after, 'status', 'phase');
  const node = stringIn(write.after, 'spec', 'nodeName');
  if (object.kind === 'Pod') return `is ${name}${phase === '' ? '' : ` ${phase}`}${node === '' ? '' : ` on \`${node}\``}`;
  return `is ${name} as it is`;
}

function stringIn(object: object, part: 'spec' | 'status', field: string): string {
  const inner: unknown = Reflect.get(object, part);
  const value: unknown = typeof inner === 'object' && inner !== null ? Reflect.get(inner, field) : undefined;
  return typeof value === 'string' ? value : '';
}

function causeName(start: TraceEvent, facts: Facts): string {
  const input = facts.inputOf(start.id);
  if (input !== undefined) return `\`${input.words}\``;
  const write = facts.write(start);
  const object = write && objectOf(write);
  if (write === undefined || object === undefined) return `\`${start.what}\``;
  return `revision ${write.revision} of \`${object.metadata.name}\``;
}

function unknown(subject: WhySubject): string {
  if ('file' in subject) return `Line ${subject.line} of \`${subject.file}\` hasn’t asked for anything that is remembered.`;
  if ('cell' in subject) return 'This cell hasn’t run in this session.';
  if ('revision' in subject) return `Nothing is remembered of revision ${subject.revision}.`;
  return 'Nothing is remembered of it at this moment.';
}
