/** From an event of the trace back to what a user did, grouped into steps: who acted, what it wrote, and what had woken it. */
import type { TraceEvent } from '../../engine/index.ts';
import type { WhyHop, WhyInput, WhyStep } from '../../viz/trace-model.ts';
import { type TraceIndex, isLine, objectOf, type Write } from './trace-index.ts';
import { capital, choiceWords, countWords, didWhat, nameOf, who } from './sentences.ts';

/** More steps than this aren't shown. */
const mostSteps = 60;
const mostEvents = 600;

export interface Chain {
  readonly steps: readonly WhyStep[];
  /** Ids of all events on it. */
  readonly ids: ReadonlySet<number>;
  readonly forgotten: boolean;
}

/** One actor's doing, read backwards: its write, its request, itself. */
interface Act {
  commit?: TraceEvent;
  request?: TraceEvent;
  /** The line that asked for it. */
  line?: TraceEvent;
  actor?: TraceEvent;
}

export function chainOf(start: TraceEvent, traceIndex: TraceIndex): Chain {
  const acts: Act[] = [];
  const ids = new Set<number>();
  let act: Act = {};
  let event: TraceEvent | undefined = start;
  let last = start;
  const close = (): void => {
    if (act.commit !== undefined || act.request !== undefined || act.line !== undefined || act.actor !== undefined) acts.push(act);
    act = {};
  };
  while (event !== undefined && ids.size < mostEvents && acts.length < mostSteps) {
    ids.add(event.id);
    last = event;
    if (event.type === 'commit') {
      close();
      act.commit = event;
    } else if (event.type === 'request') {
      if (act.request !== undefined) close();
      act.request = event;
    } else if (isLine(event)) {
      act.line = event;
    } else {
      if (act.actor !== undefined) close();
      act.actor = event;
      close();
    }
    event = traceIndex.before(event);
  }
  close();
  const forgotten = last.cause !== 0 && traceIndex.get(last.cause) === undefined;
  return { steps: stepsOf(acts, traceIndex, forgotten), ids, forgotten };
}

function stepsOf(acts: readonly Act[], traceIndex: TraceIndex, forgotten: boolean): readonly WhyStep[] {
  const steps: WhyStep[] = [];
  let about = '';
  let command: TraceEvent | undefined;
  for (const [index, act] of acts.entries()) {
    const { actor, commit } = act;
    const write = commit && traceIndex.write(commit);
    const object = write && objectOf(write);
    const name = object === undefined ? '' : `${object.kind}/${object.metadata.uid}`;
    const it = name !== '' && (index === 0 || name === about);
    if (name !== '') about = name;
    if (actor?.component === 'you') {
      const input = traceIndex.inputOf(actor.id);
      // What was seen of it, then what a user did: two steps. A cell and its command are one.
      if (commit !== undefined && write !== undefined) steps.push(seenStep(act, commit, write, acts[index - 1], traceIndex));
      if (input === undefined && traceIndex.inputOf(actor.cause) !== undefined) command = actor;
      else steps.push(yourStep(actor, command, traceIndex));
      continue;
    }
    steps.push(loopStep(act, write, it, traceIndex));
  }
  const root = acts.at(-1);
  const event = root?.actor ?? root?.line ?? root?.request ?? root?.commit;
  if (event === undefined || event.component === 'you' || forgotten) return steps;
  return [...steps, ...rootSteps(event, root?.commit, traceIndex)];
}

function hopsOf(act: Act, traceIndex: TraceIndex): readonly WhyHop[] {
  return [act.commit, act.request, act.line, act.actor].flatMap((event) =>
    event === undefined ? [] : [{ trace: event.id, t: traceIndex.t(event), component: event.component, what: hopWords(event) }],
  );
}
const hopWords = (event: TraceEvent): string =>
  event.type === 'commit' ? `revision ${event.revision ?? 0}: ${event.what}` : event.what;

function common(act: Act, event: TraceEvent, traceIndex: TraceIndex) {
  const { commit, actor } = act;
  const write = commit && traceIndex.write(commit);
  const object = write && objectOf(write);
  const source = act.line?.source ?? actor?.source ?? act.request?.source;
  return {
    trace: (commit ?? event).id,
    t: traceIndex.t(commit ?? event),
    ...(object === undefined ? {} : { object: nameOf(object) }),
    ...(commit?.revision === undefined ? {} : { revision: commit.revision }),
    ...(source === undefined || source.file === '' ? {} : { source }),
    others: othersOf(actor, traceIndex),
    hops: hopsOf(act, traceIndex),
  };
}

/** What else had been heard: other writes, in a line each. */
function othersOf(actor: TraceEvent | undefined, traceIndex: TraceIndex): WhyStep['others'] {
  return (actor?.also ?? []).flatMap((id) => {
    const event = traceIndex.get(id);
    const write = event && traceIndex.write(event);
    if (event === undefined || write === undefined) return [];
    const { did, says } = didWhat(write, false);
    const by = traceIndex.get(event.cause)?.component ?? event.component;
    return [{ trace: id, t: traceIndex.t(event), says: `${capital(who(by, traceIndex, traceIndex.t(event)))} ${did}. ${says}`.trim() }];
  });
}

function seenStep(act: Act, commit: TraceEvent, write: Write, next: Act | undefined, traceIndex: TraceIndex): WhyStep {
  const object = objectOf(write);
  const name = `\`${object?.metadata.name ?? write.key}\``;
  const { did, says } = didWhat(write, true);
  const how = did.startsWith('created') ? 'appear' : did.startsWith('removed') ? 'go' : did.startsWith('deleted') ? 'marked for deletion' : 'change';
  const seer = next?.actor?.component ?? next?.request?.component;
  const lead = seer === undefined ? `${name} ${pastOf(how)}.` : `It saw ${name} ${how}.`;
  return { ...common({ commit, ...(act.request && { request: act.request }) }, commit, traceIndex), component: seer ?? 'etcd', mark: 'loop', lead, says };
}
const pastOf = (how: string): string =>
  ({ appear: 'was created', go: 'was removed', change: 'was changed' })[how] ?? `was ${how}`;

/** Where the chain ends: what a user did, with the cell and the line. */
function yourStep(actor: TraceEvent, command: TraceEvent | undefined, traceIndex: TraceIndex): WhyStep {
  const traced = traceIndex.inputOf(actor.id);
  const words = command?.what ?? traced?.words ?? actor.what;
  const line = command?.source?.line;
  const cell = traced?.input.cell;
  const input: WhyInput | undefined =
    traced === undefined
      ? undefined
      : { index: traced.index, words, ...(cell === undefined ? {} : { cell }), ...(line === undefined ? {} : { line }) };
  const type = traced?.input.type;
  const verb =
    type === 'edit' ? 'saved' : type === 'fault' ? 'made something go wrong' : type === 'script' ? 'ran a script' : 'ran';
  const lead = type === 'script' ? 'You ran a script.' : `You ${verb}${type === 'fault' ? '' : ` \`${words}\``}.`;
  return {
    ...common({ actor: command ?? actor }, command ?? actor, traceIndex),
    component: 'you',
    mark: 'you',
    lead,
    says: type === 'script' || type === 'fault' ? `\`${words}\`` : '',
    ...(input === undefined ? {} : { input }),
  };
}

function loopStep(act: Act, write: Write | undefined, it: boolean, traceIndex: TraceIndex): WhyStep {
  const { actor, request, commit } = act;
  const event = actor ?? act.line ?? request ?? commit;
  if (event === undefined) throw new Error('an act has an event');
  const t = traceIndex.t(event);
  const component = actor?.component ?? componentOf(request ?? event, write);
  const base = { ...common(act, event, traceIndex), component, mark: actor?.type === 'fault' ? ('fault' as const) : ('loop' as const) };
  const name = capital(who(component, traceIndex, t));
  if (actor?.type === 'fault') return { ...base, lead: `${capital(actor.what)}.`, says: '' };
  if (write === undefined) return { ...base, ...withoutWrite(actor ?? event, name) };
  const { did, says } = didWhat(write, it);
  const more = write.more > 0 ? ` (and ${write.more} more)` : '';
  const lead = `${name} ${did}${more}.`;
  if (actor?.type === 'bind' && did.includes('bound')) return { ...base, lead, says: choiceWords(actor, traceIndex) };
  // Not of a status that a probe of a started container brought about, long after its start.
  if (actor?.type === 'container' && !(did.startsWith('updated') && /^start/.test(actor.what) && !/` runs/.test(says))) return { ...base, lead: `${name} ${containerWords(actor.what)}${it ? '' : ` in \`${objectOf(write)?.metadata.name ?? write.key}\``}.`, says: did.startsWith('updated') ? says : `${capital(did)}. ${says}`.trim() };
  const count = actor?.type === 'reconcile' ? countWords(actor, write, traceIndex) : '';
  return { ...base, lead, says: [count, says].filter((part) => part !== '').join(' ') };
}

/** "start c, attempt 0", "c ended with 1" */
function containerWords(what: string): string {
  const started = /^start (\S+), attempt (\d+)$/.exec(what);
  if (started !== null) return `started \`${started[1] ?? ''}\`${started[2] === '0' ? '' : `, attempt ${started[2] ?? ''}`}`;
  const ended = /^(\S+) ended with (-?\d+)$/.exec(what);
  return ended === null ? what : `saw \`${ended[1] ?? ''}\` end with ${ended[2] ?? ''}`;
}

function withoutWrite(event: TraceEvent, name: string): Pick<WhyStep, 'lead' | 'says'> {
  if (event.type === 'reconcile') return { lead: `${name} looked at \`${event.what.replace(/^reconcile /, '')}\`.`, says: '' };
  if (event.type === 'bind' && !event.what.startsWith('bind ')) return { lead: `${name} found no node.`, says: event.what };
  if (event.type === 'container') return { lead: `${name} ${containerWords(event.what)}.`, says: '' };
  if (event.type === 'error') return { lead: `${name} failed.`, says: event.what };
  return { lead: `${name}: ${event.what}.`, says: '' };
}

/** A request names its user agent; a kubelet's is the node's that the object lies on. */
export function componentOf(request: TraceEvent, write: Write | undefined): string {
  if (request.component !== 'kubelet') return request.component;
  const object = write && objectOf(write);
  const spec: unknown = object !== undefined && 'spec' in object ? object.spec : undefined;
  const node = typeof spec === 'object' && spec !== null && 'nodeName' in spec ? spec.nodeName : undefined;
  if (typeof node === 'string') return `kubelet/${node}`;
  const [plural, first, second] = request.object?.split('/') ?? [];
  if (plural === 'nodes') return `kubelet/${first ?? ''}`;
  return plural === 'leases' ? `kubelet/${second ?? ''}` : 'kubelet';
}

/** By a timer: its own clock, the cluster's start, or a fault that kept it from hearing. */
function rootSteps(event: TraceEvent, commit: TraceEvent | undefined, traceIndex: TraceIndex): readonly WhyStep[] {
  const t = traceIndex.t(event);
  const base = { trace: event.id, t, component: event.component, others: [], hops: [] };
  const name = capital(who(event.component, traceIndex, t));
  if (t < 0) return [{ ...base, mark: 'clock', lead: 'The cluster started.', says: 'That was before the session’s time 0.' }];
  if (event.type === 'fault') return [];
  const node = nodeOf(commit, event);
  const fault = node === undefined ? undefined : traceIndex.lastFault(`kubelet/${node}`, t);
  const clock: WhyStep = { ...base, mark: 'clock', lead: 'By its timer: its time had come.', says: `${name} does this by itself, again and again.` };
  if (fault === undefined || node === undefined) return [clock];
  const heard: WhyStep = {
    ...base,
    trace: fault.id,
    t: traceIndex.t(fault),
    component: `kubelet/${node}`,
    mark: 'fault',
    lead: `A fault was on: ${fault.what}.`,
    says: `Nothing is heard of \`${node}\` while it lasts.`,
  };
  const { steps } = fault.cause === 0 ? { steps: [] } : chainFrom(fault.cause, traceIndex);
  return [clock, heard, ...steps];
}

function chainFrom(id: number, traceIndex: TraceIndex): Pick<Chain, 'steps'> {
  const event = traceIndex.get(id);
  return event === undefined ? { steps: [] } : chainOf(event, traceIndex);
}

/** The node that a write without a cause is about. */
function nodeOf(commit: TraceEvent | undefined, event: TraceEvent): string | undefined {
  const [plural, name] = (commit?.object ?? event.object ?? '').split('/');
  return plural === 'nodes' ? name : undefined;
}
