// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import CellView from './CellView.svelte';

const cell = { language: 'sh', id: 'list', number: 2, code: 'kubectl get pods', atMs: 20_000 } as const;
const input = (): HTMLElement => screen.getByRole('region', { name: 'Cell 2, input' });

afterEach(cleanup);

test('the label says what the mark means', () => {
  render(CellView, { cell, state: 'stale' });
  screen.getByRole('region', { name: 'Cell 2, shell, at 20 s, changed since it ran' });
});

test('Shift+Enter and Mod+Enter run it, Enter asks for the editor', async () => {
  const onrun = vi.fn();
  const onedit = vi.fn();
  render(CellView, { cell, onrun, onedit });
  await fireEvent.keyDown(input(), { key: 'Enter', shiftKey: true });
  await fireEvent.keyDown(input(), { key: 'Enter', ctrlKey: true });
  expect([onrun.mock.calls.length, onedit.mock.calls.length]).toEqual([2, 0]);
  await fireEvent.keyDown(input(), { key: 'Enter' });
  expect([onrun.mock.calls.length, onedit.mock.calls.length]).toEqual([2, 1]);
});

test('a running cell can be interrupted and not run again', async () => {
  const onrun = vi.fn();
  const onstop = vi.fn();
  render(CellView, { cell, state: 'running', onrun, onstop });
  await fireEvent.click(screen.getByRole('button', { name: 'Interrupt cell 2' }));
  expect(onstop).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Run cell 2' })).toBeNull();
});

test('an error shows its line and the spot in it', () => {
  const error = {
    title: 'TypeError: no',
    source: [{ number: 4, text: 'print(owner.kind)' }],
    line: 4,
    columns: [6, 16] as const,
  };
  const { container } = render(CellView, { cell, state: 'error', output: [{ kind: 'error', error }] });
  expect(container.querySelector('.squig')?.textContent).toBe('owner.kind');
  expect(container.querySelector('.ln.at')?.textContent).toBe('4');
});
