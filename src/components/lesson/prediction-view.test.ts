// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import OrderView from './OrderView.svelte';
import PredictionView from './PredictionView.svelte';

afterEach(cleanup);

const asked = {
  id: 'predict',
  ask: 'How many Pods?',
  options: [
    { text: '3', because: 'Is it gone by then?' },
    { text: '4', because: 'Which Pod is listed and doesn’t count?' },
    { text: '5', because: 'Four that count, and one that leaves.' },
  ],
  truth: '5',
  decides: 'cell 3',
};
/** What stands there when the cell has run. */
const reasons = (): (string | null)[] => [...document.querySelectorAll('.because')].map(({ textContent }) => textContent);
const tags = (): (string | null)[] => [...document.querySelectorAll('.choice:has(.tag)')].map(({ textContent }) => textContent?.trim().replace(/\s+/g, ' ') ?? null);

test('options of which one is taken have round marks, as radio buttons do', () => {
  render(PredictionView, asked);
  const sizes = [...document.querySelectorAll('.choice rect')].map((rect) => ['rx', 'width'].map((name) => Number(rect.getAttribute(name))));
  expect(sizes).toHaveLength(8);
  for (const [radius = 0, width = 0] of sizes) expect(radius).toBeGreaterThanOrEqual(width / 2);
});

test('before its cell has run a prediction gives no reasons', () => {
  render(PredictionView, { ...asked, choice: '4' });
  expect(reasons()).toEqual([]);
});

test('a wrong choice gets its own reason, beside the one of what happened', () => {
  render(PredictionView, { ...asked, choice: '4', ran: true });
  expect(reasons()).toEqual(['4? Which Pod is listed and doesn’t count?', '5. Four that count, and one that leaves.']);
});

test('“No idea” is an option that can be chosen, and is shown as what was said', async () => {
  const onchoose = vi.fn();
  const { rerender } = render(PredictionView, { ...asked, onchoose });
  await fireEvent.click(screen.getByRole('radio', { name: 'No idea' }));
  expect(onchoose).toHaveBeenCalledWith('No idea');
  await rerender({ ...asked, choice: 'No idea', ran: true });
  expect(document.querySelector('header')?.textContent).toContain('no idea before cell 3 ran');
  expect(tags()).toEqual(['5 the cluster', 'No idea you']);
  expect(reasons()).toEqual(['5. Four that count, and one that leaves.']);
});

const order = { id: 'order', ask: 'In which order?', texts: ['ready', 'created', 'bound'], decides: 'cell 1' };

test('an order can be left at “No idea”, and still be given before the cell runs', async () => {
  const onchoose = vi.fn();
  render(OrderView, { ...order, choice: 'No idea', onchoose });
  expect(screen.getByRole('button', { name: 'No idea' }).getAttribute('aria-pressed')).toBe('true');
  expect(document.querySelector('header')?.textContent).toContain('now run cell 1');
  await fireEvent.click(screen.getByRole('button', { name: 'That’s my order' }));
  expect(onchoose).toHaveBeenCalledWith('0 1 2');
});

test('without an idea no item is held against the reader', async () => {
  const truth = [1, 2, 0].map((item, at) => ({ item, t: at * 100, revision: at, what: 'create Pod/web' }));
  render(OrderView, { ...order, choice: 'No idea', truth });
  await screen.findByText('You had no idea. This is how it went.', {}, { timeout: 10_000 });
  expect(document.querySelectorAll('.off, .tag')).toHaveLength(0);
});
