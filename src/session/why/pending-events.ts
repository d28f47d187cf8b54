/** What is due next: a watch event on its way, a key that is tried again, a Pod its kubelet hasn't begun. Of the past: what came next. */
import { backoffMs, type Cluster, type InFlightMessage, type KubeObject, type TraceEvent } from '../../engine/index.ts';
import type { History } from '../history.ts';
import type { TraceIndex } from './trace-index.ts';

export interface PendingEvent {
  readonly lane: string;
  /** When it comes; absent: it isn't known yet. */
  readonly at?: number;
  readonly cause: TraceEvent;
  /** For the table: "receives revision 318". */
  readonly what: string;
}

export interface PendingEventSources {
  readonly traceIndex: TraceIndex;
  readonly cluster: Cluster;
  readonly history: History;
  readonly startMs: number;
  readonly now: number;
  readonly past: boolean;
  /** Only what comes of these; absent: of what happened last. */
  readonly chosen: ReadonlySet<number> | undefined;
}

const mostDue = 8;
/** So many of the newest events are searched for what comes of them. */
const mostRecent = 400;

/** What is due at a moment, one for each lane, the nearest first. */
export function pendingEventsOf(parts: PendingEventSources): readonly PendingEvent[] {
  const { chosen } = parts;
  const all = parts.past ? cameNext(parts) : [...undelivered(parts), ...triedAgain(parts), ...kubelets(parts)];
  const wanted = all.filter(({ cause }) => chosen === undefined || chosen.has(cause.id));
  const soonest = wanted.sort((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
  const lanes = new Set<string>();
  return soonest.filter(({ lane }) => !lanes.has(lane) && lanes.add(lane)).slice(0, mostDue);
}

function recent({ traceIndex, chosen, now }: PendingEventSources): readonly TraceEvent[] {
  if (chosen === undefined) return traceIndex.between(now - 60_000, now).slice(-mostRecent);
  return [...chosen].slice(-mostRecent).flatMap((id) => traceIndex.get(id) ?? []);
}

function cameNext(parts: PendingEventSources): PendingEvent[] {
  const { traceIndex } = parts;
  return recent(parts).flatMap((cause) =>
    traceIndex.coming(cause.id).flatMap((next): PendingEvent[] => {
      const lane = laneOf(next.component);
      return lane === undefined || next.type === 'commit' ? [] : [{ lane, at: traceIndex.t(next), cause, what: next.what }];
    }),
  );
}

/** Watch events that have been sent and not arrived. */
function undelivered({ traceIndex, cluster }: PendingEventSources): PendingEvent[] {
  const messages = cluster.networkTap?.messages().messages ?? [];
  return messages.flatMap((message): PendingEvent[] => {
    if (message.kind !== 'event' || message.arrivedMs !== undefined) return [];
    const revision = revisionOf(message);
    const cause = revision === undefined ? undefined : traceIndex.commitOf(revision);
    const lane = laneOf(message.component);
    return cause === undefined || lane === undefined
      ? []
      : [{ lane, cause, what: `receives revision ${revision ?? 0}` }];
  });
}

/** Keys that a loop tries again later, and Pods that the scheduler does. */
function triedAgain({ traceIndex, cluster, startMs, now }: PendingEventSources): PendingEvent[] {
  return cluster.components().flatMap((component): PendingEvent[] => {
    const status = cluster.running(component)?.status?.();
    if (status === undefined) return [];
    if ('queue' in status)
      return [...status.queue.status().waiting].slice(0, mostDue).flatMap(([key, { at }]): PendingEvent[] => {
        const cause = traceIndex.lastOf(component, now, 'reconcile', `reconcile ${key}`);
        return cause === undefined ? [] : [{ lane: component, at: at - startMs, cause, what: `looks at ${key} again` }];
      });
    return [...status.pods.values()].slice(0, mostRecent).flatMap(({ state, timestampMs, attempts, info }): PendingEvent[] => {
      if (state !== 'backoff' && state !== 'error-backoff') return [];
      const cause = traceIndex.lastWrite((event) => event.type === 'put' && isUid(event.kv.value, info.uid));
      return cause === undefined
        ? []
        : [
            {
              lane: 'scheduler',
              at: timestampMs + backoffMs(attempts) - startMs,
              cause,
              what: `tries ${info.key} again`,
            },
          ];
    });
  });
}

/** Pods that are bound and not begun, or that are to end. */
function kubelets({ traceIndex, history, startMs }: PendingEventSources): PendingEvent[] {
  const due: PendingEvent[] = [];
  for (const { object } of history.world.get('Pod')?.values() ?? []) {
    if (due.length >= mostDue) break;
    const { name, uid, deletionTimestamp } = object.metadata;
    const node = fieldOf(object, 'spec', 'nodeName');
    const begins = fieldOf(object, 'status', 'phase') === 'Pending';
    if (node === '' || !(begins || deletionTimestamp !== undefined)) continue;
    const cause = traceIndex.lastWrite((event) => event.type === 'put' && isUid(event.kv.value, uid));
    if (cause === undefined) continue;
    const ends = deletionTimestamp === undefined ? {} : { at: Date.parse(deletionTimestamp) - startMs };
    due.push({ lane: `kubelet/${node}`, cause, what: `${begins ? 'starts' : 'ends'} ${name}`, ...ends });
  }
  return due;
}

function laneOf(component: string): string | undefined {
  if (component.startsWith('apiserver')) return 'apiserver';
  return /^(controller\/|kubelet\/|scheduler)/.test(component)
    ? component.replace(/^scheduler.*/, 'scheduler')
    : undefined;
}

function revisionOf({ says }: InFlightMessage): number | undefined {
  const object = inner(says, 'object');
  const revision = Number(inner(inner(object, 'metadata'), 'resourceVersion'));
  return inner(says, 'type') === 'BOOKMARK' || !Number.isInteger(revision) ? undefined : revision;
}

const inner = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;

const isUid = (value: unknown, uid: string | undefined): boolean => inner(inner(value, 'metadata'), 'uid') === uid;

function fieldOf(object: KubeObject, part: 'spec' | 'status', field: string): string {
  const value = inner(inner(object, part), field);
  return typeof value === 'string' ? value : '';
}
