/** A node's generation is what plugins keep their sums by (upstream framework/types.go: nextGeneration). */
import { expect, test } from 'vitest';
import { createSchedulerCache, type SchedulerCache } from './cache.ts';
import { podInfoOf } from './pod-info.ts';
import { makeCache, makeInfo, makeNode, makePod } from './testing/objects.ts';

const labeled = (labels: Readonly<Record<string, string>>) => {
  const pod = makePod('p');
  return podInfoOf({ ...pod, metadata: { ...pod.metadata, labels } });
};

const changes: readonly (readonly [string, (cache: SchedulerCache) => void])[] = [
  ['a Pod without labels comes', (cache) => cache.setPod(makeInfo('q'), 'n')],
  ['a Pod is assumed', (cache) => cache.assume(makeInfo('q'), 'n')],
  ['a Pod goes', (cache) => cache.removePod('p')],
  ['an assumption is taken back', (cache) => cache.forget('assumed')],
  ['a Pod’s labels change', (cache) => cache.setPod({ ...labeled({ app: 'web' }), requests: cache.pod('p')?.requests ?? makeInfo('p').requests }, 'n')],
  ['a Pod’s requests change', (cache) => cache.setPod(makeInfo('p', { cpu: '2' }), 'n')],
  ['the node has other resources', (cache) => cache.setNode(makeNode('n', { cpu: '8' }))],
  ['the node is made anew', (cache) => {
    for (const uid of ['p', 'assumed']) cache.removePod(uid);
    cache.removeNode('n');
    cache.setNode(makeNode('n', {}));
  }],
];

test.each(changes)('%s: the node has a generation that no node has had', (_what, change) => {
  const cache = makeCache({ n: {}, other: {} });
  const had = new Set<number>();
  const note = () => cache.nodes().forEach(({ generation }) => had.add(generation));
  note();
  cache.setPod(makeInfo('p'), 'n');
  note();
  cache.assume(makeInfo('assumed'), 'n');
  note();
  change(cache);
  expect([...had]).not.toContain(cache.node('n')?.generation);
  expect([...had]).toContain(cache.node('other')?.generation);
});

test('a Pod that is confirmed, or whose status changes, leaves the generation', () => {
  const cache = createSchedulerCache();
  cache.setNode(makeNode('n', {}));
  const info = makeInfo('p');
  cache.assume(info, 'n');
  const generation = cache.node('n')?.generation;
  cache.setPod({ ...info, pod: { ...info.pod, status: { phase: 'Running' } } }, 'n');
  expect(cache.node('n')?.generation).toBe(generation);
});
