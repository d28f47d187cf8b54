import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLeases } from './leases.ts';
import { createMvcc } from './mvcc.ts';
import type { KeyValue, Op, Txn } from './types.ts';

/** The naive store: a whole copy of the keys for every revision. */
interface Model {
  revision: number;
  compactRevision: number;
  readonly snapshots: Map<number, ReadonlyMap<string, KeyValue>>;
}

const keys = ['a', 'aa', 'ab', 'b', 'ba', 'c'];
const key = fc.constantFrom(...keys);
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ type: fc.constant('put' as const), key, value: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ type: fc.constant('delete' as const), key }),
  fc.record({ type: fc.constant('delete' as const), key, rangeEnd: fc.constantFrom('b', 'c', '\0') }),
);
const compare = fc.record({
  key,
  target: fc.constantFrom('version' as const, 'create' as const, 'mod' as const),
  op: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>' as const),
  value: fc.integer({ min: 0, max: 8 }),
});
const command = fc.oneof(
  { weight: 8, arbitrary: fc.record({ compare: fc.array(compare, { maxLength: 1 }), success: op, failure: op }) },
  { weight: 1, arbitrary: fc.record({ compactBack: fc.nat(4) }) },
);

function inRange(op: { key: string; rangeEnd?: string }, name: string): boolean {
  if (op.rangeEnd === undefined) return name === op.key;
  return name >= op.key && (op.rangeEnd === '\0' || name < op.rangeEnd);
}

function modelApply(model: Model, txn: Txn): void {
  const now = model.snapshots.get(model.revision) ?? new Map<string, KeyValue>();
  const holds = txn.compare.every((guard) => {
    const kv = now.get(guard.key);
    const field = { version: kv?.version, create: kv?.createRevision, mod: kv?.modRevision, lease: 0, value: 0 };
    const left = field[guard.target] ?? 0;
    const right = Number(guard.value);
    return { '=': left === right, '!=': left !== right, '<': left < right, '>': left > right }[guard.op];
  });
  const next = new Map(now);
  let wrote = false;
  for (const op of holds ? txn.success : txn.failure) {
    if (op.type === 'put') {
      const old = next.get(op.key);
      next.set(op.key, {
        key: op.key,
        value: op.value,
        createRevision: old?.createRevision ?? model.revision + 1,
        modRevision: model.revision + 1,
        version: (old?.version ?? 0) + 1,
        lease: 0,
      });
      wrote = true;
    } else if (op.type === 'delete') {
      for (const name of keys) if (inRange(op, name) && next.delete(name)) wrote = true;
    }
  }
  if (!wrote) return;
  model.revision += 1;
  model.snapshots.set(model.revision, next);
}

function expectSame(store: ReturnType<typeof createMvcc>, model: Model): void {
  expect(store.revision()).toBe(model.revision);
  expect(store.compactRevision()).toBe(model.compactRevision);
  for (let at = 1; at <= model.revision; at += 1) {
    for (const request of [{ key: 'a', rangeEnd: '\0' }, { key: 'a', rangeEnd: 'b' }, { key: 'ab' }]) {
      const result = store.range({ ...request, revision: at });
      if (at < model.compactRevision) {
        expect(result.failure?.error).toBe('compacted');
        continue;
      }
      const snapshot = model.snapshots.get(at) ?? new Map<string, KeyValue>();
      const kvs = [...snapshot.values()]
        .filter((kv) => inRange(request, kv.key))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(result.ok).toEqual({ revision: model.revision, kvs, more: false, count: kvs.length });
      const limited = store.range({ ...request, revision: at, limit: 1 }).ok;
      expect(limited).toEqual({ ...result.ok, kvs: kvs.slice(0, 1), more: kvs.length > 1 });
    }
  }
}

/** Folding the commits over the compacted snapshot must give the newest one. */
function expectHistoryFolds(store: ReturnType<typeof createMvcc>, model: Model): void {
  const from = Math.max(1, model.compactRevision);
  const folded = new Map(model.snapshots.get(from));
  for (const commit of store.commitsFrom(from + 1)) {
    for (const event of commit.events) {
      const name = event.type === 'put' ? event.kv.key : event.key;
      expect(event.previous).toEqual(folded.get(name));
      if (event.type === 'put') folded.set(name, event.kv);
      else folded.delete(name);
    }
    const byKey = (map: ReadonlyMap<string, KeyValue> | undefined) => [...(map ?? [])].sort();
    expect(byKey(folded)).toEqual(byKey(model.snapshots.get(commit.revision)));
  }
}

test('the store behaves as a list of all its pasts', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      const store = createMvcc(createLeases());
      const model: Model = { revision: 1, compactRevision: 0, snapshots: new Map([[1, new Map()]]) };
      for (const next of commands) {
        if ('compactBack' in next) {
          const at = model.revision - next.compactBack;
          const accepted = at > model.compactRevision;
          expect(store.compact(at).ok).toBe(accepted ? at : undefined);
          if (accepted) model.compactRevision = at;
        } else {
          const txn: Txn = { compare: next.compare, success: [next.success], failure: [next.failure] };
          store.apply(txn, (revision, events) => ({ revision, events, time: 0, cause: 0 }));
          modelApply(model, txn);
        }
      }
      expectSame(store, model);
      expectHistoryFolds(store, model);
    }),
    { numRuns: 150 },
  );
});
