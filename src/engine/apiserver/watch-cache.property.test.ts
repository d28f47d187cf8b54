import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Loose, startServer } from './testing/harness.ts';

const path = '/api/v1/namespaces/default/configmaps';
const name = fc.constantFrom('a', 'b', 'c', 'd');
const label = fc.constantFrom('red', 'blue');
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), name, label }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('watch' as const),
      selector: fc.constantFrom(
        '',
        'labelSelector=color%3Dred',
        'labelSelector=color!%3Dred',
        'fieldSelector=metadata.name%3Da',
      ),
    }),
  },
);

/** What somebody who only saw the events would believe. Fails on events that make no sense to him. */
function fold(start: readonly Loose[], events: readonly Loose[]): Loose[] {
  const known = new Map<string, Loose>(start.map((object) => [object.metadata.name, object]));
  let last = 0;
  for (const { type, object } of events) {
    const { name: key, resourceVersion } = object.metadata;
    expect(Number(resourceVersion)).toBeGreaterThan(last);
    last = Number(resourceVersion);
    expect(known.has(key)).toBe(type !== 'ADDED');
    if (type === 'DELETED') known.delete(key);
    else known.set(key, object);
  }
  return [...known.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

test('list and watch, whatever the selector and wherever it begins, tell what is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async (commands) => {
      const { get, post, patch, remove, watch, settle } = startServer();
      const observers: { selector: string; items: Loose[]; seen: Loose[] }[] = [];
      const lists: { selector: string; list: Loose }[] = [];
      for (const next of commands) {
        if (next.type === 'delete') await remove(`${path}/${next.name}`);
        else if (next.type === 'watch') {
          const list = (await get(`${path}?${next.selector}`)).json;
          const live = watch(`${path}?${next.selector}&resourceVersion=${list.metadata.resourceVersion}`);
          observers.push({ selector: next.selector, items: list.items, seen: live.seen });
          lists.push({ selector: next.selector, list });
        } else {
          const metadata = { labels: { color: next.label } };
          const patched = await patch(`${path}/${next.name}`, { metadata });
          if (patched.code === 404) await post(path, { metadata: { name: next.name, ...metadata } });
        }
      }
      for (const { selector, list } of lists) {
        const late = watch(`${path}?${selector}&resourceVersion=${list.metadata.resourceVersion}`);
        observers.push({ selector, items: list.items, seen: late.seen });
      }
      await settle();
      for (const { selector, items, seen } of observers) {
        const now = (await get(`${path}?${selector}`)).json.items;
        expect(fold(items, seen)).toEqual(now);
      }
    }),
    { numRuns: 40 },
  );
});
