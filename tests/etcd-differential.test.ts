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
const seeds = sampleSeeds(Number(ETCD_SEEDS ?? 10), Number(ETCD_SEEDS ?? 50));
const operationsPerSeed = Number(ETCD_OPERATIONS ?? 44);

describe.runIf(version !== undefined)(`against etcd ${version}`, () => {
  let real: Server;
  let ours: Server;

  beforeAll(async () => {
    [real, ours] = await Promise.all([startRealEtcd(), startOurEtcd()]);
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

  /** Runs a seed on both; every answer must be the same, and so must every stream of events in the end. */
  async function compareSeed(seed: number): Promise<void> {
    const { operations, watches } = planOperations(seed, operationsPerSeed, await revisionNow());
    const streams: { readonly requests: readonly unknown[]; readonly pair: readonly [WatchStream, WatchStream] }[] = [];
    for (const [at, operation] of operations.entries()) {
      for (const { requests } of watches.filter((each) => each.at === at)) {
        const pair = await both((url) => watch(url, requests));
        // A watch has begun, for the order of things, when it says so; one that starts too far back is cancelled at once.
        for (const stream of pair) await stream.until((results) => createdIn(results) === requests.length);
        // The real one feeds history to its watches every 100 ms; a compaction must not come between.
        if (JSON.stringify(requests).includes('start_revision'))
          await new Promise((resolve) => setTimeout(resolve, 130));
        streams.push({ requests, pair });
      }
      const [our, their] = await both((url) => post(url, operation.path, operation.body));
      expect({ seed, at, operation, answer: comparable(our, operation) }).toEqual({
        seed,
        at,
        operation,
        answer: comparable(their, operation),
      });
    }
    // A last write that every watch sees tells that nothing more is to come before it.
    for (const { requests, pair } of streams) await compareStreams(seed, requests, pair);
  }

  async function compareStreams(
    seed: number,
    requests: readonly unknown[],
    pair: readonly [WatchStream, WatchStream],
  ): Promise<void> {
    const [, their] = pair;
    let before = -1;
    while (their.results.length !== before) {
      before = their.results.length;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const wanted = eventsIn(their.results);
    const [our] = pair;
    await our.until((results) => JSON.stringify(eventsIn(results)).length >= JSON.stringify(wanted).length);
    expect({ seed, requests, events: eventsIn(our.results) }).toEqual({ seed, requests, events: wanted });
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

/** Events and ends by watch, however they were put into messages. */
function eventsIn(results: readonly unknown[]): Readonly<Record<string, unknown>> {
  const watches: Record<string, unknown[]> = {};
  for (const each of results) {
    const {
      result = {},
    }: { result?: { watch_id?: string; events?: unknown[]; canceled?: boolean; compact_revision?: string } } =
      JSON.parse(JSON.stringify(each));
    const id = result.watch_id ?? '0';
    const seen = watches[id] ?? [];
    watches[id] = seen;
    seen.push(...(result.events ?? []));
    if (result.canceled === true) seen.push({ canceled: true, compact_revision: result.compact_revision });
  }
  return watches;
}
