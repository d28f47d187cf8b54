// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { createStore } from '../../lesson/page/store.ts';
import { createWatchList } from '../../lesson/page/watch-list.ts';
import type { ReconcileCallView, ReconcilesAsk, ReconcilesView } from '../../viz/reconciles-model.ts';
import Reconciles from './Reconciles.svelte';

const call = (id: number, more: Partial<ReconcileCallView> = {}): ReconcileCallView => ({
  id,
  controller: 'replicaset',
  key: `default/set-${id}`,
  t: id * 1000,
  trace: 100 + id,
  read: [],
  readOmitted: 0,
  decided: [],
  decidedOmitted: 0,
  end: 'done',
  tookMs: 12,
  turns: 2,
  values: {},
  ...more,
});
const view = (calls: readonly ReconcileCallView[], total = calls.length): ReconcilesView => ({ calls, total, kept: total, watches: [] });

let answer = view([]);
const asked: ReconcilesAsk[] = [];
const why = vi.fn();
const store = createStore({ view: {} });
const fake = { ...store, why, inspect };
async function inspect(_name: string, ask: ReconcilesAsk): Promise<ReconcilesView> {
  asked.push(ask);
  return answer;
}
const list = createWatchList([{ id: 'w1', file: 'plan.ts', line: 4, text: 'missing' }], () => {});

vi.mock('../islands/page.ts', () => ({ lessonPage: (): unknown => fake satisfies Partial<Record<keyof LessonPage, unknown>>, whenLeaving() {} }));
vi.mock('./page-workspace.ts', () => ({ watchList: async () => list }));

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const rows = (): HTMLElement[] => screen.getAllByRole('row').slice(1);

test('each call is a row: key, values, what was read and decided, how long; "Why?" asks for its cause', async () => {
  const decided = [
    { text: 'create Pod default/a', file: 'controllers/replicaset/plan.ts', line: 9, result: 'done' },
    { text: 'delete Pod default/b', result: 'refused', reason: 'NotFound' },
  ] as const;
  const read = ['one', 'two', 'three', 'four', 'five'];
  answer = view([call(2, { read, readOmitted: 3, decided, values: { w1: ['1', '2'] } }), call(1, { end: 'failed', error: 'TypeError: no' })], 60);
  render(Reconciles, { controller: 'replicaset', running: true, files: ['plan.ts'] });
  await vi.advanceTimersByTimeAsync(300);
  expect(asked[0]).toEqual({ controller: 'replicaset', count: 50, watches: [{ id: 'w1', file: 'plan.ts', line: 4, text: 'missing' }] });
  expect(screen.getByRole('heading').textContent).toContain('60, the last 2');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['key', 'missing', 'read', 'decided', 'took', 'cause']);
  const [first, second] = rows();
  if (first === undefined || second === undefined) throw new Error('two calls are two rows');
  for (const text of ['1, 2', 'four', 'and 4 more', 'plan.ts:9', '12 ms, 1 wait']) within(first).getByText(text);
  expect(first.textContent).toContain('delete Pod default/b, refused: NotFound');
  expect(second.textContent).toContain('threw: TypeError: no');
  screen.getByText('= 2');
  // One tab stop; arrows go on.
  const buttons = screen.getAllByRole('button', { name: /^Why/ });
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  buttons[0]?.focus();
  await fireEvent.keyDown(buttons[0] ?? first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(buttons[1]);
  await fireEvent.click(buttons[1] ?? first);
  expect(why).toHaveBeenCalledWith({ trace: 101 });
  await fireEvent.click(screen.getByRole('button', { name: 'Remove the watch missing' }));
  expect(list.value.expressions).toEqual([]);
});

test('a new expression says why it has no value, and calls before it don’t seem to have been without one', async () => {
  answer = view([call(1)]);
  render(Reconciles, { controller: 'replicaset', running: true, files: ['plan.ts'] });
  await vi.advanceTimersByTimeAsync(300);
  list.add('plan.ts', 7, 'wanted');
  await vi.advanceTimersByTimeAsync(300);
  const watched = within(screen.getByRole('list', { name: 'Watch expressions' }));
  watched.getByText('No call has reached line 7 since you added this expression. It gets a value when your code runs that line.');
  const [{ id } = { id: '' }] = list.value.expressions;
  answer = view([call(3, { values: { [id]: ['4'] } }), call(2), call(1)]);
  store.set({ view: {} });
  await vi.advanceTimersByTimeAsync(300);
  const columns = rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent?.trim());
  expect(columns).toEqual(['4', 'no value', 'before the watch']);
  list.remove(id);
});

test('many views in a moment are one question', async () => {
  answer = view([]);
  render(Reconciles, { controller: 'replicaset', running: false, files: [] });
  await vi.advanceTimersByTimeAsync(300);
  const before = asked.length;
  for (let each = 0; each < 20; each += 1) {
    store.set({ view: {} });
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.length - before).toBeLessThanOrEqual(3);
  screen.getByText(/written down from when your code runs/);
});
