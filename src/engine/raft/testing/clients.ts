/** Clients of a replicated key-value store over a test group, and the history of their requests and responses. */
import type { Effect, MemberId } from '../index.ts';
import type { Group, TestMember } from './group.ts';
import type { Operation, RegisterCall } from './linearizability.ts';

interface Write {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

type Asked = {
  -readonly [Field in keyof Operation<RegisterCall, string | undefined>]: Operation<
    RegisterCall,
    string | undefined
  >[Field];
};

/** The state machine. A proposal sent on by a follower may be doubled on the way, so each write has an id and counts once (thesis §6.3). */
interface Values {
  readonly values: Map<string, string>;
  readonly seen: Set<number>;
}

interface Store {
  machine: Values;
  applied: number;
  /** Reads proven, waiting for the index to be applied. */
  readonly proven: { readonly operation: Asked; readonly index: number }[];
}

export interface Clients {
  readonly history: readonly Operation<RegisterCall, string | undefined>[];
  write(member: MemberId, key: string): void;
  read(member: MemberId, key: string): void;
  /** Called with every step of the group. */
  onEffects(member: TestMember, effects: readonly Effect[]): void;
  /** What a member's state machine holds, as a snapshot's data. */
  snapshotOf(member: MemberId): unknown;
  /** No client of this member waits any more: the outcome of what is under way there stays unknown. */
  forget(member: MemberId): void;
  readonly answered: { readonly writes: number; readonly reads: number };
}

export function createClients(group: () => Group): Clients {
  const history: Asked[] = [];
  const stores = new Map<MemberId, Store>();
  /** By member: what its clients wait for. */
  const writes = new Map<MemberId, Map<number, Asked>>();
  const reads = new Map<MemberId, Map<string, Asked>>();
  const answered = { writes: 0, reads: 0 };
  let now = 0;
  let ids = 0;

  function ask(call: RegisterCall): Asked {
    now += 1;
    const operation: Asked = { call, called: now, returned: Number.POSITIVE_INFINITY };
    history.push(operation);
    return operation;
  }

  function waiting<Key>(of: Map<MemberId, Map<Key, Asked>>, member: MemberId): Map<Key, Asked> {
    const map = of.get(member) ?? new Map<Key, Asked>();
    of.set(member, map);
    return map;
  }

  function storeOf(member: MemberId): Store {
    const store = stores.get(member) ?? { machine: empty(), applied: 0, proven: [] };
    stores.set(member, store);
    return store;
  }

  function serveReads(store: Store): void {
    for (let at = store.proven.length - 1; at >= 0; at -= 1) {
      const read = store.proven[at];
      if (read === undefined || read.index > store.applied) continue;
      store.proven.splice(at, 1);
      if (read.operation.returned !== Number.POSITIVE_INFINITY) continue;
      now += 1;
      read.operation.returned = now;
      read.operation.answer = store.machine.values.get(read.operation.call.key);
      answered.reads += 1;
    }
  }

  function apply(member: MemberId, store: Store, { entries }: Extract<Effect, { type: 'commit' }>): void {
    for (const entry of entries) {
      store.applied = entry.index;
      if (entry.kind !== 'normal' || !isWrite(entry.data) || store.machine.seen.has(entry.data.id)) continue;
      store.machine.seen.add(entry.data.id);
      store.machine.values.set(entry.data.key, entry.data.value);
      const operation = writes.get(member)?.get(entry.data.id);
      if (operation === undefined || operation.returned !== Number.POSITIVE_INFINITY) continue;
      now += 1;
      operation.returned = now;
      answered.writes += 1;
    }
  }

  return {
    history,
    answered,
    write(member, key) {
      ids += 1;
      const data: Write = { id: ids, key, value: `v${ids}` };
      waiting(writes, member).set(ids, ask({ type: 'write', key, value: data.value }));
      group().input(member, { type: 'propose', data, bytes: 8 });
    },
    read(member, key) {
      ids += 1;
      waiting(reads, member).set(`r${ids}`, ask({ type: 'read', key }));
      group().input(member, { type: 'readIndex', id: `r${ids}` });
    },
    onEffects({ id: member }, effects) {
      if (effects.length === 0) return;
      const store = storeOf(member);
      for (const effect of effects) {
        if (effect.type === 'commit') apply(member, store, effect);
        else if (effect.type === 'restore') {
          store.machine = isValues(effect.snapshot.data) ? copy(effect.snapshot.data) : empty();
          store.applied = effect.snapshot.index;
        } else if (effect.type === 'read') {
          const operation = reads.get(member)?.get(effect.id);
          if (operation !== undefined) store.proven.push({ operation, index: effect.index });
        }
      }
      if (store.proven.length > 0) serveReads(store);
    },
    snapshotOf: (member) => copy(storeOf(member).machine),
    forget(member) {
      stores.delete(member);
      writes.delete(member);
      reads.delete(member);
    },
  };
}

function isWrite(data: unknown): data is Write {
  return typeof data === 'object' && data !== null && 'id' in data && 'value' in data;
}

function isValues(data: unknown): data is Values {
  return typeof data === 'object' && data !== null && 'values' in data && 'seen' in data;
}

function empty(): Values {
  return { values: new Map(), seen: new Set() };
}

function copy({ values, seen }: Values): Values {
  return { values: new Map(values), seen: new Set(seen) };
}
