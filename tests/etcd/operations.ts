/** Random operations for a gateway, of everything that must not hang on time. The same seed, the same operations. */
import { createRandom, type Random } from '../../src/engine/kernel/index.ts';
import { base64 } from './client.ts';

export interface Operation {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WatchPlan {
  /** Before which operation it begins. */
  readonly at: number;
  readonly requests: readonly unknown[];
}

export interface Plan {
  readonly operations: readonly Operation[];
  readonly watches: readonly WatchPlan[];
}

/** Plans one seed. `prefix` keeps its keys apart from those of other seeds, `revision` is that of the store before it. */
export function planOperations(seed: number, count: number, revision: number): Plan {
  const random = createRandom(`etcd-differential/${seed}`);
  const prefix = `${String(seed).padStart(3, '0')}/`;
  const make = createMaker(random, prefix, seed, revision);
  const operations: Operation[] = [];
  const watches: WatchPlan[] = [];
  for (let at = 0; at < count; at += 1) {
    if (random.chance(0.06)) watches.push({ at, requests: make.watches(at) });
    operations.push(make.operation(at));
  }
  return { operations, watches };
}

function createMaker(random: Random, prefix: string, seed: number, base: number) {
  const names = ['a', 'aa', 'ab', 'b', 'b\0', 'c', 'c\xff', 'd', '\xfe'];
  const key = () => base64(prefix + random.pick(names));
  const value = () => base64(random.pick(['', 'x', 'y', '10', '9', '\0\xff', 'long'.repeat(50)]));
  const lease = () => (random.chance(0.3) ? String(seed * 100 + random.int(4) + 1) : '0');
  const flags = (...all: string[]) =>
    Object.fromEntries(all.filter(() => random.chance(0.3)).map((name) => [name, true]));
  /** A revision that may be past, present, future or gone. */
  const revision = (at: number) => String(Math.max(0, base + random.int(at + 4) - 2));

  /** Never all keys: those of other seeds are of no interest here. */
  const range = () => {
    const from = key();
    const end = random.pick(['none', 'prefix', 'key']);
    if (end === 'none') return { key: from };
    return end === 'key'
      ? { key: from, range_end: key() }
      : { key: base64(prefix), range_end: base64(`${prefix.slice(0, -1)}0`) };
  };

  function read(at: number): Operation['body'] {
    const bounds = ['min_mod_revision', 'max_mod_revision', 'min_create_revision', 'max_create_revision'];
    return {
      ...range(),
      ...(random.chance(0.3) && { revision: revision(at) }),
      ...(random.chance(0.3) && { limit: random.int(4) }),
      ...(random.chance(0.5) && { sort_order: random.pick(['NONE', 'ASCEND', 'DESCEND']) }),
      ...(random.chance(0.5) && { sort_target: random.pick(['KEY', 'VERSION', 'CREATE', 'MOD', 'VALUE']) }),
      ...Object.fromEntries(bounds.filter(() => random.chance(0.1)).map((name) => [name, revision(at)])),
      ...flags('keys_only', 'serializable'),
      ...(random.chance(0.1) && { count_only: true }),
    };
  }

  function put(): Operation['body'] {
    const special = random.int(20);
    if (special === 0) return { key: key(), ignore_value: true, ...flags('prev_kv') };
    if (special === 1) return { key: key(), value: value(), ignore_lease: true, ...flags('prev_kv') };
    if (special === 2) return { key: key(), value: base64('v'), lease: '3', ignore_value: true, ignore_lease: true };
    return { key: key(), value: value(), lease: lease(), ...flags('prev_kv') };
  }

  function compare(at: number): Operation['body'] {
    const target = random.pick(['VERSION', 'CREATE', 'MOD', 'VALUE', 'LEASE']);
    const result = random.pick(['EQUAL', 'GREATER', 'LESS', 'NOT_EQUAL']);
    const union = {
      VERSION: { version: String(random.int(3)) },
      CREATE: { create_revision: random.chance(0.5) ? '0' : revision(at) },
      MOD: { mod_revision: revision(at) },
      VALUE: { value: value() },
      LEASE: { lease: lease() },
    }[target];
    return { ...(random.chance(0.3) ? range() : { key: key() }), target, result, ...union };
  }

  function txn(at: number, depth: number): Operation['body'] {
    const ops = () =>
      Array.from({ length: random.int(4) }, () => {
        const kind = random.int(depth > 0 ? 7 : 6);
        if (kind < 3) return { request_put: put() };
        if (kind === 3) return { request_delete_range: { ...range(), ...flags('prev_kv') } };
        return kind < 6 ? { request_range: read(at) } : { request_txn: txn(at, depth - 1) };
      });
    const compares = Array.from({ length: random.int(3) }, () => compare(at));
    return { compare: compares, success: ops(), failure: ops() };
  }

  function operation(at: number): Operation {
    const kind = random.int(100);
    if (kind < 30) return { path: '/v3/kv/put', body: put() };
    if (kind < 55) return { path: '/v3/kv/range', body: read(at) };
    if (kind < 64) return { path: '/v3/kv/deleterange', body: { ...range(), ...flags('prev_kv') } };
    if (kind < 84) return { path: '/v3/kv/txn', body: txn(at, 2) };
    // Answered when all that is compacted is gone: otherwise the real one deletes it some time later.
    if (kind < 87) return { path: '/v3/kv/compaction', body: { revision: revision(at), physical: true } };
    const id = String(seed * 100 + random.int(4) + 1);
    // None ends while many seeds run: the two wouldn't end it at the same revision.
    if (kind < 92) return { path: '/v3/lease/grant', body: { ID: id, TTL: String(random.pick([60_000, 900_000, 1e10])) } };
    if (kind < 94) return { path: random.pick(['/v3/lease/revoke', '/v3/kv/lease/revoke']), body: { ID: id } };
    if (kind < 96) return { path: '/v3/lease/keepalive', body: { ID: id } };
    if (kind < 98) return { path: '/v3/lease/timetolive', body: { ID: id, keys: true } };
    return random.pick([
      { path: '/v3/kv/put', body: { value: 'eA==' } },
      { path: '/v3/kv/range', body: { range_end: 'eA==' } },
      { path: '/v3/kv/range', body: { key: '!' } },
      { path: '/v3/kv/range', body: { key: 'eA==', sort_order: 'UP' } },
      { path: '/v3/kv/txn', body: { success: [{}] } },
      { path: '/v3/kv/nothing', body: {} },
    ]);
  }

  return {
    operation,
    watches(at: number): readonly unknown[] {
      return Array.from({ length: 1 + random.int(2) }, () => ({
        create_request: {
          ...range(),
          ...(random.chance(0.6) && { start_revision: revision(at) }),
          ...flags('prev_kv'),
          ...(random.chance(0.2) && { filters: random.pick([['NOPUT'], ['NODELETE'], ['NOPUT', 'NODELETE']]) }),
        },
      }));
    },
  };
}
