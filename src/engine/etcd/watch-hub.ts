/** Watches over the store: each gets its revisions in order, without gaps or repeats, first from history and then live. */
import type { Clock, Timer, Trace } from '../kernel/index.ts';
import { failure } from './failure.ts';
import { covers, directoryOf, meets } from './key-range.ts';
import type { Commit, EtcdFailure, Revision, WatchEvent, WatchObserver, WatchRequest } from './types.ts';

export interface WatchHub {
  /** Begins a watch; nothing is delivered inside this call. Returns what cancels it. */
  add(request: WatchRequest, observer: WatchObserver): () => void;
  /** Delivers a new revision to the watches that have caught up. */
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
  /** Something was delivered since the last check of progress. */
  busy: boolean;
}

/** How often a watch that requests progress notifications gets one (v3rpc/watch.go). */
const progressIntervalMs = 600_000;

interface HubState {
  readonly clock: Clock;
  readonly trace: Trace;
  readonly store: () => History;
  readonly watchers: Set<Watcher>;
  /** Watchers whose range meets a directory of keys, in the order of `watchers`: most commits concern one of many. */
  readonly byDirectory: Map<string, readonly Watcher[]>;
  /** Newest revision that was published: watchers that are synced have seen everything up to it. */
  published: Revision;
  progressTimer: Timer | undefined;
}

/** Creates a hub without watches. `trace.current` is set to a commit's cause while its events are delivered. */
export function createWatchHub(clock: Clock, trace: Trace, store: () => History): WatchHub {
  const hub: HubState = {
    clock,
    trace,
    store,
    watchers: new Set(),
    byDirectory: new Map(),
    published: 0,
    progressTimer: undefined,
  };
  const { watchers } = hub;
  return {
    add: (request, observer) => addWatcher(hub, request, observer),
    publish(commit) {
      hub.published = commit.revision;
      for (const watcher of concerned(hub, commit)) {
        if (watcher.synced && !watcher.closed) deliver(hub, watcher, commit);
      }
    },
    compacted() {
      for (const watcher of watchers) {
        if (!watcher.synced) cancelCompacted(hub, watcher);
      }
    },
    cancel(failed, which) {
      for (const watcher of [...watchers]) {
        if (which === 'requireLeader' && watcher.request.requireLeader !== true) continue;
        close(hub, watcher);
        watcher.observer.cancelled(failed);
      }
    },
    jump(commit) {
      hub.published = commit.revision;
      for (const watcher of watchers) {
        watcher.next = commit.revision;
        watcher.synced = true;
        deliver(hub, watcher, commit);
      }
    },
    replaced() {
      for (const watcher of watchers) {
        if (watcher.synced) watcher.next = Math.max(watcher.next, hub.published + 1);
        watcher.synced = false;
        clock.after(0, () => catchUp(hub, watcher));
      }
    },
  };
}

function addWatcher(hub: HubState, request: WatchRequest, observer: WatchObserver): () => void {
  const { clock, store, watchers, byDirectory } = hub;
  const next = request.startRevision || store().revision() + 1;
  const synced = next > store().revision();
  const watcher: Watcher = { request, observer, next, synced, closed: false, busy: false };
  watchers.add(watcher);
  byDirectory.clear();
  if (!synced) clock.after(0, () => catchUp(hub, watcher));
  if (request.progressNotify === true) armProgress(hub);
  return () => close(hub, watcher);
}

function deliver({ trace }: HubState, watcher: Watcher, commit: Commit): void {
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
function concerned({ watchers, byDirectory }: HubState, { events }: Commit): Iterable<Watcher> {
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

function cancelCompacted(hub: HubState, watcher: Watcher): boolean {
  const compactRevision = hub.store().compactRevision();
  if (watcher.next >= compactRevision) return false;
  close(hub, watcher);
  watcher.observer.cancelled(failure('compacted', compactRevision));
  return true;
}

function catchUp(hub: HubState, watcher: Watcher): void {
  if (watcher.closed || cancelCompacted(hub, watcher)) return;
  const compactRevision = hub.store().compactRevision();
  for (const commit of hub.store().commitsFrom(watcher.next)) {
    if (watcher.closed) return;
    deliver(hub, watcher, commit.revision > compactRevision ? commit : withoutPast(commit));
  }
  watcher.synced = true;
}

function close({ watchers, byDirectory }: HubState, watcher: Watcher): void {
  watcher.closed = true;
  watchers.delete(watcher);
  byDirectory.clear();
}

function armProgress(hub: HubState): void {
  if (hub.progressTimer !== undefined) return;
  const notify = (): void => {
    hub.progressTimer = undefined;
    for (const watcher of hub.watchers) {
      if (watcher.request.progressNotify !== true) continue;
      if (!watcher.busy && watcher.synced) watcher.observer.progress?.(hub.store().revision());
      watcher.busy = false;
      armProgress(hub);
    }
  };
  hub.progressTimer = hub.clock.after(progressIntervalMs, notify, { background: true });
}

function wanted(events: readonly WatchEvent[], request: WatchRequest): readonly WatchEvent[] {
  const first = events[0];
  // By far the most commits change one key, and then nothing need be copied.
  if (events.length === 1 && first !== undefined && request.previous === true)
    return isWanted(request, first) ? events : [];
  const chosen = events.filter((event) => isWanted(request, event));
  return chosen.map((event) => (request.previous === true ? withPast(event, events) : withoutPrevious(event)));
}

/** What a key was before the revision, not within it: one transaction may put a key and then delete it (v3rpc/watch.go sendLoop). */
function withPast(event: WatchEvent, events: readonly WatchEvent[]): WatchEvent {
  const [key, revision] = event.type === 'put' ? [event.kv.key, event.kv.modRevision] : [event.key, event.modRevision];
  if (event.previous?.modRevision !== revision) return event;
  const past = events.find((each) => (each.type === 'put' ? each.kv.key : each.key) === key)?.previous;
  return past === undefined ? withoutPrevious(event) : { ...event, previous: past };
}

/** At the compacted revision itself: what a key was before it can't be read any more (v3rpc/watch.go sendLoop). */
function withoutPast(commit: Commit): Commit {
  return { ...commit, events: commit.events.map(withoutPrevious) };
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
