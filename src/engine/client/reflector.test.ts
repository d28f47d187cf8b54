import { expect, test } from 'vitest';
import type { Kind } from '../api/types.ts';
import { createKernel } from '../kernel/index.ts';
import { type ApiRequest, type Exchange, expired, failure, type Json, type KubeObject } from '../meta/index.ts';
import { createConnection } from './connection.ts';
import { createInformer } from './informer.ts';

const Thing: Kind = { group: '', version: 'v1', kind: 'Thing', plural: 'things', namespaced: true };

/** A server that answers lists from `things` and leaves watches open. Answers come a millisecond later. */
function createTestServer() {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const server = {
    revision: 10,
    things: new Map<string, KubeObject>(),
    requests: [] as string[],
    watches: [] as Exchange[],
    /** What to answer instead, once. */
    refuseNext: undefined as number | undefined,
  };
  function handle(request: ApiRequest, exchange: Exchange): () => void {
    const { watch, resourceVersion } = request.query;
    server.requests.push(`${watch === 'true' ? 'watch' : 'list'} ${resourceVersion ?? '-'}`);
    kernel.clock.after(1, () => {
      if (server.refuseNext !== undefined) {
        const code = server.refuseNext;
        server.refuseNext = undefined;
        exchange.respond({ code, headers: {}, body: failure(code, 'InternalError', 'no') as unknown as Json });
        return;
      }
      if (watch === 'true') {
        server.watches.push(exchange);
        exchange.respond({ code: 200, headers: {} });
        return;
      }
      const metadata = { resourceVersion: String(server.revision) };
      const items = [...server.things.values()] as unknown as Json[];
      exchange.respond({ code: 200, headers: {}, body: { kind: 'ThingList', metadata, items } });
    });
    return () => {};
  }
  const user = { name: 'tester', groups: [] };
  const { clock, random, unsettled } = kernel;
  const connection = createConnection({ handler: handle, clock, unsettled, user, userAgent: 'test' });
  const seen: string[] = [];
  const informer = createInformer({ connection, clock, random, kind: Thing });
  informer.onEvent({
    added: (object) => seen.push(`+${object.metadata.name}`),
    updated: (_, now) => seen.push(`~${now.metadata.name}`),
    deleted: (last) => seen.push(`-${last.metadata.name}@${last.metadata.resourceVersion}`),
  });
  const thing = (name: string): KubeObject => {
    server.revision += 1;
    const metadata = {
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: String(server.revision),
      creationTimestamp: '',
    };
    return { apiVersion: 'v1', kind: 'Thing', metadata };
  };
  const put = (name: string) => {
    const object = thing(name);
    server.things.set(name, object);
    return object;
  };
  const send = (type: string, object: KubeObject) => server.watches.at(-1)?.write({ type, object } as unknown as Json);
  return {
    kernel,
    server,
    informer,
    seen,
    put,
    thing,
    send,
    run: (ms: number) => kernel.run({ until: clock.now() + ms }),
  };
}

test('lists once, then watches from there', async () => {
  const { server, informer, seen, put, send, run } = createTestServer();
  put('a');
  expect(informer.synced).toBe(false);
  await run(5);
  expect(informer.synced).toBe(true);
  send('ADDED', put('b'));
  send('MODIFIED', put('a'));
  send('DELETED', put('b'));
  expect(server.requests).toEqual(['list 0', 'watch 11']);
  expect(seen).toEqual(['+a', '+b', '~a', '-b@14']);
  expect(informer.lister.list().map(({ metadata }) => metadata.resourceVersion)).toEqual(['13']);
});

test('a watch that ends is opened again from the last revision, without a list', async () => {
  const { server, put, send, run } = createTestServer();
  await run(2000);
  send('ADDED', put('a'));
  server.watches.at(-1)?.end();
  await run(5);
  expect(server.requests).toEqual(['list 0', 'watch 10', 'watch 11']);
});

test('a bookmark moves the revision and nothing else', async () => {
  const { server, thing, send, seen, run } = createTestServer();
  await run(2000);
  send('BOOKMARK', thing(''));
  server.watches.at(-1)?.end();
  await run(5);
  expect(server.requests.at(-1)).toBe('watch 11');
  expect(seen).toEqual([]);
});

test('after 410 everything is listed anew, and a deletion that was missed is delivered', async () => {
  const { server, put, seen, run, informer } = createTestServer();
  put('a');
  put('b');
  await run(2000);
  server.things.delete('a');
  put('b');
  put('c');
  server.watches.at(-1)?.write({ type: 'ERROR', object: expired('too old resource version') as unknown as Json });
  await run(5);
  expect(server.requests).toEqual(['list 0', 'watch 12', 'list -', 'watch 14']);
  expect(seen).toEqual(['+a', '+b', '~b', '+c', '-a@11']);
  expect(informer.lister.list().map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
});

test('an event that comes twice is ignored the second time', async () => {
  const { put, send, seen, run } = createTestServer();
  await run(5);
  const object = put('a');
  send('ADDED', object);
  send('ADDED', object);
  send('DELETED', object);
  send('DELETED', object);
  expect(seen).toEqual(['+a', '-a@11']);
});

test('a server that refuses is tried again later and later, and a broken watch is taken up where it was', async () => {
  const { server, run } = createTestServer();
  server.refuseNext = 500;
  await run(5);
  expect(server.requests).toEqual(['list 0']);
  await run(1700);
  expect(server.requests).toEqual(['list 0', 'list 0', 'watch 10']);
  server.watches.at(-1)?.end();
  await run(10);
  // It had lasted less than a second and said nothing: that is an error.
  expect(server.requests).toHaveLength(3);
  await run(60_000);
  expect(server.requests.slice(3)).toEqual(['list 10', 'watch 10']);
});

test('a late handler is given what is there', async () => {
  const { informer, put, run } = createTestServer();
  put('a');
  await run(5);
  const names: string[] = [];
  informer.onEvent({ added: ({ metadata }) => names.push(metadata.name) });
  expect(names).toEqual(['a']);
});

test('nothing is heard after stop', async () => {
  const { informer, put, send, seen, server, run } = createTestServer();
  await run(5);
  informer.stop();
  send('ADDED', put('a'));
  server.watches.at(-1)?.end();
  await run(60_000);
  expect(seen).toEqual([]);
  expect(server.requests).toHaveLength(2);
});
