/** What the loops have in their memory now. It isn't kept: only a fork from a past moment can show what it was then. */
import {
  backoffMs,
  type Cluster,
  type ControllerStatus,
  type SchedulerStatus,
  type WatchEvent,
} from '../../engine/index.ts';
import {
  type CacheView,
  keysOf,
  type LoopQueueView,
  type QueuesView,
  type SchedulerQueueView,
  type WaitingPod,
} from '../../viz/queues-model.ts';
import { asObject, type Commit } from '../history.ts';

export interface QueueSources {
  readonly cluster: Cluster;
  readonly startMs: number;
  readonly commits: readonly Commit[];
  t(): number;
  swapped(): readonly string[];
}

type Caches = ControllerStatus['informers'];

/** The inspector; it counts the changes of each kind as commits come. */
export function createQueueInspector(sources: QueueSources): () => QueuesView {
  const { cluster, startMs, t } = sources;
  const behind = createBehind(sources.commits);
  return () => {
    const status = cluster.running('scheduler')?.status?.();
    const none = keysOf<WaitingPod>([]);
    const down = { up: false, active: none, backoff: none, unschedulable: none, gated: none, inFlight: none, caches: [] };
    const scheduler = status !== undefined && 'pods' in status ? schedulerView(status, startMs, behind) : down;
    return {
      timeMs: t(),
      revision: cluster.etcd().revision,
      loops: cluster
        .components()
        .filter((component) => component.startsWith('controller/'))
        .map((component) => loopView(sources, component, behind)),
      ...(cluster.components().includes('scheduler') ? { scheduler } : {}),
    };
  };
}

/** How many changes of a kind came after a revision. */
type Behind = (kind: string, revision: number) => number;

function createBehind(commits: readonly Commit[]): Behind {
  const changes = new Map<string, number[]>();
  let counted = 0;

  function count(): void {
    for (let commit = commits[counted]; commit !== undefined; commit = commits[counted]) {
      for (const event of commit.events) {
        const kind = kindOf(event);
        const known = changes.get(kind);
        if (known === undefined) changes.set(kind, [commit.revision]);
        else known.push(commit.revision);
      }
      counted += 1;
    }
  }

  return (kind, revision) => {
    count();
    const known = changes.get(kind) ?? [];
    let late = 0;
    while (late < known.length && (known[known.length - 1 - late] ?? 0) > revision) late += 1;
    return late;
  };
}

const cachesOf = (informers: Caches, behind: Behind): readonly CacheView[] =>
  informers.map((informer) => {
    const { kind, revision, alive } = informer.status();
    const known = Number(revision) || 0;
    return {
      kind: kind.kind,
      objects: informer.lister.list().length,
      revision: known,
      behind: behind(`${kind.group}/${kind.kind}`, known),
      alive,
    };
  });

function loopView({ cluster, startMs, swapped }: QueueSources, component: string, behind: Behind): LoopQueueView {
  const name = component.slice('controller/'.length);
  const status = cluster.running(component)?.status?.();
  const yours = swapped().includes(name);
  if (status === undefined || !('queue' in status)) {
    const none = keysOf([]);
    return { name, up: false, yours, waiting: none, processing: none, delayed: none, expected: none, caches: [] };
  }
  const { queued, processing, dirty, waiting } = status.queue.status();
  const delayed = [...waiting].map(([key, { at }]) => ({
    key,
    atMs: at - startMs,
    failures: status.queue.failures(key),
  }));
  const expected = [...status.expectations.all].flatMap(([key, { creations, deletions, since }]) =>
    creations + deletions.size === 0 ? [] : [{ key, creations, deletions: deletions.size, sinceMs: since - startMs }],
  );
  return {
    name,
    up: true,
    yours,
    waiting: keysOf(queued),
    processing: keysOf([...processing].map((key) => ({ key, again: dirty.has(key) }))),
    delayed: keysOf(delayed.sort((a, b) => a.atMs - b.atMs)),
    expected: keysOf(expected),
    caches: cachesOf(status.informers, behind),
  };
}

function schedulerView({ pods, informers }: SchedulerStatus, startMs: number, behind: Behind): SchedulerQueueView {
  const all = [...pods.values()];
  const inState = (...states: readonly string[]) =>
    keysOf(
      all
        .filter(({ state }) => states.includes(state))
        .map(({ info, attempts, timestampMs, rejectedBy, state }): WaitingPod => {
          const backs = state === 'backoff' || state === 'error-backoff';
          return {
            uid: info.uid,
            key: info.key,
            attempts,
            sinceMs: timestampMs - startMs,
            rejectedBy,
            ...(backs ? { readyMs: timestampMs + backoffMs(attempts) - startMs } : {}),
          };
        }),
    );
  return {
    up: true,
    active: inState('active'),
    backoff: inState('backoff', 'error-backoff'),
    unschedulable: inState('unschedulable'),
    gated: inState('gated'),
    inFlight: inState('in-flight'),
    caches: cachesOf(informers, behind),
  };
}

/** "apps/ReplicaSet", "/Pod" */
function kindOf(event: WatchEvent): string {
  const object = asObject(event.type === 'put' ? event.kv.value : event.previous?.value);
  if (object === undefined) return '';
  const { apiVersion = '', kind } = object;
  const slash = apiVersion.indexOf('/');
  return `${slash < 0 ? '' : apiVersion.slice(0, slash)}/${kind}`;
}
