/**
 * The rules of a reflector: list once, then watch from the list's revision, and watch again from where it was when the connection
 * ends. Only when the server no longer knows that revision (410), or something is wrong, is everything listed again. Requests and
 * the store are `client/reflector.ts`'s. (client-go tools/cache/reflector.go)
 */

/** What a reflector knows. Each state is a value: a step never changes it, and returns the next. */
export type ReflectorState =
  /** Nothing has been asked for yet. */
  | { readonly name: 'new' }
  /** A list is under way. `revision`: '0' for any that the server has at hand, '' for the newest. */
  | { readonly name: 'listing'; readonly revision: string }
  /** A watch is open. `revision`: how far the store has come. */
  | { readonly name: 'watching'; readonly revision: string }
  /** A back-off is under way; then comes `next`, from this revision. */
  | { readonly name: 'waiting'; readonly next: 'list' | 'watch'; readonly revision: string }
  | { readonly name: 'stopped' };

/** An object of the API, of which only this much matters here. A bookmark has no name. */
export interface ReflectorObject {
  readonly metadata: { readonly resourceVersion: string; readonly namespace?: string; readonly name?: string };
}

/** What has happened: an answer of the API server, or a wait that is over. */
export type ReflectorEvent =
  /** The first of all. `from`: what the store has already; '' when it is empty. */
  | { readonly type: 'start'; readonly from: string }
  /** The list has come. `revision`: of the list as a whole. */
  | { readonly type: 'listed'; readonly revision: string; readonly items: readonly ReflectorObject[] }
  /** `expired`: 410, the server doesn't have that revision any more. */
  | { readonly type: 'listFailed'; readonly expired: boolean }
  /** From the watch. A bookmark says only how far the watch has come. */
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: ReflectorObject }
  /** The watch has ended in an orderly way. `early`: so soon and without an event that something is wrong. */
  | { readonly type: 'watchEnded'; readonly early: boolean }
  /** The watch was refused, or broken off, with a Status of this code. `expired`: as above. */
  | { readonly type: 'watchFailed'; readonly expired: boolean; readonly code: number }
  /** The watch should have ended long ago: its connection is dead. */
  | { readonly type: 'watchOverdue' }
  | { readonly type: 'backOffOver' }
  | { readonly type: 'stop' };

/** What the store and the connection do next: of the objects first, then of requests. */
export type ReflectorEffect =
  /** From now on the store has these, and nothing else. */
  | { readonly type: 'replace'; readonly items: readonly ReflectorObject[] }
  | { readonly type: 'put'; readonly object: ReflectorObject }
  | { readonly type: 'remove'; readonly object: ReflectorObject }
  | { readonly type: 'list'; readonly revision: string }
  | { readonly type: 'watch'; readonly revision: string }
  /** Ends the request under way. */
  | { readonly type: 'hangUp' }
  /** `backOffOver` follows: after 0.8 s at first, and later each time. */
  | { readonly type: 'backOff' };

/** What follows from an event. */
export interface ReflectorStep {
  readonly state: ReflectorState;
  /** Carried out in this order. */
  readonly effects: readonly ReflectorEffect[];
}

const hangUp: ReflectorEffect = { type: 'hangUp' };
const backOff: ReflectorEffect = { type: 'backOff' };

/** One step. An event that means nothing in this state changes nothing. */
export function stepReflector(state: ReflectorState, event: ReflectorEvent): ReflectorStep {
  if (event.type === 'stop') return { state: { name: 'stopped' }, effects: [hangUp] };
  switch (state.name) {
    case 'new':
      return event.type === 'start' ? start(event.from) : { state, effects: [] };
    case 'listing':
      return stepListing(state, event);
    case 'watching':
      return stepWatching(state, event);
    case 'waiting':
      if (event.type !== 'backOffOver') return { state, effects: [] };
      return state.next === 'list' ? list(state.revision) : watch(state.revision);
    case 'stopped':
      return { state, effects: [] };
  }
}

/** Any state of the server's watch cache will do for a start: what came later is watched. A store that has something needs no list. */
function start(from: string): ReflectorStep {
  return from === '' ? list('0') : watch(from);
}

function stepListing(state: Extract<ReflectorState, { name: 'listing' }>, event: ReflectorEvent): ReflectorStep {
  switch (event.type) {
    case 'listed':
      return watch(event.revision, { type: 'replace', items: event.items });
    case 'listFailed':
      return waitToList(event.expired ? '' : state.revision);
    default:
      return { state, effects: [] };
  }
}

function stepWatching(state: Extract<ReflectorState, { name: 'watching' }>, event: ReflectorEvent): ReflectorStep {
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
      return seen(event.object, { type: 'put', object: event.object });
    case 'DELETED':
      return seen(event.object, { type: 'remove', object: event.object });
    case 'BOOKMARK':
      return seen(event.object);
    case 'watchEnded':
      return event.early ? waitToList(state.revision) : watch(state.revision, hangUp);
    case 'watchOverdue':
      return watch(state.revision, hangUp);
    case 'watchFailed':
      if (event.expired) return list('', hangUp);
      return isBusy(event.code) ? waitToWatch(state.revision) : waitToList(state.revision);
    default:
      return { state, effects: [] };
  }
}

/** The server is overloaded or restarting: what it has said so far still holds. */
const isBusy = (code: number): boolean => code === 429 || code === 503;

/** The store has come as far as this object. */
function seen({ metadata }: ReflectorObject, ...effects: readonly ReflectorEffect[]): ReflectorStep {
  return { state: { name: 'watching', revision: metadata.resourceVersion }, effects };
}

function list(revision: string, ...before: readonly ReflectorEffect[]): ReflectorStep {
  return { state: { name: 'listing', revision }, effects: [...before, { type: 'list', revision }] };
}

function watch(revision: string, ...before: readonly ReflectorEffect[]): ReflectorStep {
  return { state: { name: 'watching', revision }, effects: [...before, { type: 'watch', revision }] };
}

function waitToList(revision: string): ReflectorStep {
  return { state: { name: 'waiting', next: 'list', revision }, effects: [hangUp, backOff] };
}

function waitToWatch(revision: string): ReflectorStep {
  return { state: { name: 'waiting', next: 'watch', revision }, effects: [hangUp, backOff] };
}
