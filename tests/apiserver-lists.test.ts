/** facts/apiserver.md §5 through HTTP: which state a list is of, by resourceVersion, resourceVersionMatch and limit; how watches begin, go on and end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loose, startWire, type Wire } from './vectors/http.ts';

const speed = 60;
let wire: Wire;
/** Revisions after the first three maps, and after the two that followed. */
let early = '';
let late = '';
const space = '/api/v1/namespaces/lists';
const maps = `${space}/configmaps`;

beforeAll(async () => {
  wire = await startWire(speed, ['*']);
  await wire.post('/api/v1/namespaces', { metadata: { name: 'lists' } });
  for (const name of ['a', 'b', 'c']) await wire.post(maps, { metadata: { name } });
  early = (await wire.get(maps)).json.metadata.resourceVersion;
  for (const name of ['d', 'e']) await wire.post(maps, { metadata: { name } });
  late = (await wire.get(maps)).json.metadata.resourceVersion;
});
afterAll(() => wire.stop());

const names = ({ items }: Loose): string => items.map((item: Loose) => item.metadata.name).join('');

describe('lists', () => {
  /** Parameters (`R`: the early revision), names, and whether the list says it is of exactly that revision. */
  const served: readonly [query: string, names: string, exact?: true][] = [
    ['', 'abcde'],
    ['limit=2', 'ab'],
    ['resourceVersion=0', 'abcde'],
    // The cache doesn't page.
    ['resourceVersion=0&limit=2', 'abcde'],
    ['resourceVersion=0&resourceVersionMatch=NotOlderThan', 'abcde'],
    ['resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=2', 'abcde'],
    ['resourceVersion=R', 'abcde'],
    ['resourceVersion=R&limit=2', 'ab', true],
    ['resourceVersion=R&limit=10', 'abc', true],
    ['resourceVersion=R&resourceVersionMatch=NotOlderThan', 'abcde'],
    ['resourceVersion=R&resourceVersionMatch=NotOlderThan&limit=2', 'ab'],
    ['resourceVersion=R&resourceVersionMatch=Exact', 'abc', true],
    ['resourceVersion=R&resourceVersionMatch=Exact&limit=2', 'ab', true],
  ];
  test.each(served)('?%s', async (query, expected, exact) => {
    const { code, json } = await wire.get(`${maps}?${query.replace('=R', `=${early}`)}`);
    expect(code).toBe(200);
    expect(names(json)).toBe(expected);
    if (exact === true) expect(json.metadata.resourceVersion).toBe(early);
    else expect(Number(json.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(late));
  });

  const refused: readonly [query: string, code: number, message: string | RegExp][] = [
    ['resourceVersion=x', 400, /Invalid value: "x"/],
    [
      'resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    [
      'resourceVersion=0&resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    [
      'resourceVersion=R&resourceVersionMatch=About',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "About": supported values: "Exact", "NotOlderThan", ""',
    ],
    [
      'resourceVersion=R&resourceVersionMatch=Exact&continue=T',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
    ],
    ['resourceVersion=R&continue=T', 400, 'specifying resource version is not allowed when using continue'],
    ['continue=garbage', 400, /continue key is not valid/],
    [
      'sendInitialEvents=true',
      422,
      'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
    ],
    ['resourceVersion=99999999', 504, /^Timeout: Too large resource version: 99999999, current: \d+$/],
    ['resourceVersion=99999999&limit=2', 504, /Too large resource version: 99999999, current: \d+$/],
    ['limit=x', 400, /limit|invalid syntax/],
  ];
  test.each(refused)('?%s is refused', async (query, code, message) => {
    const token = (await wire.get(`${maps}?limit=1`)).json.metadata.continue;
    const { json } = await wire.get(`${maps}?${query.replace('=R', `=${early}`).replace('=T', `=${token}`)}`);
    expect(json).toMatchObject({ kind: 'Status', code });
    if (typeof message === 'string') expect(json.message).toBe(message);
    else expect(json.message).toMatch(message);
  });
});

describe('watches', () => {
  test('from nowhere and from 0: what is there, then what comes', async () => {
    for (const start of ['', '&resourceVersion=0']) {
      const watch = await wire.watch(`${maps}?watch=true${start}`);
      await watch.until(5);
      watch.stop();
      expect(watch.events.map(({ type }: Loose) => type)).toEqual(Array.from({ length: 5 }, () => 'ADDED'));
      expect(names({ items: watch.events.map(({ object }: Loose) => object) })).toBe('abcde');
    }
  });

  test('from a revision: what came after it', async () => {
    const watch = await wire.watch(`${maps}?watch=1&resourceVersion=${early}`);
    await watch.until(2);
    watch.stop();
    expect(watch.brief()).toEqual(['ADDED d', 'ADDED e']);
  });

  test('bookmarks each minute and before the end, for those who ask', async () => {
    const watch = await wire.watch(
      `${maps}?watch=true&resourceVersion=${late}&allowWatchBookmarks=true&timeoutSeconds=150`,
    );
    const plain = await wire.watch(`${maps}?watch=true&resourceVersion=${late}&timeoutSeconds=150`);
    await Promise.all([watch.ended, plain.ended]);
    expect(watch.events.map(({ type }: Loose) => type)).toEqual(['BOOKMARK', 'BOOKMARK', 'BOOKMARK']);
    const [first] = watch.events;
    expect(first.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    expect(Number(first.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(late));
    expect(plain.events).toEqual([]);
  });

  test('no time is half an hour at least, and less than none is over at once', async () => {
    const watch = await wire.watch(`${maps}?watch=true&resourceVersion=${late}&timeoutSeconds=0`);
    let ended = false;
    void watch.ended.then(() => {
      ended = true;
    });
    await wire.pass(60_000);
    expect(ended).toBe(false);
    watch.stop();
    for (const timeout of ['1', '-5']) {
      const short = await wire.watch(`${maps}?watch=true&resourceVersion=${late}&timeoutSeconds=${timeout}`);
      await short.ended;
      expect(short.events).toEqual([]);
    }
  });

  test('what can’t be had is refused before the stream begins', async () => {
    const refusal = async (query: string): Promise<Loose> => (await wire.get(`${maps}?watch=true&${query}`)).json;
    expect(await refusal('sendInitialEvents=true&resourceVersionMatch=NotOlderThan')).toMatchObject({
      code: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    });
    expect(await refusal(`resourceVersionMatch=NotOlderThan&resourceVersion=${late}`)).toMatchObject({
      code: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    });
    expect(await refusal('resourceVersion=x')).toMatchObject({ code: 400 });
    expect(await refusal('timeoutSeconds=x')).toMatchObject({ code: 400 });
  });

  test('from a revision to come', async () => {
    const watch = await wire.watch(`${maps}?watch=true&resourceVersion=99999999&timeoutSeconds=30`);
    await watch.ended;
    expect(watch.code === 200 || watch.code === 504).toBe(true);
    expect(watch.events.filter(({ type }: Loose) => type === 'ADDED')).toEqual([]);
  });
});
