/**
 * Ours against the real etcd (Debian's etcd-server, 3.4), through the same client over the same JSON gateway: the same
 * answers, revisions and events.
 *
 * Known differences between 3.4 and later ones; we follow the later:
 * - ids of the cluster and of members, and those of leases that etcd chooses: ours fit into a JavaScript number
 * - `maintenance/status`: the version; `dbSizeQuota` is newer; sizes of the file are estimated
 * - `maintenance/hash`: another hash function
 * - 3.4 lists a lease's keys in any order, we in theirs
 * - range requests with an unknown sort order by number are refused since 3.5.9
 * - a watch that begins at the compacted revision sees what was deleted at it since 3.4.34, 3.5.16 and 3.6
 * Known differences otherwise:
 * - a put with a lease that is unknown, of a value that is missing and to be kept: which of the two is refused first
 * - a range that ends before it begins, in a delete beside a put: the real one's interval tree calls some of them overlapping
 * - results of a read at equal sort keys: Go's sort keeps their order only up to twelve
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, base64, post, watch, type WatchStream } from './etcd/client.ts';
import { type Operation, planOperations } from './etcd/operations.ts';
import { sampleSeeds } from './scope.ts';
import { installedEtcd, type Server, startOurEtcd, startRealEtcd } from './etcd/servers.ts';

const version = installedEtcd();
/** More of both: ETCD_SEEDS and ETCD_OPERATIONS. */
const { ETCD_SEEDS, ETCD_OPERATIONS } = process.env;
const seeds = sampleSeeds(Number(ETCD_SEEDS ?? 6), Number(ETCD_SEEDS ?? 50));
const operationsPerSeed = Number(ETCD_OPERATIONS ?? 44);

/** Watches opened together on both, ours first. */
interface Streams {
  readonly requests: readonly unknown[];
  readonly pair: readonly [WatchStream, WatchStream];
  /** The compacted revision when they were opened. */
  readonly compacted: number;
}

describe.runIf(version !== undefined)(`against etcd ${version}`, () => {
  let real: Server;
  let ours: Server;
  let compacted = 0;

  beforeAll(async () => {
    [real, ours] = await Promise.all([startRealEtcd(), startOurEtcd()]);
    await both((url) => post(url, '/v3/kv/put', { key: base64('first') }));
  });
  afterAll(async () => {
    await Promise.all([real.stop(), ours.stop()]);
  });

  const both = async <T>(ask: (url: string) => Promise<T>): Promise<readonly [T, T]> =>
    Promise.all([ask(ours.url), ask(real.url)]);

  async function revisionNow(): Promise<number> {
    const { body } = await post(real.url, '/v3/kv/range', { key: 'AA==' });
    return Number(JSON.parse(JSON.stringify(body)).header.revision);
  }

  /** Opens watches on both; they have had their history when this resolves. */
  async function open(requests: readonly unknown[], compacted: number): Promise<Streams> {
    const pair = await both((url) => watch(url, requests));
    // A watch has begun, for the order of things, when it says so; one that starts too far back is cancelled at once.
    for (const stream of pair) await stream.until((results) => createdIn(results) === requests.length);
    if (JSON.stringify(requests).includes('start_revision')) await historyFed(real.url);
    return { requests, pair, compacted };
  }

  /** The real one feeds history now and then, to all watches that wait for it at once: one more, of everything, comes with the last of them. */
  async function historyFed(url: string): Promise<void> {
    const everything = { key: 'AA==', range_end: 'AA==', start_revision: '1' };
    const stream = await watch(url, [{ create_request: everything }]);
    await stream.until((results) => results.length > 1);
    stream.close();
  }

  /** Runs a seed on both; every answer must be the same, and so must every stream of events in the end. */
  async function compareSeed(seed: number): Promise<void> {
    const { operations, watches } = planOperations(seed, operationsPerSeed, await revisionNow());
    const streams: Streams[] = [];
    for (const [at, operation] of operations.entries()) {
      for (const { requests } of watches.filter((each) => each.at === at)) streams.push(await open(requests, compacted));
      const compacts = operation.path === '/v3/kv/compaction';
      // The real one looks up an event's previous value when it sends it: no compaction must come between.
      if (compacts) for (const each of streams) await sameNumber(each);
      const [our, their] = await both((url) => post(url, operation.path, operation.body));
      expect({ seed, at, operation, answer: comparable(our, operation) }).toEqual({
        seed,
        at,
        operation,
        answer: comparable(their, operation),
      });
      if (compacts && their.status === 200) compacted = Number(operation.body['revision']);
    }
    for (const each of streams) await compareStreams(seed, each);
  }

  /** Resolves when the real one's events are as many as ours; whether they are never, the comparison tells. */
  async function sameNumber({ pair, compacted: from }: Streams): Promise<void> {
    await post(ours.url, '/v3/kv/range', { key: 'AA==' });
    const [our, their] = pair;
    const enough = numberOf(seenByOlder(our.results, from));
    await their.until((results) => numberOf(eventsIn(results)) >= enough).catch(() => undefined);
  }

  async function compareStreams(seed: number, streams: Streams): Promise<void> {
    const { requests, pair, compacted: from } = streams;
    const [our, their] = pair;
    await sameNumber(streams);
    let before = -1;
    while (their.results.length !== before) {
      before = their.results.length;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const wanted = eventsIn(their.results);
    await our.until((results) => numberOf(seenByOlder(results, from)) >= numberOf(wanted)).catch(() => undefined);
    expect({ seed, requests, from, events: seenByOlder(our.results, from) }).toEqual({ seed, requests, from, events: wanted });
    for (const stream of pair) stream.close();
  }

  test(`${seeds.length * operationsPerSeed} random operations in ${seeds.length} seeds have the same answers, revisions and events`, async () => {
    for (const seed of seeds) await compareSeed(seed);
  }, Math.max(120_000, seeds.length * operationsPerSeed * 100));

  test('a lease that runs out takes its keys with it, in one revision and in their order', async () => {
    const revisionBefore = await revisionNow();
    const seen = await both(async (url) => {
      await post(url, '/v3/lease/grant', { ID: '424242', TTL: '1' });
      for (const name of ['lease/b', 'lease/a']) await post(url, '/v3/kv/put', { key: base64(name), lease: '424242' });
      const stream = await watch(url, [{ create_request: { key: base64('lease/'), range_end: base64('lease0') } }]);
      await stream.until((results) => JSON.stringify(eventsIn(results)).split('DELETE').length > 2);
      stream.close();
      return eventsIn(stream.results);
    });
    expect(seen[0]).toEqual(seen[1]);
    const deleted = JSON.stringify(seen[0]).match(/"mod_revision":"\d+"/g);
    expect(deleted).toEqual(Array(2).fill(`"mod_revision":"${revisionBefore + 3}"`));
  }, 20_000);

  test('the NOSPACE alarm, streams of several watches, and what can’t be read are told the same', async () => {
    const steps: readonly Operation[] = [
      { path: '/v3/maintenance/alarm', body: { action: 'ACTIVATE', alarm: 'NOSPACE', memberID: '7' } },
      { path: '/v3/kv/put', body: { key: base64('alarm') } },
      { path: '/v3/kv/txn', body: { failure: [{ request_put: { key: base64('alarm') } }] } },
      { path: '/v3/lease/grant', body: { TTL: '60', ID: '5' } },
      { path: '/v3/kv/deleterange', body: { key: base64('001/'), range_end: base64('0010') } },
      { path: '/v3/maintenance/alarm', body: { action: 'GET' } },
      { path: '/v3/maintenance/alarm', body: { action: 'DEACTIVATE', alarm: 'NOSPACE', memberID: '7' } },
      { path: '/v3/kv/put', body: { key: base64('alarm') } },
      { path: '/v3/maintenance/defragment', body: {} },
      { path: '/v3/maintenance/transfer-leadership', body: { targetID: '5' } },
      { path: '/v3/cluster/member/promote', body: { ID: '5' } },
      { path: '/v3/cluster/member/remove', body: { ID: '5' } },
      { path: '/v3/cluster/member/update', body: { ID: '5', peerURLs: ['http://127.0.0.1:1'] } },
    ];
    for (const operation of steps) {
      const [our, their] = await both((url) => post(url, operation.path, operation.body));
      expect({ operation, answer: comparable(our, operation) }).toEqual({
        operation,
        answer: comparable(their, operation),
      });
    }
    const key = base64('many');
    const requests = [
      { create_request: { key } },
      { create_request: { key, watch_id: '7' } },
      { create_request: { key, watch_id: '7' } },
      { create_request: { key, range_end: base64('a') } },
      { cancel_request: { watch_id: '7' } },
      { progress_request: {} },
      { create_request: { key } },
    ];
    const [our, their] = await both(async (url) => {
      const stream = await watch(url, requests);
      await stream.until((results) => results.length >= requests.length);
      stream.close();
      return stream.results.map(withoutIds);
    });
    expect(our).toEqual(their);
  }, 20_000);
});

/** An answer without what is meant to differ. */
function comparable(answer: Answer, { path }: Operation): unknown {
  const body = withoutIds(answer.body);
  const keys = typeof body === 'object' && body !== null && 'keys' in body ? { keys: sorted(body.keys) } : {};
  // The seconds left may differ by one when the clock turns between the two.
  const left =
    path.endsWith('timetolive') && typeof body === 'object' && body !== null && 'TTL' in body
      ? { TTL: near(body.TTL) }
      : {};
  return typeof body === 'object'
    ? { status: answer.status, ...body, ...keys, ...left }
    : { status: answer.status, body };
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner) =>
    name === 'cluster_id' || name === 'member_id' ? undefined : inner,
  );
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

function near(ttl: unknown): unknown {
  return Math.round(Number(ttl) / 50);
}

function createdIn(results: readonly unknown[]): number {
  return results.filter((result) => JSON.stringify(result).includes('"created":true')).length;
}

type Events = Readonly<Record<string, readonly WatchedEvent[]>>;

interface WatchedEvent {
  readonly type?: string;
  readonly kv?: { readonly mod_revision?: string };
  readonly canceled?: boolean;
  readonly compact_revision?: string | undefined;
}

const numberOf = (events: Events): number => Object.values(events).flat().length;

/** Whether a watch that begins at the compacted revision misses what was deleted at it (etcd-io/etcd#18475). */
const missesDeleted = /^3\.4\.(?:\d|[12]\d|3[0-3])$|^3\.5\.(?:\d|1[0-5])$/.test(version ?? '');

/** Of our events, by watch, what the installed version tells too. */
function seenByOlder(results: readonly unknown[], compacted: number): Events {
  const events = eventsIn(results);
  if (!missesDeleted) return events;
  const missed = ({ type, kv }: WatchedEvent) => type === 'DELETE' && Number(kv?.mod_revision) === compacted;
  return Object.fromEntries(Object.entries(events).map(([id, seen]) => [id, seen.filter((event) => !missed(event))]));
}

/** Events and ends by watch, however they were put into messages. */
function eventsIn(results: readonly unknown[]): Events {
  const watches: Record<string, WatchedEvent[]> = {};
  for (const each of results) {
    const {
      result = {},
    }: { result?: { watch_id?: string; events?: WatchedEvent[]; canceled?: boolean; compact_revision?: string } } =
      JSON.parse(JSON.stringify(each));
    const id = result.watch_id ?? '0';
    const seen = watches[id] ?? [];
    watches[id] = seen;
    seen.push(...(result.events ?? []));
    if (result.canceled === true) seen.push({ canceled: true, compact_revision: result.compact_revision });
  }
  return watches;
}
