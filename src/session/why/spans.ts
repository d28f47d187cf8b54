/** Events of the trace as stretches of time in a lane each: who worked from when to when, and which revisions came of it. */
import type { TraceEvent } from '../../engine/index.ts';
import type { SpanView } from '../../viz/trace-model.ts';
import { componentOf } from './chain.ts';
import { type TraceIndex, isOfIncident, isReport } from './trace-index.ts';
import { who } from './sentences.ts';

export interface Span {
  readonly event: TraceEvent;
  /** `you`, `apiserver`, `etcd`, `controller/replicaset`, `scheduler`, `kubelet/node-1`. */
  readonly lane: string;
  readonly from: number;
  readonly to: number;
  readonly kind: SpanView['kind'];
  readonly label: string;
}

/** Those of these events that are drawn. Events, heartbeats and what broke an incident's cluster are left out unless `all`. */
export function spansOf(events: readonly TraceEvent[], traceIndex: TraceIndex, all: boolean): readonly Span[] {
  return events.flatMap((event) => (all || !isBackground(event, traceIndex) ? (spanOf(event, traceIndex) ?? []) : []));
}

function isBackground(event: TraceEvent, traceIndex: TraceIndex): boolean {
  if (isOfIncident(event)) return true;
  if (event.type === 'request') return /^\S+ (events|leases)\b/.test(event.what);
  return event.type === 'commit' && isReport(traceIndex.write(event));
}

function spanOf(event: TraceEvent, traceIndex: TraceIndex): Span | undefined {
  const from = traceIndex.t(event);
  const base = { event, from, to: from };
  switch (event.type) {
    case 'command':
      // A cell whose commands are drawn isn't drawn beside them.
      if (traceIndex.effects(event.id).some(({ component }) => component === 'you')) return undefined;
      return { ...base, lane: 'you', to: latest(event, traceIndex), kind: 'you', label: event.what.replace(/^kubectl /, '') };
    case 'request': {
      const committed = commitsOf(event, traceIndex);
      const label = requestLabel(event.what);
      return { ...base, lane: 'apiserver', to: Math.max(from, ...committed.map((each) => traceIndex.t(each))), kind: 'work', label };
    }
    case 'commit': {
      const request = traceIndex.cause(event);
      const proposed = request === undefined || request.type !== 'request' ? from : traceIndex.t(request);
      return { ...base, lane: 'etcd', from: proposed, kind: 'commit', label: String(event.revision ?? '') };
    }
    case 'reconcile':
      return { ...base, lane: event.component, to: latest(event, traceIndex), kind: 'work', label: event.what.replace(/^reconcile \S*\//, 'reconcile ') };
    case 'bind':
      return { ...base, lane: 'scheduler', to: Math.max(from + 1, latest(event, traceIndex)), kind: 'work', label: event.what.startsWith('bind ') ? 'pick' : 'no node' };
    case 'container': {
      // A kubelet works from when the Pod was bound to it.
      const cause = traceIndex.cause(event);
      return { ...base, lane: event.component, from: cause === undefined ? from : traceIndex.t(cause), kind: 'work', label: event.what.replace(/^start (\S+), .*/, 'start $1').replace(/^(\S+) ended with .*/, 'end $1') };
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

const commitsOf = (event: TraceEvent, traceIndex: TraceIndex): readonly TraceEvent[] =>
  traceIndex.effects(event.id).filter(({ type }) => type === 'commit');

/** When the last of what it asked for was done. */
function latest(event: TraceEvent, traceIndex: TraceIndex): number {
  let to = traceIndex.t(event);
  for (const next of traceIndex.effects(event.id)) {
    if (next.type !== 'request' && next.component !== 'you') continue;
    to = Math.max(to, next.type === 'request' ? traceIndex.t(next) : latest(next, traceIndex));
    for (const commit of commitsOf(next, traceIndex)) to = Math.max(to, traceIndex.t(commit));
  }
  return to;
}

/** For the table: who did what, and because of what. */
export function rowWords({ event }: Span, traceIndex: TraceIndex): Pick<SpanView, 'what' | 'because'> {
  const t = traceIndex.t(event);
  const component = event.type === 'request' ? componentOf(event, undefined) : event.component;
  const name = event.type === 'commit' ? 'etcd' : who(component, traceIndex, t);
  const cause = traceIndex.cause(event);
  const what = event.type === 'commit' ? `revision ${event.revision ?? 0}, ${event.object ?? ''}` : event.what;
  return { what: `${name.replaceAll('`', '')}: ${what}`, because: cause === undefined ? '' : becauseOf(cause) };
}

const becauseOf = (cause: TraceEvent): string =>
  cause.type === 'commit' ? `revision ${cause.revision ?? 0}` : cause.what;
