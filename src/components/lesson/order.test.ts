// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { moved, ordinal, readOrder } from './order.ts';
import OrderView from './OrderView.svelte';

afterEach(cleanup);

const props = { id: 'order', ask: 'What comes first?', texts: ['bound', 'made', 'running'], decides: 'cell 2' };
const items = (): (string | null | undefined)[] => screen.getAllByRole('listitem').map((item) => item.querySelector('.text')?.firstChild?.textContent);

test('an order that doesn’t fit is as given', () => {
  expect(readOrder('2 0 1', 3)).toEqual([2, 0, 1]);
  for (const kept of [undefined, '', '0 0 1', '0 1', 'a b c']) expect(readOrder(kept, 3)).toEqual([0, 1, 2]);
  expect([moved([0, 1, 2], 0, 1), moved([0, 1, 2], 0, -1)]).toEqual([[1, 0, 2], [0, 1, 2]]);
  expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd']);
});

test('items move by buttons and by arrows, the focus with them; then it is committed', async () => {
  const onchoose = vi.fn();
  render(OrderView, { ...props, onchoose });
  await fireEvent.click(screen.getByRole('button', { name: 'Earlier: made' }));
  expect(items()).toEqual(['made', 'bound', 'running']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Earlier: made');
  await fireEvent.keyDown(screen.getByRole('button', { name: 'Later: bound' }), { key: 'ArrowDown' });
  expect(items()).toEqual(['made', 'running', 'bound']);
  expect(screen.getByRole('status').textContent).toBe('bound: now 3rd of 3');
  await fireEvent.click(screen.getByRole('button', { name: 'That’s my order' }));
  expect(onchoose).toHaveBeenCalledWith('1 2 0');
});

test('after the run the cluster’s order stands there, with where you had put each', async () => {
  const truth = [1, 0, 2].map((item) => ({ item, t: item, revision: item, what: 'create Pod/web' }));
  const { container } = render(OrderView, { ...props, choice: '1 2 0', truth });
  await screen.findByText('1 of 3 stand where you put them.', {}, { timeout: 10_000 });
  expect(items()).toEqual(['made', 'bound', 'running']);
  expect([...container.querySelectorAll('.tag')].map(({ textContent }) => textContent)).toEqual(['you, too', 'you: 3rd', 'you: 2nd']);
  screen.getByText('committed before cell 2 ran');
});

test('what never happened in this run is said', async () => {
  render(OrderView, { ...props, truth: [{ item: 0, t: 1, revision: 1, what: 'create Pod/web' }] });
  expect(await screen.findAllByText('didn’t happen in this run')).toHaveLength(2);
});
