import { expect, test } from 'vitest';
import { createKernel } from '../kernel/index.ts';
import { createEtcd } from './etcd.ts';
import { prefixEnd, type Result, type Txn, type TxnResponse, type WatchEvent } from './types.ts';

function start() {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const etcd = createEtcd({ clock: kernel.clock, trace: kernel.trace });
  const settle = () => kernel.run({ quiet: true });

  async function answer<T>(ask: (done: (result: Result<T>) => void) => void): Promise<Result<T>> {
    let result: Result<T> | undefined;
    ask((answered) => {
      result = answered;
    });
    expect(result).toBeUndefined();
    await settle();
    if (result === undefined) throw new Error('etcd did not answer');
    return result;
  }

  return {
    kernel,
    etcd,
    settle,
    txn: (txn: Partial<Txn>) =>
      answer<TxnResponse>((done) => etcd.propose({ compare: [], success: [], failure: [], ...txn }, done)),
    put: (key: string, value = key) =>
      answer<TxnResponse>((done) =>
        etcd.propose({ compare: [], success: [{ type: 'put', key, value }], failure: [] }, done),
      ),
    remove: (key: string) =>
      answer<TxnResponse>((done) =>
        etcd.propose({ compare: [], success: [{ type: 'delete', key }], failure: [] }, done),
      ),
    get: (key: string, revision = 0) =>
      answer<{ kvs: readonly unknown[]; revision: number }>((done) => etcd.range({ key, revision }, done)),
    compact: (revision: number) => answer((done) => etcd.compact(revision, done)),
    watch(key: string, startRevision?: number) {
      const seen: string[] = [];
      const cancel = etcd.watch(
        { key, rangeEnd: prefixEnd(key), ...(startRevision !== undefined && { startRevision }) },
        {
          events: (events, revision) => seen.push(`${revision}: ${events.map(show).join(' ')}`),
          cancelled: (failed) => seen.push(`${failed.message} ${failed.compactRevision}`),
        },
      );
      return { seen, cancel };
    },
  };
}

function show(event: WatchEvent): string {
  return event.type === 'put' ? `put ${event.kv.key}=${event.kv.value}` : `delete ${event.key}`;
}

test('revisions, versions and tombstones follow the trace seen on a real etcd', async () => {
  const { etcd, put, remove, txn, get } = start();
  expect(etcd.status().revision).toBe(1);
  await put('a');
  await put('a');
  expect((await get('a')).ok?.kvs).toMatchObject([{ createRevision: 2, modRevision: 3, version: 2 }]);
  await put('b');
  expect((await remove('a')).ok).toMatchObject({ revision: 5, responses: [{ deleted: 1 }] });
  expect((await remove('a')).ok).toMatchObject({ revision: 5, responses: [{ deleted: 0 }] });
  await put('a');
  expect((await get('a')).ok?.kvs).toMatchObject([{ createRevision: 6, modRevision: 6, version: 1 }]);
  await txn({
    success: [
      { type: 'put', key: 'a', value: 1 },
      { type: 'put', key: 'c', value: 1 },
    ],
  });
  expect((await get('a')).ok).toMatchObject({ revision: 7, kvs: [{ modRevision: 7, version: 2 }] });
  expect((await get('c')).ok?.kvs).toMatchObject([{ modRevision: 7, version: 1 }]);
});

test('of two writers who read the same revision one wins', async () => {
  const { etcd, kernel, put } = start();
  await put('a');
  const succeeded: (boolean | undefined)[] = [];
  for (const value of ['first', 'second']) {
    const compare = [{ key: 'a', target: 'mod', op: '=', value: 2 }] as const;
    const txn: Txn = { compare, success: [{ type: 'put', key: 'a', value }], failure: [] };
    etcd.propose(txn, (result) => succeeded.push(result.ok?.succeeded));
  }
  await kernel.run({ quiet: true });
  expect(succeeded).toEqual([true, false]);
});

test('creating under the guard create=0 has one winner', async () => {
  const { txn } = start();
  const guarded: Partial<Txn> = {
    compare: [{ key: 'k', target: 'create', op: '=', value: 0 }],
    success: [{ type: 'put', key: 'k', value: 1 }],
  };
  expect((await txn(guarded)).ok?.succeeded).toBe(true);
  expect((await txn(guarded)).ok?.succeeded).toBe(false);
});

test('compaction forgets what came before it, for readers and for watches', async () => {
  const { put, compact, get, watch, settle } = start();
  for (const value of ['2', '3', '4', '5', '6', '7']) await put('a', value);
  expect((await compact(6)).ok).toBe(6);
  expect((await get('a', 3)).failure?.message).toBe('etcdserver: mvcc: required revision has been compacted');
  expect((await get('a', 6)).ok?.kvs).toMatchObject([{ value: '6' }]);
  expect((await get('a', 8)).failure?.message).toBe('etcdserver: mvcc: required revision is a future revision');
  const tooOld = watch('a', 5);
  const oldEnough = watch('a', 6);
  await settle();
  expect(tooOld.seen).toEqual(['etcdserver: mvcc: required revision has been compacted 6']);
  expect(oldEnough.seen).toEqual(['6: put a=6', '7: put a=7']);
  expect((await compact(6)).failure?.error).toBe('compacted');
  expect((await compact(99)).failure?.error).toBe('futureRevision');
});

test('a watch from the compacted revision sees all of it, but not what was there before', async () => {
  const { etcd, put, txn, compact, settle } = start();
  for (const key of ['a', 'b']) await put(key);
  await txn({ success: [{ type: 'put', key: 'a', value: 'new' }, { type: 'delete', key: 'b' }] });
  await put('a', 'newer');
  const before: WatchEvent[] = [];
  const after: WatchEvent[] = [];
  const watchInto = (events: WatchEvent[]) =>
    etcd.watch({ key: '', rangeEnd: '\0', startRevision: 4, previous: true }, { events: (more) => events.push(...more), cancelled: () => undefined });
  watchInto(before);
  await settle();
  await compact(4);
  watchInto(after);
  await settle();
  const past = (events: readonly WatchEvent[]) =>
    events.map((event) => [show(event), event.previous === undefined ? 'without its past' : event.previous.modRevision]);
  expect(past(before)).toEqual([['put a=new', 2], ['delete b', 3], ['put a=newer', 4]]);
  expect(past(after)).toEqual([['put a=new', 'without its past'], ['delete b', 'without its past'], ['put a=newer', 4]]);
});

test('what a key was before is what it was before the revision, whatever one transaction does to it', async () => {
  const { etcd, put, txn, settle } = start();
  await put('old');
  const seen: WatchEvent[] = [];
  etcd.watch({ key: '', rangeEnd: '\0', previous: true }, { events: (more) => seen.push(...more), cancelled: () => undefined });
  const inner = (op: Txn['success'][number]) => ({ type: 'txn', txn: { compare: [], success: [op], failure: [] } }) as const;
  await txn({
    success: [
      inner({ type: 'put', key: 'new', value: 1 }),
      inner({ type: 'put', key: 'old', value: 1 }),
      inner({ type: 'delete', key: 'new' }),
      inner({ type: 'delete', key: 'old' }),
    ],
  });
  await settle();
  expect(seen.map((event) => [show(event), event.previous?.value])).toEqual([
    ['put new=1', undefined],
    ['put old=1', 'old'],
    ['delete new', undefined],
    ['delete old', 'old'],
  ]);
});

test('a watch catches up from history and goes on live', async () => {
  const { put, remove, watch, settle } = start();
  await put('/pods/a');
  await put('/nodes/n');
  const past = watch('/pods/', 2);
  const live = watch('/pods/');
  await settle();
  await put('/pods/b');
  await remove('/pods/a');
  expect(past.seen).toEqual(['2: put /pods/a=/pods/a', '4: put /pods/b=/pods/b', '5: delete /pods/a']);
  expect(live.seen).toEqual(past.seen.slice(1));
  past.cancel();
  await put('/pods/c');
  expect(past.seen).toHaveLength(3);
});

test('proposals of one instant are committed together, in order, after the disk has written', async () => {
  const { etcd, kernel } = start();
  const committed: string[] = [];
  const began = kernel.clock.now();
  for (const key of ['a', 'b', 'c']) {
    etcd.propose({ compare: [], success: [{ type: 'put', key, value: 1 }], failure: [] }, (result) =>
      committed.push(`${key} ${result.ok?.revision} +${kernel.clock.now() - began}ms`),
    );
  }
  await kernel.run({ quiet: true });
  expect(committed).toEqual(['a 2 +2ms', 'b 3 +2ms', 'c 4 +2ms']);
});

test('a commit is in the trace with its revision and the event that caused it', async () => {
  const { kernel, put } = start();
  const command = kernel.trace.record({ component: 'kubectl', type: 'command', what: 'create' });
  kernel.trace.current = command;
  await put('/registry/pods/default/web');
  expect(kernel.trace.since(command)).toMatchObject([
    { type: 'commit', object: 'pods/default/web', revision: 2, cause: command },
  ]);
});

test('what a transaction may not do is refused in etcd’s words', async () => {
  const { txn } = start();
  const put = (key: string) => ({ type: 'put', key, value: 1 }) as const;
  const many = Array.from({ length: 129 }, (_, index) => put(`k${index}`));
  expect((await txn({ success: many })).failure?.message).toBe('etcdserver: too many operations in txn request');
  expect((await txn({ success: [put('a'), put('a')] })).failure?.message).toBe(
    'etcdserver: duplicate key given in txn request',
  );
  const overlapping = [put('ab'), { type: 'delete', key: 'a', rangeEnd: 'b' } as const];
  expect((await txn({ success: overlapping })).failure?.error).toBe('duplicateKey');
  const large = { type: 'put', key: 'a', value: 'x'.repeat(1_600_000) } as const;
  expect((await txn({ success: [large] })).failure?.message).toBe('etcdserver: request is too large');
  expect((await txn({ success: [{ ...put('a'), lease: 7 }] })).failure?.message).toBe(
    'etcdserver: requested lease not found',
  );
});
