/** Watches what is stored, and says which of it the learner's controller has written. */
import type { Cluster, TraceEvent, WatchEvent } from '../../engine/index.ts';
import type { Refusal, Write } from './types.ts';

export interface WriteRecorder {
  /** Pods and the like the controller has created, changed or begun to delete, oldest first. */
  writes(verb: 'create' | 'change' | 'delete'): readonly Write[];
  /** Requests of the controller that were refused by a fault, oldest first. */
  refused(): readonly Refusal[];
  /** Everything the controller has stored, Events left out: what it was, oldest first. */
  readonly all: readonly Write[];
  stop(): void;
}

/** `t`: milliseconds since the session's start. `onChange` runs after each revision that isn't a heartbeat or an Event. */
export function createWriteRecorder(cluster: Cluster, controller: string, t: () => number, onChange: () => void): WriteRecorder {
  const component = `controller/${controller}`;
  const refused: Refusal[] = [];
  const created: Write[] = [];
  const deleted: Write[] = [];
  const changed: Write[] = [];
  const all: Write[] = [];
  let traced = cluster.trace.last;
  /** Requests of a reconcile that change something there is. */
  const changing = new Map<number, number>();

  /** The reconcile of the controller that an event was caused by; undefined when the cause was another. */
  function reconcileOf(event: TraceEvent | undefined): number | undefined {
    const cause = event && cluster.trace.get(event.cause);
    return cause?.type === 'reconcile' && cause.component === component ? cause.id : undefined;
  }

  /** Reads the trace up to now: what was refused, and which reconcile wrote this revision (commit <- request <- reconcile). */
  function read(revision?: number): number | undefined {
    const { trace } = cluster;
    let commit: TraceEvent | undefined;
    for (const event of trace.since(traced)) {
      if (event.type === 'commit' && event.revision === revision) commit = event;
      if (event.type === 'request' && /^(PATCH|PUT) /.test(event.what)) {
        const by = reconcileOf(event);
        if (by !== undefined) changing.set(by, (changing.get(by) ?? 0) + 1);
      }
      if (event.type !== 'fault' || reconcileOf(event) === undefined) continue;
      const [, method = '', path = ''] = event.what.split(' ');
      refused.push({ t: t() - (cluster.now() - event.time), verb: verbs[method] ?? method, path });
    }
    traced = trace.last;
    return commit && reconcileOf(trace.get(commit.cause));
  }

  function see(event: WatchEvent, revision: number, reconcile: number): void {
    const write = {
      t: t(),
      revision,
      object: objectOf(keyOf(event)),
      reconcile,
      changesBefore: changing.get(reconcile) ?? 0,
    };
    all.push(write);
    if (event.type === 'put' && event.kv.version === 1) created.push(write);
    else if (event.type === 'delete' || (isLeaving(event.kv.value) && !isLeaving(event.previous?.value)))
      deleted.push(write);
    else changed.push(write);
  }

  const stop = cluster.onCommit((events, revision) => {
    const reconcile = read(revision);
    const notable = events.filter((event) => !isBackground(keyOf(event)));
    if (notable.length === 0) return;
    if (reconcile !== undefined) for (const event of notable) see(event, revision, reconcile);
    onChange();
  });

  return {
    refused() {
      read();
      return refused;
    },
    writes: (verb) => ({ create: created, change: changed, delete: deleted })[verb],
    all,
    stop,
  };
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

const keyOf = (event: WatchEvent): string => (event.type === 'put' ? event.kv.key : event.key);

/** `/registry/pods/default/web` -> `pods/default/web` */
const objectOf = (key: string): string => key.replace(/^\/registry\//, '');

/** Heartbeats, Events, and what nodes report of themselves. */
const isBackground = (key: string): boolean => /^\/registry\/(leases|events|minions)\//.test(key);

function isLeaving(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'deletionTimestamp' in metadata;
}
