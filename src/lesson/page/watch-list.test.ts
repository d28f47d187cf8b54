import { expect, test, vi } from 'vitest';
import type { ReconcileCallView, ReconcilesView } from '../../viz/reconciles-model.ts';
import { createWatchList } from './watch-list.ts';

const call = (id: number, values: ReconcileCallView['values']): ReconcileCallView => ({
  id,
  controller: 'c',
  key: 'default/a',
  t: id,
  trace: id,
  read: [],
  readOmitted: 0,
  decided: [],
  decidedOmitted: 0,
  end: 'done',
  tookMs: 1,
  turns: 1,
  values,
});
const answer = (calls: readonly ReconcileCallView[], watches: ReconcilesView['watches'] = []): ReconcilesView => ({ calls, total: calls.length, kept: calls.length, watches });

test('the last value of each stands at its line, and goes when the session begins anew', () => {
  const list = createWatchList([{ id: 'w1', file: 'a.ts', line: 3, text: 'missing' }], () => {});
  const marks: unknown[] = [];
  list.in('a.ts').subscribe((given) => marks.push(given));
  list.heard(answer([call(2, {}), call(1, { w1: ['1', '2'] })]));
  expect(marks.at(-1)).toEqual([{ id: 'w1', line: 3, text: 'missing', value: '2' }]);
  list.heard(answer([call(3, {})], [{ id: 'w1', file: 'a.ts', line: 3, text: 'missing', problem: 'no' }]));
  expect(marks.at(-1)).toEqual([{ id: 'w1', line: 3, text: 'missing', value: '2', problem: 'no' }]);
  list.heard(answer([]));
  expect(marks.at(-1)).toEqual([{ id: 'w1', line: 3, text: 'missing' }]);
});

test('one that never came to an end is kept, left out, and on again when it is changed', () => {
  const keep = vi.fn();
  const list = createWatchList([], keep);
  const file = list.in('a.ts');
  const marks: unknown[] = [];
  file.subscribe((given) => marks.push(given));
  file.add(3, 'good');
  file.add(4, 'bad');
  list.endless('w2');
  const bad = { id: 'w2', line: 4, text: 'bad', problem: 'it never came to an end: switched off until you change it' };
  expect(marks.at(-1)).toEqual([{ id: 'w1', line: 3, text: 'good' }, bad]);
  list.heard(answer([call(1, { w1: ['1'] })]));
  expect(marks.at(-1)).toEqual([{ id: 'w1', line: 3, text: 'good', value: '1' }, bad]);
  expect(list.active().map(({ id }) => id)).toEqual(['w1']);
  expect(createWatchList(keep.mock.lastCall?.[0], () => {}).value.problems).toEqual({ w2: bad.problem });
  file.change('w2', 'better');
  expect(list.active().map(({ text }) => text)).toEqual(['good', 'better']);
});

test('the session evaluates at the lines of the text that runs, until the text that has moved runs', () => {
  const keep = vi.fn();
  const list = createWatchList([], keep);
  const file = list.in('a.ts');
  file.add(3, 'missing');
  file.moved({ w1: 5 });
  expect(list.value.expressions).toEqual([{ id: 'w1', file: 'a.ts', line: 5, text: 'missing' }]);
  expect(list.active()).toEqual([{ id: 'w1', file: 'a.ts', line: 3, text: 'missing' }]);
  list.ran();
  expect(list.active()[0]?.line).toBe(5);
  expect(keep).toHaveBeenLastCalledWith(list.value.expressions);
  file.change('w1', 'key');
  file.add(7, 'other');
  expect(list.active().map(({ id, text }) => `${id} ${text}`)).toEqual(['w1 key', 'w2 other']);
  file.remove('w1');
  expect(list.value.expressions.map(({ id }) => id)).toEqual(['w2']);
});
