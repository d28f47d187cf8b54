// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
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

test('every key is listed under its heading; single letters can be turned off', async () => {
  render(KeyList, { onshut: () => {} });
  screen.getByRole('heading', { name: 'Cells' });
  expect(screen.getByText('Interrupt what runs').parentElement?.textContent).toContain('i i');
  const box = screen.getByRole('checkbox');
  await fireEvent.click(box);
  expect(localStorage.getItem('converge/character-keys')).toBe('off');
  await fireEvent.click(box);
  expect(localStorage.getItem('converge/character-keys')).toBeNull();
});
