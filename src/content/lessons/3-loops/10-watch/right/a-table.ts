/** A table of what each event means, one function an event. */
import type {
  ReflectorEffect, ReflectorEvent, ReflectorObject,
  ReflectorState, ReflectorStep,
} from 'converge/sdk';

interface Known {
  readonly name: string;
  readonly revision: string;
  readonly next?: 'list' | 'watch';
}

/** Every field that some event has. */
interface Happened {
  readonly type: string;
  readonly from?: string;
  readonly revision?: string;
  readonly items?: readonly ReflectorObject[];
  readonly object?: ReflectorObject;
  readonly expired?: boolean;
  readonly early?: boolean;
  readonly code?: number;
}

type Handle = (state: Known, event: Happened) => ReflectorStep;

const go = (
  name: 'listing' | 'watching',
  revision: string,
  ...effects: ReflectorEffect[]
): ReflectorStep => ({ state: { name, revision }, effects });

const ask = (
  type: 'list' | 'watch',
  revision: string,
  ...before: ReflectorEffect[]
): ReflectorStep =>
  go(type === 'list' ? 'listing' : 'watching', revision, ...before, { type, revision });

const later = (next: 'list' | 'watch', revision: string): ReflectorStep => ({
  state: { name: 'waiting', next, revision },
  effects: [{ type: 'hangUp' }, { type: 'backOff' }],
});

const none: ReflectorObject = { metadata: { resourceVersion: '' } };

const at = (object: ReflectorObject): string => object.metadata.resourceVersion;

const put: Handle = (_, { object = none }) => go('watching', at(object), { type: 'put', object });

const table: Record<string, Record<string, Handle>> = {
  new: {
    start: (_, { from = '' }) => (from === '' ? ask('list', '0') : ask('watch', from)),
  },
  listing: {
    listed: (_, { revision = '', items = [] }) => ask('watch', revision, { type: 'replace', items }),
    listFailed: ({ revision }, { expired }) => (expired ? ask('list', '') : later('list', revision)),
  },
  watching: {
    ADDED: put,
    MODIFIED: put,
    DELETED: (_, { object = none }) => go('watching', at(object), { type: 'remove', object }),
    BOOKMARK: (_, { object = none }) => go('watching', at(object)),
    watchEnded: ({ revision }, { early }) => later(early ? 'list' : 'watch', revision),
    watchOverdue: ({ revision }) => ask('watch', revision, { type: 'hangUp' }),
    watchFailed: ({ revision }, { expired, code = 0 }) =>
      expired ? ask('list', '', { type: 'hangUp' }) : later([429, 503].includes(code) ? 'watch' : 'list', revision),
  },
  waiting: {
    backOffOver: ({ next = 'list', revision }) => ask(next, revision),
  },
};

export function stepReflector(
  state: ReflectorState,
  event: ReflectorEvent,
): ReflectorStep {
  if (event.type === 'stop') {
    return { state: { name: 'stopped' }, effects: [{ type: 'hangUp' }] };
  }
  const revision = 'revision' in state ? state.revision : '';
  const handle = table[state.name]?.[event.type];
  return handle?.({ ...state, revision }, event) ?? { state, effects: [] };
}
