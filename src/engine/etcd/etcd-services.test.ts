import { expect, test } from 'vitest';
import { createKernel } from '../kernel/index.ts';
import { createEtcd, type EtcdOptions } from './etcd.ts';
import { decodeSnapshot, encodeSnapshot, snapshotStatus } from './snapshot-file.ts';
import type {
  Done,
  KeyHash,
  LeaseGrant,
  LeaseTimes,
  MemberStatus,
  Op,
  Result,
  StoreSnapshot,
  Txn,
  TxnResponse,
  WatchRequest,
} from './types.ts';

function start(options: Partial<EtcdOptions> = {}) {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const etcd = createEtcd({ clock: kernel.clock, trace: kernel.trace, ...options });
  async function answer<T>(ask: (done: Done<T>) => void): Promise<Result<T>> {
    const answers: Result<T>[] = [];
    ask((result) => answers.push(result));
    await kernel.run({ while: () => answers.length === 0 });
    const [first] = answers;
    if (first === undefined) throw new Error('etcd did not answer');
    return first;
  }
  const txn = (txn: Partial<Txn>) =>
    answer<TxnResponse>((done) => etcd.propose({ compare: [], success: [], failure: [], ...txn }, done));
  return {
    etcd,
    answer,
    txn,
    run: (ms: number) => kernel.run({ until: kernel.clock.now() + ms }),
    put: (key: string, value: string = key, rest: Partial<Extract<Op, { type: 'put' }>> = {}) =>
      txn({ success: [{ type: 'put', key, value, ...rest }] }),
    get: async (key: string) =>
      (await answer<{ kvs: readonly { value: unknown }[] }>((done) => etcd.range({ key }, done))).ok?.kvs[0],
    grant: (ttlS: number, id = 0) => answer<LeaseGrant>((done) => etcd.grant({ id, ttlS }, done)),
    timeToLive: (id: number) => answer<LeaseTimes>((done) => etcd.timeToLive({ id, keys: true }, done)),
    watch(request: WatchRequest) {
      const seen: string[] = [];
      etcd.watch(request, {
        events: (events, revision) =>
          seen.push(
            `${revision}: ${events.map((event) => `${event.type} ${event.type === 'put' ? event.kv.key : event.key}`).join(', ')}`,
          ),
        progress: (revision) => seen.push(`progress ${revision}`),
        cancelled: ({ message }) => seen.push(message),
      });
      return seen;
    },
  };
}

test('a lease takes its keys with it when its time is over, unless it is renewed', async () => {
  const { etcd, grant, put, run, get, answer, timeToLive } = start();
  const { ok: lease } = await grant(5);
  const id = lease?.id ?? 0;
  for (const key of ['b', 'a']) await put(key, key, { lease: id });
  await run(4000);
  expect((await timeToLive(id)).ok).toEqual({ id, ttlS: 0, grantedTtlS: 5, keys: ['a', 'b'] });
  expect((await answer<LeaseGrant>((done) => etcd.keepAlive(id, done))).ok).toEqual({ id, ttlS: 5 });
  await run(4500);
  expect(await get('a')).toBeDefined();
  const before = etcd.status().revision;
  await run(1500);
  expect(await get('a')).toBeUndefined();
  expect(etcd.status()).toMatchObject({ revision: before + 1, keys: 0 });
  expect((await timeToLive(id)).ok?.ttlS).toBe(-1);
});

test('a lease lives at least two seconds, is granted once, and a put without it lets go of it', async () => {
  const { etcd, grant, put, answer, get } = start();
  expect((await grant(-3, 7)).ok).toEqual({ id: 7, ttlS: 2 });
  expect((await grant(60, 7)).failure?.message).toBe('etcdserver: lease already exists');
  expect((await grant(9_000_000_001)).failure?.message).toBe('etcdserver: too large lease TTL');
  await put('kept', 'x', { lease: 7 });
  await put('gone', 'x', { lease: 7 });
  await put('kept');
  expect((await answer<unknown>((done) => etcd.revoke(7, done))).ok).toBeDefined();
  expect(await get('kept')).toBeDefined();
  expect(await get('gone')).toBeUndefined();
  expect((await answer<unknown>((done) => etcd.revoke(7, done))).failure?.message).toBe(
    'etcdserver: requested lease not found',
  );
});

test('nested transactions choose their branches before anything is written, and make one revision', async () => {
  const { txn, etcd } = start();
  const inner: Txn = {
    compare: [{ key: 'a', target: 'create', op: '=', value: 0 }],
    success: [{ type: 'put', key: 'b', value: 'inner' }],
    failure: [],
  };
  const { ok } = await txn({
    success: [
      { type: 'put', key: 'a', value: 'outer' },
      { type: 'txn', txn: inner },
    ],
  });
  expect(ok).toMatchObject({
    revision: 2,
    responses: [{ revision: 2 }, { succeeded: true, responses: [{ revision: 2 }] }],
  });
  expect(etcd.status()).toMatchObject({ revision: 2, keys: 2 });
  const clash: Op = { type: 'txn', txn: { compare: [], success: [{ type: 'put', key: 'a', value: 1 }], failure: [] } };
  expect((await txn({ success: [clash, { type: 'put', key: 'a', value: 2 }] })).failure?.error).toBe('duplicateKey');
});

test('a guard over a range must hold for every key of it', async () => {
  const { put, txn } = start();
  await put('k/1');
  await put('k/2');
  const guard = (value: number) => ({ key: 'k/', rangeEnd: 'k0', target: 'version', op: '=', value }) as const;
  expect((await txn({ compare: [guard(1)] })).ok?.succeeded).toBe(true);
  await put('k/2');
  expect((await txn({ compare: [guard(1)] })).ok?.succeeded).toBe(false);
});

test('a watch can leave out puts or deletions, and hears how far it is when there is nothing to say', async () => {
  const { put, txn, watch, run } = start();
  const deletions = watch({ key: 'a', noPut: true, progressNotify: true });
  const puts = watch({ key: 'a', noDelete: true });
  await put('a');
  await txn({ success: [{ type: 'delete', key: 'a' }] });
  await run(1_200_001);
  expect(deletions).toEqual(['3: delete a', 'progress 3']);
  expect(puts).toEqual(['2: put a']);
});

test('a file grows until it is defragmented; over the quota nothing grows', async () => {
  const { etcd, put, answer, txn } = start({ quotaBytes: 70_000 });
  const status = async () => (await answer<MemberStatus>((done) => etcd.memberStatus(done))).ok;
  while ((await put('k', 'x'.repeat(10_000))).failure === undefined);
  const full = await status();
  expect(full?.errors).toEqual([`memberID:${etcd.id} alarm:NOSPACE `]);
  expect((await put('other')).failure?.message).toBe('etcdserver: mvcc: database space exceeded');
  expect((await txn({ success: [{ type: 'delete', key: 'k' }] })).ok?.responses).toMatchObject([{ deleted: 1 }]);
  await answer<unknown>((done) => etcd.compact(etcd.status().revision, done));
  expect((await status())?.dbSize).toBe(full?.dbSize);
  await answer<unknown>((done) => etcd.defragment(done));
  const small = await status();
  expect(small?.dbSize).toBe(small?.dbSizeInUse);
  expect(small?.dbSize).toBeLessThan(full?.dbSize ?? 0);
  expect((await put('other')).failure?.error).toBe('noSpace');
  await answer<unknown>((done) => etcd.alarm({ action: 'deactivate', member: etcd.id, alarm: 'NOSPACE' }, done));
  expect((await put('other')).ok).toBeDefined();
});

test('a snapshot holds revision, history, leases and alarms; a changed file is refused', async () => {
  const { etcd, put, txn, grant, answer } = start();
  await grant(60, 9);
  for (const key of ['a', 'b', 'a']) await put(key, 'ü', { lease: 9 });
  await txn({ success: [{ type: 'delete', key: 'b' }] });
  await answer<unknown>((done) => etcd.compact(3, done));
  await answer<unknown>((done) => etcd.alarm({ action: 'activate', member: 4, alarm: 'NOSPACE' }, done));
  const { ok: saved } = await answer<StoreSnapshot>((done) => etcd.snapshot(done));
  if (saved === undefined) throw new Error('no snapshot');
  const file = encodeSnapshot(saved);
  expect(snapshotStatus(saved)).toMatchObject({ revision: 5, totalKeys: 4 });
  expect(() => decodeSnapshot(file.replace('"a"', '"x"'))).toThrow('expected sha256');
  const restored = start({ snapshot: decodeSnapshot(file) });
  const hash = (of: typeof etcd) => answer<KeyHash>((done) => of.hashKv(0, done));
  const { ok: other } = await restored.answer<KeyHash>((done) => restored.etcd.hashKv(0, done));
  expect(other).toEqual((await hash(etcd)).ok);
  expect(restored.etcd.status()).toEqual(etcd.status());
  expect(restored.watch({ key: 'a', rangeEnd: 'z', startRevision: 3 })).toEqual([]);
  expect((await restored.put('c')).failure?.error).toBe('noSpace');
  expect((await restored.timeToLive(9)).ok).toMatchObject({ grantedTtlS: 60, keys: ['a'] });
  expect([...restored.etcd.history(3)].map(({ revision }) => revision)).toEqual([4, 5]);
});

test('etcd forgets by itself: what is older than the retention, or all but the newest revisions', async () => {
  const periodic = start({ autoCompaction: { mode: 'periodic', retentionMs: 600_000 } });
  for (let minute = 0; minute < 30; minute += 1) {
    await periodic.put('a');
    await periodic.run(60_000 - 2);
  }
  const { revision, compactRevision } = periodic.etcd.status();
  expect(revision).toBe(31);
  expect(compactRevision).toBeGreaterThan(8);
  expect(compactRevision).toBeLessThan(22);
  const byRevision = start({ autoCompaction: { mode: 'revision', retention: 4 } });
  for (let at = 0; at < 10; at += 1) await byRevision.put('a');
  await byRevision.run(300_001);
  expect(byRevision.etcd.status()).toMatchObject({ revision: 11, compactRevision: 7 });
});
