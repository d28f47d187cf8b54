// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { pageCommands } from '../../lesson/page/commands.ts';
import KeyList from './KeyList.svelte';
import { matching } from './match.ts';
import Palette from './Palette.svelte';

afterEach(cleanup);

test('all words are looked for; what begins one comes first', () => {
  const found = (query: string) => matching(['Restart', 'Run all cells', 'Run the cells above', 'Interrupt'], query, (entry) => entry);
  expect(found('run cells')).toEqual(['Run all cells', 'Run the cells above']);
  expect(found('r')).toEqual(['Restart', 'Run all cells', 'Run the cells above', 'Interrupt']);
  expect(found('nothing')).toEqual([]);
});

test('typing filters, arrows go round, Enter does it', async () => {
  const onrun = vi.fn();
  render(Palette, { commands: pageCommands.slice(0, 5), onrun });
  const input = screen.getByRole('combobox', { name: 'What to do' });
  await fireEvent.input(input, { target: { value: 'cells' } });
  const options = screen.getAllByRole('option').map((option) => option.id);
  expect(options.length).toBeGreaterThan(1);
  await fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(input.getAttribute('aria-activedescendant')).toBe(options.at(-1));
  await fireEvent.keyDown(input, { key: 'ArrowDown' });
  await fireEvent.keyDown(input, { key: 'Enter' });
  expect(`command-${onrun.mock.calls[0]?.[0].id}`).toBe(options[0]);
  await fireEvent.input(input, { target: { value: 'xyzzy' } });
  expect(screen.getByRole('status').textContent).toContain('Nothing here is called “xyzzy”');
});

/** What a list of keys asks a page. */
const pageWith = (of: { readonly free?: true; readonly exercise?: object }): LessonPage => ({ data: { free: of.free }, exercise: of.exercise }) as unknown as LessonPage;

test('the keys of a page are those that do something on it', () => {
  const listed = (page: LessonPage): readonly (string | null)[] => {
    render(KeyList, { page, onshut: () => {} });
    const titles = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    cleanup();
    return titles;
  };
  const [lesson, plain, playground] = [listed(pageWith({ exercise: {} })), listed(pageWith({})), listed(pageWith({ free: true }))];
  const exercise = 'In the exercise: run yours in the cluster';
  const bench = 'Add a cell below this one (playground)';
  expect([lesson.includes(exercise), plain.includes(exercise), playground.includes(exercise)]).toEqual([true, false, false]);
  expect([lesson.includes(bench), plain.includes(bench), playground.includes(bench)]).toEqual([false, false, true]);
  expect(lesson.some((title) => title?.includes('playground'))).toBe(false);
  expect(plain).toContain('Run this cell');
});

test('every key is listed under its heading; single letters can be turned off', async () => {
  render(KeyList, { page: pageWith({}), onshut: () => {} });
  screen.getByRole('heading', { name: 'Cells' });
  expect(screen.getByText('Interrupt what runs').parentElement?.textContent).toContain('i i');
  const box = screen.getByRole('checkbox');
  await fireEvent.click(box);
  expect(localStorage.getItem('converge/character-keys')).toBe('off');
  await fireEvent.click(box);
  expect(localStorage.getItem('converge/character-keys')).toBeNull();
});
