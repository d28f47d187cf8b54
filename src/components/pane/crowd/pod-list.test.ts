// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { PodView } from '../../../viz/model.ts';
import PodList from './PodList.svelte';

const pods = Array.from(
  { length: 2_000 },
  (_, index): PodView => ({
    uid: `u-${index}`,
    name: `web-${index}`,
    namespace: 'default',
    shortName: String(index),
    node: `node-${index % 20}`,
    state: 'running',
    label: 'Running',
    ready: true,
    restarts: 0,
    sinceMs: 0,
    ...(index === 1_234 ? { state: 'crash-loop', label: 'CrashLoopBackOff, 5 restarts', ready: false } : {}),
  }),
);

afterEach(cleanup);

async function open() {
  const onselect = vi.fn();
  render(PodList, { pods, selected: undefined, onselect });
  await fireEvent.click(screen.getByText('List of 2000 Pods'));
  await screen.findByRole('button', { name: /^web-1234 / });
  const rows = (): HTMLElement[] => screen.getAllByRole('button');
  const stops = (): string[] => rows().flatMap((row) => (row.tabIndex === 0 ? [row.querySelector('code')?.textContent ?? ''] : []));
  return { onselect, rows, stops };
}

test('of 2,000 Pods the rows in sight are drawn, what is broken first, and Tab stops at one', async () => {
  const { rows, stops } = await open();
  expect(rows().length).toBeLessThan(30);
  expect(rows()[0]?.textContent).toContain('CrashLoopBackOff');
  expect(stops()).toEqual(['web-1234']);
});

test('arrows go through all of them, to the last and back', async () => {
  const { rows, stops, onselect } = await open();
  const press = async (key: string): Promise<void> => {
    await fireEvent.keyDown(document.activeElement?.closest('.rows') === null ? (rows()[0] ?? document.body) : (document.activeElement ?? document.body), { key });
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('tabindex')).toBe('0'), { timeout: 20_000 });
  };
  await press('ArrowDown');
  expect(stops()).toEqual(['web-0']);
  await press('End');
  expect(stops()).toEqual(['web-1999']);
  expect(rows().length).toBeLessThan(30);
  await fireEvent.click(document.activeElement ?? document.body);
  expect(onselect).toHaveBeenCalledWith('u-1999');
  await press('Home');
  expect(stops()).toEqual(['web-1234']);
});

test('one among many is found by its name, its state or its node', async () => {
  const { rows } = await open();
  const field = screen.getByRole('textbox', { name: 'Name, state or node has' });
  await fireEvent.input(field, { target: { value: 'crash' } });
  expect(rows()).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('1 of 2000');
  await fireEvent.input(field, { target: { value: 'node-7 running' } });
  expect(screen.getByRole('status').textContent).toBe('100 of 2000');
});
