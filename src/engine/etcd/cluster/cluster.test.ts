import { expect, test } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '../snapshot-file.ts';
import { startMembers } from '../testing/harness.ts';
import { prefixEnd, type StoreSnapshot } from '../types.ts';

test('three members elect a leader, and all hold what was written', async () => {
  const { etcd, put, run, get, hashes } = startMembers(3);
  expect((await put('a')).ok).toMatchObject({ revision: 2, succeeded: true });
  expect(await get('a')).toBe('a');
  await run(200);
  const views = etcd.views();
  expect(views.filter(({ role }) => role === 'leader')).toHaveLength(1);
  expect(views.map(({ revision }) => revision)).toEqual([2, 2, 2]);
  expect(await hashes()).toHaveLength(1);
});

test('one of three lost: all goes on; it catches up when it is back', async () => {
  const { put, leader, stop, start, run, get, hashes } = startMembers(3);
  await put('a');
  const lost = leader();
  stop(lost);
  const during = await put('b');
  // A proposal on its way to the old leader may be lost with it: its client gets an error, and may try again.
  if (during.failure !== undefined) expect((await put('b')).ok).toBeDefined();
  expect(await get('a')).toBe('a');
  expect(leader()).not.toBe(lost);
  start(lost);
  await run(2000);
  expect(await get('b')).toBe('b');
  expect(await hashes()).toHaveLength(1);
});

test('two of three lost: writes and linearizable reads end after seven seconds, serializable reads work; healed, all goes on', async () => {
  const { kernel, client, put, get, answer, stop, start, followers, leader, run } = startMembers(3);
  await put('a');
  const survivor = leader();
  const lost = followers();
  for (const name of lost) stop(name);
  await run(3000);
  const began = kernel.clock.now();
  expect((await put('b')).failure?.message).toBe('etcdserver: request timed out');
  expect(kernel.clock.now() - began).toBeGreaterThanOrEqual(7000);
  expect(kernel.clock.now() - began).toBeLessThan(7600);
  expect(leader()).toBe('');
  const stale = await answer<unknown>((done) => client.range({ key: 'a', serializable: true }, done));
  expect(stale.ok).toMatchObject({ kvs: [{ value: 'a' }] });
  const fresh = await answer<unknown>((done) => client.range({ key: 'a' }, done));
  expect(fresh.failure?.message).toBe('etcdserver: request timed out');
  const cancelled: string[] = [];
  client.watch({ key: 'a' }, { events() {}, cancelled: ({ message }) => cancelled.push(message) });
  await run(100);
  expect(cancelled).toEqual(['etcdserver: no leader']);
  for (const name of lost) start(name);
  await run(4000);
  expect((await put('c')).ok).toBeDefined();
  // Its client was told that it failed long ago.
  expect(await get('b')).toBeUndefined();
  expect(survivor).not.toBe('');
});

test('a watch goes on with another member, without gaps or repeats', async () => {
  const { client, put, stop, start, run } = startMembers(3);
  await put('k/0');
  const seen: number[] = [];
  client.watch(
    { key: 'k/', rangeEnd: prefixEnd('k/'), startRevision: 2 },
    { events: (_, revision) => seen.push(revision), cancelled: ({ message }) => expect(message).toBe('') },
  );
  const acknowledged: (number | undefined)[] = [2];
  for (let at = 1; at <= 12; at += 1) {
    const down = `etcd-${at % 3}`;
    stop(down);
    const { ok } = await put(`k/${at}`);
    if (ok !== undefined) acknowledged.push(ok.revision);
    start(down);
    await run(3000);
  }
  await run(6000);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThan(5);
});

test('a lease lives longer over a change of leader, never shorter; its keys go in one revision', async () => {
  const { kernel, client, answer, put, leader, stop, start, run, get } = startMembers(3);
  const { ok } = await answer<{ readonly id: number; readonly ttlS: number }>((done) =>
    client.grant({ ttlS: 5 }, done),
  );
  await put('leased', 'x', ok?.id);
  const granted = kernel.clock.now();
  await run(3000);
  const old = leader();
  stop(old);
  await run(1500);
  start(old);
  await run(granted + 5500 - kernel.clock.now());
  expect(await get('leased')).toBe('x');
  await run(5000);
  expect(await get('leased')).toBeUndefined();
});

test('a renewal sent to a follower reaches the leader', async () => {
  const { answer, member, followers, put, run, get } = startMembers(3);
  await put('a');
  const follower = member(followers()[0] ?? '');
  const { ok } = await answer<{ readonly id: number }>((done) => follower.grant({ ttlS: 3 }, done));
  await put('leased', 'x', ok?.id);
  for (let at = 0; at < 4; at += 1) {
    await run(2000);
    expect((await answer<unknown>((done) => follower.keepAlive(ok?.id ?? 0, done))).ok).toMatchObject({ ttlS: 3 });
  }
  expect(await get('leased')).toBe('x');
  expect((await answer<unknown>((done) => follower.keepAlive(12345, done))).ok).toMatchObject({ ttlS: 0 });
  expect(
    (await answer<unknown>((done) => follower.timeToLive({ id: ok?.id ?? 0, keys: true }, done))).ok,
  ).toMatchObject({
    grantedTtlS: 3,
    keys: ['leased'],
  });
});

test('a leader that is cut off acknowledges nothing, and agrees with the others when it is back', async () => {
  const { put, leader, isolate, putAt, run, get, hashes } = startMembers(3);
  await put('a');
  const old = leader();
  const heal = isolate(old);
  const answers: (string | undefined)[] = [];
  putAt(old, 'lost', ({ failure }) => answers.push(failure?.message));
  await run(8000);
  expect(answers).toEqual(['etcdserver: request timed out']);
  expect(leader()).not.toBe(old);
  heal();
  await run(3000);
  expect(await get('lost')).toBeUndefined();
  expect(await hashes()).toHaveLength(1);
});

test('leadership moves on request to the leader, and only to a voter', async () => {
  const { answer, member, leader, followers, put } = startMembers(3);
  await put('a');
  const [target = '', other = ''] = followers();
  const ask = (name: string, id: number) => answer<true>((done) => member(name).moveLeader(id, done));
  expect((await ask(other, member(target).id)).failure?.message).toBe('etcdserver: not leader');
  expect((await ask(leader(), 5)).failure?.message).toBe('etcdserver: bad leader transferee');
  expect((await ask(leader(), member(target).id)).ok).toBe(true);
  expect(leader()).toBe(target);
  expect((await put('b')).ok).toBeDefined();
});

test('a follower that is far behind gets a snapshot', async () => {
  const { put, followers, stop, start, run, hashes, etcd } = startMembers(3, { snapshotCount: 20 });
  await put('a');
  const [slow = ''] = followers();
  stop(slow);
  for (let at = 0; at < 100; at += 1) await put(`k${at % 7}`, String(at));
  start(slow);
  await run(3000);
  const view = etcd.views().find(({ name }) => name === slow);
  expect(view?.firstIndex).toBeGreaterThan(50);
  expect(await hashes()).toHaveLength(1);
});

test('a member whose disk is lost is removed, joins anew as a learner, and is promoted', async () => {
  const { etcd, answer, put, run, member, followers, leader, hashes, stop, start } = startMembers(3);
  for (let at = 0; at < 20; at += 1) await put(`k${at}`);
  const [broken = ''] = followers();
  const { id } = member(broken);
  const heal = etcd.addDiskFault(broken, { type: 'lost' });
  expect(etcd.member(broken)).toBeUndefined();
  heal();
  stop(broken);
  start(broken);
  // It doesn't come back under its old name as if nothing were.
  expect(etcd.member(broken)).toBeUndefined();
  const head = () => member(leader());
  const peerUrls = [`http://${broken}:2380`];
  const add = () => answer<unknown>((done) => head().addMember({ peerUrls, learner: true }, done));
  expect((await add()).failure?.message).toBe('etcdserver: Peer URLs already exists');
  expect((await answer<unknown>((done) => head().removeMember(id, done))).ok).toBeDefined();
  await run(1500);
  expect((await add()).ok).toMatchObject({ member: { learner: true, name: '' } });
  await run(2000);
  const joined = etcd.views().find(({ name }) => name === broken);
  expect(joined).toMatchObject({ role: 'learner' });
  expect((await answer<unknown>((done) => head().promoteMember(joined?.id ?? 0, done))).ok).toBeDefined();
  await run(500);
  expect(
    etcd
      .views()
      .map(({ role }) => role)
      .sort(),
  ).toEqual(['follower', 'follower', 'leader']);
  const { ok: members } = await answer<readonly { readonly name: string }[]>((done) => head().members(done));
  expect(members?.map(({ name }) => name).sort()).toEqual(['etcd-0', 'etcd-1', 'etcd-2']);
  expect(await hashes()).toHaveLength(1);
});

test('a member with a full disk ends and comes back when there is room; the others go on', async () => {
  const { etcd, put, run, followers, hashes } = startMembers(3);
  await put('a');
  // Not the one that the client's connection leads to.
  const full = followers().find((name) => name !== 'etcd-0') ?? '';
  const heal = etcd.addDiskFault(full, { type: 'full' });
  expect((await put('b')).ok).toBeDefined();
  await run(100);
  expect(etcd.member(full)).toBeUndefined();
  heal();
  await run(8000);
  expect(etcd.member(full)).toBeDefined();
  expect(await hashes()).toHaveLength(1);
});

test('a leader by a wrong rule, without what was committed: a member panics, comes back, and the session goes on', async () => {
  const { etcd, kernel, put, run, isolate, start, stop, leader, followers } = startMembers(3, { voteRule: () => true });
  await put('a');
  const late = followers().at(-1) ?? '';
  const heal = isolate(late);
  for (const key of ['b', 'c', 'd', 'e']) await put(key);
  const knows = leader();
  for (const name of etcd.names()) if (name !== late) stop(name);
  heal();
  start(knows);
  const panics = () => kernel.trace.since(0).filter(({ what }) => what.startsWith('panic: '));
  await kernel.run({ while: () => panics().length === 0, until: kernel.clock.now() + 60_000 });
  expect(panics().map(({ component, what }) => ({ component, what }))[0]).toEqual({ component: late, what: 'panic: need non-empty snapshot' });
  expect(etcd.member(late)).toBeUndefined();
  for (const name of etcd.names()) if (name !== late && name !== knows) start(name);
  await run(30_000);
  expect((await put('f')).ok).toBeDefined();
});

test('where votes are given twice, a leader that hears of another one of its term panics, and the session goes on', async () => {
  const panics: string[] = [];
  for (let seed = 1; seed <= 10; seed += 1) {
    const { kernel, etcd, run, put, isolate } = startMembers(3, { seed, voteRule: () => true });
    const healers = etcd.names().map(isolate);
    await run(3_000);
    for (const heal of healers) heal();
    await run(30_000);
    expect((await put('a')).ok, `seed ${seed}`).toBeDefined();
    panics.push(...kernel.trace.since(0).flatMap(({ what }) => (what.startsWith('panic: ') ? [what] : [])));
  }
  expect(panics[0]).toMatch(/^panic: \w+ and \w+ both lead term \d+$/);
});

test('a leader that commits without a majority: what it acknowledged is lost, its store differs for good, and the session goes on', async () => {
  let messages = 0;
  const { etcd, run, put, putAt, isolate, leader, get, hashes } = startMembers(3, {
    commitRule: ({ committed, matchIndexes }) => Math.max(committed, ...matchIndexes),
    onMessage: () => (messages += 1),
  });
  await put('a');
  const alone = leader();
  const heal = isolate(alone);
  const answers: boolean[] = [];
  putAt(alone, 'lost', ({ ok }) => answers.push(ok !== undefined));
  await run(5000);
  expect(answers).toEqual([true]);
  heal();
  await run(5000);
  expect((await put('b')).ok).toBeDefined();
  // Heartbeats, their answers, and one attempt with each: not as many as the network carries.
  messages = 0;
  await run(5000);
  expect(messages).toBeLessThan(5 * 10 * 8);
  expect([await get('lost'), await get('b'), leader() === alone]).toEqual([undefined, 'b', false]);
  expect(etcd.names().map((name) => etcd.member(name) !== undefined)).toEqual([true, true, true]);
  expect((await hashes()).length).toBe(2);
});

test('where members have applied other entries, watches of each get those that it has applied', async () => {
  const { etcd, run, put, putAt, member, isolate, leader } = startMembers(3, { commitRule: ({ committed, matchIndexes }) => Math.max(committed, ...matchIndexes) });
  await put('a');
  const alone = leader();
  const seen = new Map<string, string[]>(etcd.names().map((name) => [name, []]));
  for (const [name, keys] of seen)
    member(name).watch({ key: '', rangeEnd: '\0', startRevision: 3 }, { events: (events) => keys.push(...events.map((event) => (event.type === 'put' ? event.kv.key : ''))), cancelled: () => undefined });
  isolate(alone);
  putAt(alone, 'lost', () => undefined);
  await run(5000);
  putAt(leader(), 'kept', () => undefined);
  await run(1000);
  expect([...seen].map(([name, keys]) => [name, keys.join()])).toEqual(etcd.names().map((name) => [name, name === alone ? 'lost' : 'kept']));
});

test('a leader that commits what nobody has panics and is started again, each time that it leads', async () => {
  let beyond = 0;
  const { kernel, run, put, putAt, leader } = startMembers(3, { commitRule: ({ committed, uncommittedTerms }) => committed + uncommittedTerms.length + beyond });
  await put('a');
  beyond = 7;
  putAt(leader(), 'b', () => undefined);
  await run(30_000);
  const panics = kernel.trace.since(0).filter(({ what }) => what.startsWith('panic: '));
  expect(panics[0]?.what).toMatch(/^panic: tocommit\(\d+\) is out of range \[lastIndex\(\d+\)\]/);
  expect(panics.length).toBeGreaterThan(2);
  beyond = 0;
  await run(30_000);
  expect((await put('c')).ok).toBeDefined();
});

test('NOSPACE: nothing may grow until space is made, the file defragmented and the alarm disarmed', async () => {
  const { answer, put, member, client, run, etcd } = startMembers(3, { quotaBytes: 100_000 });
  const big = 'x'.repeat(20_000);
  const words: (string | undefined)[] = [];
  for (let at = 0; at < 6; at += 1) words.push((await put('big', big)).failure?.message);
  const exceeded = 'etcdserver: mvcc: database space exceeded';
  expect(words.at(-1)).toBe(exceeded);
  expect(words[0]).toBeUndefined();
  await run(100);
  const removed = await answer<unknown>((done) =>
    client.propose({ compare: [], success: [{ type: 'delete', key: 'big' }], failure: [] }, done),
  );
  expect(removed.ok).toBeDefined();
  const { revision } = member('etcd-0').status();
  await answer<unknown>((done) => client.compact(revision, done));
  await run(100);
  for (const name of etcd.names()) await answer<unknown>((done) => member(name).defragment(done));
  expect((await put('small')).failure?.message).toBe(exceeded);
  const none = { action: 'get', member: 0, alarm: undefined } as const;
  const { ok: alarms = [] } = await answer<readonly { readonly member: number }[]>((done) =>
    member('etcd-1').alarm(none, done),
  );
  expect(alarms.length).toBeGreaterThan(0);
  for (const alarm of alarms) {
    const disarm = { action: 'deactivate', member: alarm.member, alarm: 'NOSPACE' } as const;
    await answer<unknown>((done) => member('etcd-1').alarm(disarm, done));
  }
  expect((await put('small')).ok).toBeDefined();
});

test('a snapshot restored is another cluster with the objects, the revision and the history of the snapshot', async () => {
  const { etcd, answer, put, get, member, run } = startMembers(3);
  for (const key of ['a', 'b', 'c']) await put(key);
  const { clusterId } = member('etcd-0');
  const { ok: saved } = await answer<StoreSnapshot>((done) => member('etcd-0').snapshot(done));
  if (saved === undefined) throw new Error('no snapshot');
  for (const key of ['d', 'e']) await put(key);
  etcd.restore(decodeSnapshot(encodeSnapshot(saved)));
  await run(3000);
  expect(await get('d')).toBeUndefined();
  expect(await get('c')).toBe('c');
  expect(member('etcd-0').clusterId).not.toBe(clusterId);
  expect(etcd.view.status().revision).toBe(4);
  expect((await put('f')).ok?.revision).toBe(5);
  expect([...etcd.view.history(1)].map(({ revision }) => revision)).toEqual([2, 3, 4, 5]);
});

test('under crashes, partitions and torn writes no acknowledged write is lost, and members agree in the end', async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const cluster = startMembers(seed % 2 === 0 ? 5 : 3, { seed, snapshotCount: 15 });
    const { kernel, etcd, isolate, stop, start, run, client, get, hashes } = cluster;
    const random = kernel.random.fork('chaos');
    for (const name of etcd.names()) etcd.addDiskFault(name, { type: 'torn' });
    kernel.network.addFault({ from: 'etcd-*', to: 'etcd-*', drop: 0.05, duplicate: 0.05, jitterMs: 20 });
    const acknowledged = new Map<string, number>();
    let asked = 0;
    for (let round = 0; round < 12; round += 1) {
      const victim = random.pick(etcd.names());
      const cut = random.chance(0.5);
      const heal = cut ? isolate(victim) : () => start(victim);
      if (!cut) stop(victim);
      for (let at = 0; at < 6; at += 1) {
        asked += 1;
        const value = asked;
        const key = `k${value % 5}`;
        const op = { type: 'put', key, value } as const;
        client.propose({ compare: [], success: [op], failure: [] }, ({ ok }) => {
          if (ok !== undefined) acknowledged.set(key, Math.max(acknowledged.get(key) ?? 0, ok.revision));
        });
        await run(random.int(400));
      }
      heal();
      await run(random.int(2500));
    }
    await run(20_000);
    for (const [key, revision] of acknowledged) {
      const now = client.peek({ key }).ok?.kvs[0];
      expect({ seed, key, lost: (now?.modRevision ?? 0) < revision }).toEqual({ seed, key, lost: false });
      expect(await get(key)).toBe(now?.value);
    }
    expect(acknowledged.size).toBe(5);
    expect({ seed, hashes: (await hashes()).length }).toEqual({ seed, hashes: 1 });
  }
});

test('members are added one at a time, and only where a quorum stays within reach', async () => {
  const { etcd, answer, put, run, member, leader, hashes } = startMembers(1);
  await put('a');
  const add = (host: string, learner = false) =>
    answer<unknown>((done) => member(leader()).addMember({ peerUrls: [`http://${host}:2380`], learner }, done));
  for (const nowhere of ['etcd-1:', 'http://etcd-1', 'etcd 1', '']) {
    expect((await add(nowhere)).failure?.message).toBe('etcdserver: given member URLs are invalid');
  }
  expect((await add('etcd-1')).ok).toBeDefined();
  await run(3000);
  expect(etcd.names()).toEqual(['etcd-0', 'etcd-1']);
  expect((await add('etcd-2', true)).ok).toBeDefined();
  expect((await add('etcd-3', true)).failure?.message).toBe('etcdserver: too many learner members in cluster');
  await run(3000);
  const learner = etcd.views().find(({ role }) => role === 'learner');
  const { id } = member('etcd-0');
  const promote = (which: number) => answer<unknown>((done) => member('etcd-1').promoteMember(which, done));
  expect((await promote(id)).failure?.message).toBe('etcdserver: can only promote a learner member');
  expect((await promote(5)).failure?.message).toBe('etcdserver: member not found');
  expect((await promote(learner?.id ?? 0)).ok).toBeDefined();
  await run(1000);
  expect((await put('b')).ok).toBeDefined();
  expect(await hashes()).toHaveLength(1);
  expect(etcd.views().filter(({ role }) => role === 'follower')).toHaveLength(2);
});

test('a leader that was removed takes nothing more, and the others go on without it', async () => {
  const { etcd, answer, put, get, run, member, leader } = startMembers(3);
  await put('a');
  const removed = leader();
  const there = member(removed);
  expect((await answer<unknown>((done) => there.removeMember(there.id, done))).ok).toBeDefined();
  const late = await answer<unknown>((done) =>
    there.propose({ compare: [], success: [{ type: 'put', key: 'late', value: 1 }], failure: [] }, done),
  );
  expect(late.failure?.message).toBe('etcdserver: server stopped');
  await run(3000);
  expect(etcd.names()).toHaveLength(2);
  expect((await put('b')).ok).toBeDefined();
  expect(await get('late')).toBeUndefined();
});

test('without a quorum reads that wait behind others end in etcd’s words too, and cost nobody the connection', async () => {
  const { client, stop, followers, run, put } = startMembers(3);
  await put('a');
  for (const name of followers()) stop(name);
  await run(3000);
  const said: (string | undefined)[] = [];
  for (let at = 0; at < 6; at += 1) {
    client.range({ key: 'a' }, ({ failure }) => said.push(failure?.message));
    await run(1500);
  }
  await run(16_000);
  expect(said).toEqual(Array.from({ length: 6 }, () => 'etcdserver: request timed out'));
});
