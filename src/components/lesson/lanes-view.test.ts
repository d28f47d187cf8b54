// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LanesView as Lanes } from '../../viz/lanes-model.ts';
import LanesView from './LanesView.svelte';

afterEach(cleanup);

const created = { t: 5, revision: 11, object: 'web-7tswb' };
const view: Lanes = {
  loop: 'ReplicaSet loop',
  passes: [
    { t: 3, begins: { t: 1, revision: 10, object: 'web' }, sends: [{ t: 4, what: 'POST pods', stored: created }] },
    { t: 1611, begins: created, sends: [] },
  ],
};
const props = { id: 'lanes-late', view, fill: [2], hints: { begins: 'Which write is that?', sends: 'How many are there?' }, solved: new Set<number>() };
const row = (pass: number) => within(document.querySelector<HTMLElement>(`[data-pass="${pass}"]`) ?? document.body);
const words = (pass: number): string => document.querySelector(`[data-pass="${pass}"]`)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
const drawn = (): string[] => [...document.querySelectorAll('svg g > text:first-of-type')].map(({ textContent }) => textContent ?? '');

async function fill(begins: string, sends: string): Promise<void> {
  await fireEvent.change(row(2).getByLabelText('begins with'), { target: { value: begins } });
  await fireEvent.change(row(2).getByLabelText('and sends'), { target: { value: sends } });
  await fireEvent.click(row(2).getByRole('button'));
}

test('a row that is given says what happened; one that is to be filled in isn’t drawn', () => {
  render(LanesView, props);
  expect(words(1)).toBe('Pass 1 begins with r 10, web at t = 0.003 s and sends POST pods (stored as r 11).');
  expect(drawn()).toEqual(['pass 1', 'r 10', 'sees r 10', 'r 11', 'pass 2']);
  expect(row(2).getByLabelText('begins with').textContent).toMatch(/choose.*r 10, web.*r 11, web-7tswb/s);
});

test('what is wrong gets its question, the first part first', async () => {
  const oncheck = vi.fn();
  render(LanesView, { ...props, oncheck });
  expect(row(2).getByRole('button').getAttribute('aria-disabled')).toBe('true');
  await fireEvent.click(row(2).getByRole('button'));
  expect(oncheck).not.toHaveBeenCalled();
  await fill('10', 'POST pods');
  expect(oncheck).toHaveBeenLastCalledWith(2, false);
  expect(row(2).getByRole('status').textContent).toContain('Which write is that?');
  await fill('11', 'POST pods');
  expect(row(2).getByRole('status').textContent).toContain('How many are there?');
  await fill('11', 'nothing');
  expect(oncheck).toHaveBeenLastCalledWith(2, true);
  expect(row(2).getByRole('status').textContent?.trim()).toBe('');
});

test('a row that is filled in says and draws what happened', () => {
  render(LanesView, { ...props, solved: new Set([2]) });
  expect(words(2)).toBe('Pass 2 begins with r 11, web-7tswb at t = 1.611 s and sends nothing.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(drawn().at(-1)).toBe('sees r 11');
});
