/** Events of the trace as stretches of time in a lane each: who worked from when to when, and which revisions came of it. */
import type { TraceEvent } from '../../engine/index.ts';
import type { SpanView } from '../../viz/trace-model.ts';
import { componentOf } from './chain.ts';
import { type Facts, isTold } from './facts.ts';
import { who } from './words.ts';

export interface Span {
  readonly event: TraceEvent;
  /** `you`, `apiserver`, `etcd`, `controller/replicaset`, `scheduler`, `kubelet/node-1`. */
  readonly lane: string;
  readonly from: number;
  readonly to: number;
  readonly kind: SpanView['kind'];
  readonly label: string;
}

/** Those of these events that are drawn. Events and heartbeats are left out unless `all`. */
export function spansOf(events: readonly TraceEvent[], facts: Facts, all: boolean): readonly Span[] {
  return events.flatMap((event) => (all || !isBackground(event, facts) ? (spanOf(event, facts) ?? []) : []));
}

function isBackground(event: TraceEvent, facts: Facts): boolean {
  if (event.type === 'request') return /^\S+ (events|leases)\b/.test(event.what);
  return event.type === 'commit' && isTold(facts.write(event));
}

function spanOf(event: TraceEvent, facts: Facts): Span | undefined {
  const from = facts.t(event);
  const base = { event, from, to: from };
  switch (event.type) {
    case 'command':
      // A cell whose commands are drawn isn't drawn beside them.
      if (facts.effects(event.id).some(({ component }) => component === 'you')) return undefined;
      return { ...base, lane: 'you', to: latest(event, facts), kind: 'you', label: event.what.replace(/^kubectl /, '') };
    case 'request': {
      const committed = commitsOf(event, facts);
      const label = requestLabel(event.what);
      return { ...base, lane: 'apiserver', to: Math.max(from, ...committed.map((each) => facts.t(each))), kind: 'work', label };
    }
    case 'commit': {
      const request = facts.cause(event);
      const proposed = request === undefined || request.type !== 'request' ? from : facts.t(request);
      return { ...base, lane: 'etcd', from: proposed, kind: 'commit', label: String(event.revision ?? '') };
    }
    case 'reconcile':
      return { ...base, lane: event.component, to: latest(event, facts), kind: 'work', label: event.what.replace(/^reconcile \S*\//, 'reconcile ') };
    case 'bind':
      return { ...base, lane: 'scheduler', to: Math.max(from + 1, latest(event, facts)), kind: 'work', label: event.what.startsWith('bind ') ? 'pick' : 'no node' };
    case 'container': {
      // A kubelet works from when the Pod was bound to it.
      const cause = facts.cause(event);
      return { ...base, lane: event.component, from: cause === undefined ? from : facts.t(cause), kind: 'work', label: event.what.replace(/^start (\S+), .*/, 'start $1').replace(/^(\S+) ended with .*/, 'end $1') };
    }
    case 'error':
      return { ...base, lane: laneOf(event.component), kind: 'work', label: 'failed' };
    case 'fault':
      return event.component === 'apiserver' ? { ...base, lane: 'apiserver', kind: 'work', label: 'refused' } : undefined;
    case 'note':
      return undefined;
  }
}

/** "POST pods", "binding", "PATCH pods/status" */
const requestLabel = (what: string): string => {
  const [method = '', resource = ''] = what.split(' ');
  const [plural = '', sub] = resource.split('/');
  return sub === 'binding' ? 'binding' : `${method} ${sub ?? plural}`;
};

const laneOf = (component: string): string => (component.startsWith('apiserver') ? 'apiserver' : component);

const commitsOf = (event: TraceEvent, facts: Facts): readonly TraceEvent[] =>
  facts.effects(event.id).filter(({ type }) => type === 'commit');

/** When the last of what it asked for was done. */
function latest(event: TraceEvent, facts: Facts): number {
  let to = facts.t(event);
  for (const next of facts.effects(event.id)) {
    if (next.type !== 'request' && next.component !== 'you') continue;
    to = Math.max(to, next.type === 'request' ? facts.t(next) : latest(next, facts));
    for (const commit of commitsOf(next, facts)) to = Math.max(to, facts.t(commit));
  }
  return to;
}

/** For the table: who did what, and because of what. */
export function rowWords({ event }: Span, facts: Facts): Pick<SpanView, 'what' | 'because'> {
  const t = facts.t(event);
  const component = event.type === 'request' ? componentOf(event, undefined) : event.component;
  const name = event.type === 'commit' ? 'etcd' : who(component, facts, t);
  const cause = facts.cause(event);
  const what = event.type === 'commit' ? `revision ${event.revision ?? 0}, ${event.object ?? ''}` : event.what;
  return { what: `${name.replaceAll('`', '')}: ${what}`, because: cause === undefined ? '' : becauseOf(cause) };
}

const becauseOf = (cause: TraceEvent): string =>
  cause.type === 'commit' ? `revision ${cause.revision ?? 0}` : cause.what;
