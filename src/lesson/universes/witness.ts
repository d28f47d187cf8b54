/** Watches what is stored, and says which of it the learner's controller has written. */
import type { Cluster, WatchEvent } from '../../engine/index.ts';
import type { Write } from './types.ts';

export interface Witness {
  /** Pods and the like the controller has created or begun to delete, oldest first. */
  writes(verb: 'create' | 'delete'): readonly Write[];
  /** Everything the controller has stored, Events left out: what it was, oldest first. */
  readonly all: readonly Write[];
  /** Revisions that changed anything but heartbeats and Events. */
  readonly changes: number;
  stop(): void;
}

/** `t`: milliseconds since the session's start. `onChange` runs after each revision that isn't a heartbeat or an Event. */
export function createWitness(cluster: Cluster, controller: string, t: () => number, onChange: () => void): Witness {
  const component = `controller/${controller}`;
  const created: Write[] = [];
  const deleted: Write[] = [];
  const all: Write[] = [];
  let traced = cluster.trace.last;
  let changes = 0;

  /** The reconcile that wrote a revision: commit <- request <- reconcile. Undefined when somebody else did. */
  function writer(revision: number): number | undefined {
    const { trace } = cluster;
    const events = trace.since(traced);
    traced = trace.last;
    const commit = events.findLast((event) => event.type === 'commit' && event.revision === revision);
    const request = commit && trace.get(commit.cause);
    if (request?.type !== 'request') return undefined;
    const reconcile = trace.get(request.cause);
    return reconcile?.type === 'reconcile' && reconcile.component === component ? reconcile.id : undefined;
  }

  function see(event: WatchEvent, revision: number, reconcile: number): void {
    const write = { t: t(), revision, object: objectOf(keyOf(event)), reconcile };
    all.push(write);
    if (event.type === 'put' && event.kv.version === 1) created.push(write);
    else if (event.type === 'delete' || (isLeaving(event.kv.value) && !isLeaving(event.previous?.value)))
      deleted.push(write);
  }

  const stop = cluster.onCommit((events, revision) => {
    const notable = events.filter((event) => !isBackground(keyOf(event)));
    if (notable.length === 0) return;
    changes += 1;
    const reconcile = writer(revision);
    if (reconcile !== undefined) for (const event of notable) see(event, revision, reconcile);
    onChange();
  });

  return {
    writes: (verb) => (verb === 'create' ? created : deleted),
    all,
    get changes() {
      return changes;
    },
    stop,
  };
}

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
