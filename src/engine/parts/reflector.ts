/**
 * The steps of a reflector as a state machine: list once, then watch from the list's revision, and watch again from where it was when
 * the connection ends. Only when the server no longer knows that revision (410), or something is wrong, is everything listed again.
 * (client-go tools/cache/reflector.go)
 */

export type ReflectorState =
  /** `revision`: '0' for any the server has at hand, '' for the newest. */
  | { readonly name: 'listing'; readonly revision: string }
  | { readonly name: 'watching' }
  /** A back-off is under way; then `next`. */
  | { readonly name: 'waiting'; readonly next: ReflectorRequest }
  | { readonly name: 'stopped' };

export type ReflectorRequest = { readonly type: 'list'; readonly revision: string } | { readonly type: 'watch' };

export type ReflectorEvent =
  | { readonly type: 'listed' }
  /** `expired`: the server doesn't have that revision any more. */
  | { readonly type: 'listFailed'; readonly expired: boolean }
  /** The watch has ended in an orderly way. `early`: so soon and without an event that something is wrong. */
  | { readonly type: 'watchEnded'; readonly early: boolean; readonly revision: string }
  /** The watch was refused, or broken off with a Status of this code. */
  | { readonly type: 'watchFailed'; readonly expired: boolean; readonly code: number; readonly revision: string }
  /** The watch is overdue: its connection is dead. */
  | { readonly type: 'watchOverdue' }
  | { readonly type: 'backoffOver' }
  | { readonly type: 'stop' };

export type ReflectorEffect =
  | ReflectorRequest
  /** Ends the request under way. */
  | { readonly type: 'hangUp' }
  /** `backoffOver` follows later. */
  | { readonly type: 'backOff' };

export interface ReflectorStep {
  readonly state: ReflectorState;
  readonly effects: readonly ReflectorEffect[];
}

const hangUp: ReflectorEffect = { type: 'hangUp' };
const watch: ReflectorRequest = { type: 'watch' };
const newest: ReflectorRequest = { type: 'list', revision: '' };

/**
 * Any state of the server's watch cache will do for a start: what came later is watched. A store that is as of some revision already
 * needs no list.
 */
export function startOfReflector(from = ''): ReflectorStep {
  return request(from === '' ? { type: 'list', revision: '0' } : watch);
}

/** One step. An event that means nothing in this state changes nothing. */
export function stepReflector(state: ReflectorState, event: ReflectorEvent): ReflectorStep {
  if (event.type === 'stop') return { state: { name: 'stopped' }, effects: [hangUp] };
  switch (state.name) {
    case 'listing':
      return stepListing(state, event);
    case 'watching':
      return stepWatching(state, event);
    case 'waiting':
      return event.type === 'backoffOver' ? request(state.next) : { state, effects: [] };
    case 'stopped':
      return { state, effects: [] };
  }
}

function stepListing(state: Extract<ReflectorState, { name: 'listing' }>, event: ReflectorEvent): ReflectorStep {
  switch (event.type) {
    case 'listed':
      return request(watch);
    case 'listFailed':
      return later(event.expired ? newest : { type: 'list', revision: state.revision });
    default:
      return { state, effects: [] };
  }
}

function stepWatching(state: ReflectorState, event: ReflectorEvent): ReflectorStep {
  switch (event.type) {
    case 'watchEnded':
      return event.early ? later({ type: 'list', revision: event.revision }) : request(watch, [hangUp]);
    case 'watchOverdue':
      return request(watch, [hangUp]);
    case 'watchFailed':
      if (event.expired) return request(newest, [hangUp]);
      // The server is overloaded or restarting: what it has said so far still holds.
      return later(event.code === 429 || event.code === 503 ? watch : { type: 'list', revision: event.revision });
    default:
      return { state, effects: [] };
  }
}

function request(next: ReflectorRequest, before: readonly ReflectorEffect[] = []): ReflectorStep {
  const state: ReflectorState =
    next.type === 'watch' ? { name: 'watching' } : { name: 'listing', revision: next.revision };
  return { state, effects: [...before, next] };
}

function later(next: ReflectorRequest): ReflectorStep {
  return { state: { name: 'waiting', next }, effects: [hangUp, { type: 'backOff' }] };
}
