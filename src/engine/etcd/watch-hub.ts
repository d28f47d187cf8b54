/** Watches over the store: each gets its revisions in order, without gaps or repeats, first from history and then live. */
import type { Clock, Timer, Trace } from '../kernel/index.ts';
import { failure } from './failure.ts';
import { covers, directoryOf, meets } from './key-range.ts';
import type { Commit, EtcdFailure, Revision, WatchEvent, WatchObserver, WatchRequest } from './types.ts';

export interface WatchHub {
  /** Begins a watch; nothing is delivered inside this call. Returns what cancels it. */
  add(request: WatchRequest, observer: WatchObserver): () => void;
  /** Tells the watches that have caught up about a new revision. */
  publish(commit: Commit): void;
  /** Ends the watches that still wanted revisions which are gone now. */
  compacted(): void;
  /** Ends all watches, or those that require a leader. */
  cancel(failed: EtcdFailure, which: 'all' | 'requireLeader'): void;
  /** The history is another one now: what leads from the old state to the new comes as one commit, and all go on behind it. */
  jump(commit: Commit): void;
  /** The store is another one now (a snapshot came in): watches go on from what they have seen. */
  replaced(): void;
}

/** What watches are fed from: the store, or what the cluster has agreed on. */
export interface History {
  revision(): Revision;
  compactRevision(): Revision;
  commitsFrom(revision: Revision): Iterable<Commit>;
}

interface Watcher {
  readonly request: WatchRequest;
  readonly observer: WatchObserver;
  /** First revision not delivered yet, as far as commits concerned it: `published` may be further. */
  next: Revision;
  /** False while history is still to be read. */
  synced: boolean;
  closed: boolean;
  /** Something was delivered since progress was last looked at. */
  busy: boolean;
}

/** How often a watch that asks for it is told how far it is (v3rpc/watch.go). */
const progressIntervalMs = 600_000;

/** Creates a hub without watches. `trace.current` is set to a commit's cause while its events are delivered. */
export function createWatchHub(clock: Clock, trace: Trace, store: () => History): WatchHub {
  const watchers = new Set<Watcher>();
  /** Watchers whose range meets a directory of keys, in the order of `watchers`: most commits concern one of many. */
  const byDirectory = new Map<string, readonly Watcher[]>();
  /** Newest revision that was published: watchers that are synced have seen everything up to it. */
  let published = 0;
  let progressTimer: Timer | undefined;

  function deliver(watcher: Watcher, commit: Commit): void {
    if (commit.revision < watcher.next) return;
    watcher.next = commit.revision + 1;
    const events = wanted(commit.events, watcher.request);
    if (events.length === 0) return;
    const before = trace.current;
    trace.current = commit.cause;
    watcher.busy = true;
    watcher.observer.events(events, commit.revision, commit.cause);
    trace.current = before;
  }

  /** Watchers that an event of the commit may concern. */
  function concerned({ events }: Commit): Iterable<Watcher> {
    const [only] = events;
    if (events.length !== 1 || only === undefined) return watchers;
    const directory = directoryOf(only.type === 'put' ? only.kv.key : only.key);
    let found = byDirectory.get(directory);
    if (found === undefined) {
      found = [...watchers].filter(({ request }) => meets(request, directory));
      byDirectory.set(directory, found);
    }
    return found;
  }

  function cancelCompacted(watcher: Watcher): boolean {
    const compactRevision = store().compactRevision();
    if (watcher.next >= compactRevision) return false;
    close(watcher);
    watcher.observer.cancelled(failure('compacted', compactRevision));
    return true;
  }

  function catchUp(watcher: Watcher): void {
    if (watcher.closed || cancelCompacted(watcher)) return;
    for (const commit of store().commitsFrom(watcher.next)) {
      if (watcher.closed) return;
      deliver(watcher, commit);
    }
    watcher.synced = true;
  }

  function close(watcher: Watcher): void {
    watcher.closed = true;
    watchers.delete(watcher);
    byDirectory.clear();
  }

  function armProgress(): void {
    if (progressTimer !== undefined) return;
    progressTimer = clock.after(
      progressIntervalMs,
      () => {
        progressTimer = undefined;
        for (const watcher of watchers) {
          if (watcher.request.progressNotify !== true) continue;
          if (!watcher.busy && watcher.synced) watcher.observer.progress?.(store().revision());
          watcher.busy = false;
          armProgress();
        }
      },
      { background: true },
    );
  }

  return {
    add(request, observer) {
      const next = request.startRevision || store().revision() + 1;
      const synced = next > store().revision();
      const watcher: Watcher = { request, observer, next, synced, closed: false, busy: false };
      watchers.add(watcher);
      byDirectory.clear();
      if (!synced) clock.after(0, () => catchUp(watcher));
      if (request.progressNotify === true) armProgress();
      return () => close(watcher);
    },
    publish(commit) {
      published = commit.revision;
      for (const watcher of concerned(commit)) {
        if (watcher.synced && !watcher.closed) deliver(watcher, commit);
      }
    },
    compacted() {
      for (const watcher of watchers) {
        if (!watcher.synced) cancelCompacted(watcher);
      }
    },
    cancel(failed, which) {
      for (const watcher of [...watchers]) {
        if (which === 'requireLeader' && watcher.request.requireLeader !== true) continue;
        close(watcher);
        watcher.observer.cancelled(failed);
      }
    },
    jump(commit) {
      published = commit.revision;
      for (const watcher of watchers) {
        watcher.next = commit.revision;
        watcher.synced = true;
        deliver(watcher, commit);
      }
    },
    replaced() {
      for (const watcher of watchers) {
        if (watcher.synced) watcher.next = Math.max(watcher.next, published + 1);
        watcher.synced = false;
        clock.after(0, () => catchUp(watcher));
      }
    },
  };
}

function wanted(events: readonly WatchEvent[], request: WatchRequest): readonly WatchEvent[] {
  const first = events[0];
  // By far the most commits change one key, and then nothing need be copied.
  if (events.length === 1 && first !== undefined && request.previous === true)
    return isWanted(request, first) ? events : [];
  const chosen = events.filter((event) => isWanted(request, event));
  return request.previous === true ? chosen : chosen.map(withoutPrevious);
}

function isWanted(request: WatchRequest, event: WatchEvent): boolean {
  if (event.type === 'put') return request.noPut !== true && covers(request, event.kv.key);
  return request.noDelete !== true && covers(request, event.key);
}

function withoutPrevious(event: WatchEvent): WatchEvent {
  return event.type === 'put'
    ? { type: 'put', kv: event.kv }
    : { type: 'delete', key: event.key, modRevision: event.modRevision };
}
