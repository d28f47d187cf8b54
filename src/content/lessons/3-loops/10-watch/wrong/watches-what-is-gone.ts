/**
 * Watches from where it was although the server has said that this is gone.
 * @cause asked for what the server no longer has
 */
import type {
  ReflectorEffect, ReflectorEvent, ReflectorObject,
  ReflectorState, ReflectorStep,
} from 'converge/sdk';

type Watching = Extract<ReflectorState, { name: 'watching' }>;

/** The watch is open, or has just ended. */
function stepWatching(
  state: Watching,
  event: ReflectorEvent,
): ReflectorStep {
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
      return seen(event.object, {
        type: 'put', object: event.object,
      });
    case 'DELETED':
      return seen(event.object, {
        type: 'remove', object: event.object,
      });
    case 'BOOKMARK':
      return seen(event.object);

    case 'watchEnded':
      return event.early
        ? wait('list', state.revision)
        : watch(state.revision);
    case 'watchOverdue':
      return watch(state.revision, { type: 'hangUp' });
    case 'watchFailed':
      return event.code === 429 || event.code === 503 || event.expired
        ? wait('watch', state.revision)
        : wait('list', state.revision);

    default:
      return { state, effects: [] };
  }
}

/** One step. */
export function stepReflector(
  state: ReflectorState,
  event: ReflectorEvent,
): ReflectorStep {
  if (event.type === 'stop') {
    return {
      state: { name: 'stopped' },
      effects: [{ type: 'hangUp' }],
    };
  }
  if (state.name === 'new' && event.type === 'start') {
    return event.from === '' ? list('0') : watch(event.from);
  }
  if (state.name === 'listing') {
    return stepListing(state.revision, event);
  }
  if (state.name === 'watching') {
    return stepWatching(state, event);
  }
  if (state.name === 'waiting' && event.type === 'backOffOver') {
    const { next, revision } = state;
    return next === 'list' ? list(revision) : watch(revision);
  }
  return { state, effects: [] };
}

/** A list is under way. */
function stepListing(
  revision: string,
  event: ReflectorEvent,
): ReflectorStep {
  if (event.type === 'listed') {
    return watch(event.revision, {
      type: 'replace', items: event.items,
    });
  }
  if (event.type === 'listFailed') {
    return wait('list', event.expired ? '' : revision);
  }
  return { state: { name: 'listing', revision }, effects: [] };
}

/** The store has come as far as this object. */
function seen(
  { metadata }: ReflectorObject,
  ...effects: ReflectorEffect[]
): ReflectorStep {
  const revision = metadata.resourceVersion;
  return { state: { name: 'watching', revision }, effects };
}

/** Lists. '0': any revision will do, '': only the newest. */
function list(
  revision: string,
  ...before: ReflectorEffect[]
): ReflectorStep {
  return {
    state: { name: 'listing', revision },
    effects: [...before, { type: 'list', revision }],
  };
}

/** Watches what comes after this revision. */
function watch(
  revision: string,
  ...before: ReflectorEffect[]
): ReflectorStep {
  return {
    state: { name: 'watching', revision },
    effects: [...before, { type: 'watch', revision }],
  };
}

/** Ends what is under way, and asks again after a while. */
function wait(
  next: 'list' | 'watch',
  revision: string,
): ReflectorStep {
  return {
    state: { name: 'waiting', next, revision },
    effects: [{ type: 'hangUp' }, { type: 'backOff' }],
  };
}
