/** Watches over the store: each gets its revisions in order, without gaps or repeats, first from history and then live. */
import type { Clock, Trace } from '../kernel/index.ts';
import { failure } from './failure.ts';
import type { Commit, Mvcc } from './mvcc.ts';
import type { Revision, WatchEvent, WatchObserver, WatchRequest } from './types.ts';

export interface WatchHub {
  /** Begins a watch; nothing is delivered inside this call. Returns what cancels it. */
  add(request: WatchRequest, observer: WatchObserver): () => void;
  /** Tells the watches that have caught up about a new revision. */
  publish(commit: Commit): void;
  /** Ends the watches that still wanted revisions which are gone now. */
  compacted(): void;
}

interface Watcher {
  readonly request: WatchRequest;
  readonly observer: WatchObserver;
  /** First revision not delivered yet. */
  next: Revision;
  /** False while history is still to be read. */
  synced: boolean;
  closed: boolean;
}

/** Creates a hub without watches. `trace.current` is set to a commit's cause while its events are delivered. */
export function createWatchHub(clock: Clock, trace: Trace, store: Mvcc): WatchHub {
  const watchers = new Set<Watcher>();

  function deliver(watcher: Watcher, commit: Commit): void {
    if (commit.revision < watcher.next) return;
    watcher.next = commit.revision + 1;
    const events = wanted(commit.events, watcher.request);
    if (events.length === 0) return;
    const before = trace.current;
    trace.current = commit.cause;
    watcher.observer.events(events, commit.revision, commit.cause);
    trace.current = before;
  }

  function cancelCompacted(watcher: Watcher): boolean {
    if (watcher.next >= store.compactRevision) return false;
    close(watcher);
    watcher.observer.cancelled(failure('compacted', store.compactRevision));
    return true;
  }

  function catchUp(watcher: Watcher): void {
    if (watcher.closed || cancelCompacted(watcher)) return;
    for (const commit of store.commitsFrom(watcher.next)) {
      if (watcher.closed) return;
      deliver(watcher, commit);
    }
    watcher.synced = true;
  }

  function close(watcher: Watcher): void {
    watcher.closed = true;
    watchers.delete(watcher);
  }

  return {
    add(request, observer) {
      const next = request.startRevision || store.revision + 1;
      const watcher: Watcher = { request, observer, next, synced: next > store.revision, closed: false };
      watchers.add(watcher);
      if (!watcher.synced) clock.after(0, () => catchUp(watcher));
      return () => close(watcher);
    },
    publish(commit) {
      for (const watcher of watchers) {
        if (watcher.synced) deliver(watcher, commit);
      }
    },
    compacted() {
      for (const watcher of watchers) {
        if (!watcher.synced) cancelCompacted(watcher);
      }
    },
  };
}

function wanted(events: readonly WatchEvent[], request: WatchRequest): readonly WatchEvent[] {
  const first = events[0];
  // By far the most commits change one key, and then nothing need be copied.
  if (events.length === 1 && first !== undefined && request.previous === true)
    return covers(request, first) ? events : [];
  const covered = events.filter((event) => covers(request, event));
  return request.previous === true ? covered : covered.map(withoutPrevious);
}

function covers(request: WatchRequest, event: WatchEvent): boolean {
  const key = event.type === 'put' ? event.kv.key : event.key;
  if (request.rangeEnd === undefined) return key === request.key;
  return key >= request.key && (request.rangeEnd === '\0' || key < request.rangeEnd);
}

function withoutPrevious(event: WatchEvent): WatchEvent {
  return event.type === 'put'
    ? { type: 'put', kv: event.kv }
    : { type: 'delete', key: event.key, modRevision: event.modRevision };
}
