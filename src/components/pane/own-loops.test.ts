// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { lessonDataId } from '../../lesson/page/data.ts';
import type { LoopQueueView, QueuesView } from '../../viz/queues-model.ts';
import { withoutPrograms } from './own-loops.ts';
import QueuesTab from './queues/QueuesTab.svelte';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

test('a program of the lesson isn’t the learner’s; what else is swapped in is', () => {
  const loops = [{ name: 'counter', yours: true }, { name: 'own', yours: true }, { name: 'replicaset' }];
  expect(withoutPrograms(loops, ['counter'])).toEqual([{ name: 'counter', yours: false }, { name: 'own', yours: true }, { name: 'replicaset' }]);
  // A page without a lesson has no programs.
  expect(withoutPrograms(loops)).toEqual(loops);
});

test('*Queues* calls only the learner’s own loops “yours”', async () => {
  const data = document.createElement('script');
  Object.assign(data, { id: lessonDataId, type: 'application/json', textContent: JSON.stringify({ programs: ['counter'] }) });
  document.body.append(data);
  const none = { first: [], more: 0 };
  const loop = (name: string): LoopQueueView => ({ name, up: true, yours: true, waiting: none, processing: none, delayed: none, expected: none, caches: [] });
  const queues: QueuesView = { timeMs: 0, revision: 1, loops: [loop('counter'), loop('own')] };
  const shown = { timeMs: 0, revision: 1 };
  const props = { now: shown, shown, past: false, inspect: async () => queues, onselect: () => {}, onlook: () => {} };
  render(QueuesTab, Object.assign(props, { selected: undefined, actions: undefined, travel: undefined, emptyHint: undefined, why: undefined }) as never);
  const rows = await screen.findAllByRole('row');
  const named = rows.map(({ textContent }) => textContent ?? '').filter((text) => /^(?:counter|own)/.test(text));
  expect(named.map((text) => /yours/.test(text))).toEqual([false, true]);
});
