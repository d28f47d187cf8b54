// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReportView } from '../../viz/report.ts';
import UniverseReport from './UniverseReport.svelte';

const report: ReportView = {
  total: 100,
  passed: 97,
  passedWords: 'right count',
  causes: [{ id: 'over', glyph: 'over', words: 'made too many Pods', seeds: [4, 11, 23] }],
};
const square = (seed: number): HTMLElement =>
  screen.getByRole('button', { name: `Universe ${seed}, made too many Pods` });

afterEach(cleanup);

test('a group of universes is one tab stop, arrows move inside', async () => {
  render(UniverseReport, { report });
  expect([4, 11, 23].map((seed) => square(seed).tabIndex)).toEqual([0, -1, -1]);
  square(4).focus();
  await fireEvent.keyDown(square(4), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(square(23));
});

test('a chosen universe says what was seen, asks, and opens the moment it broke', async () => {
  const onchoose = vi.fn();
  const onopen = vi.fn();
  const chosen = { seed: 11, cause: 'over', scenario: 'a Pod is deleted', signal: 'the watch ran behind', seen: 'Six exist.', question: 'Why?' };
  const { rerender } = render(UniverseReport, { report, onchoose, onopen });
  await fireEvent.click(square(11));
  expect(onchoose).toHaveBeenCalledWith(11);
  await rerender({ report: { ...report, chosen } });
  screen.getByText('Why?');
  await fireEvent.click(screen.getByRole('button', { name: 'Open the moment it broke' }));
  expect(onopen).toHaveBeenCalledWith(11);
});

test('what helps further opens rung by rung, and the focus goes along; without it only the question is there', async () => {
  const chosen = { seed: 11, cause: 'over', scenario: 'a Pod is deleted', signal: 'the watch ran behind', seen: 'Six exist.', question: 'Why?' };
  const rungs = { look: 'The cache.', fragment: 'expect.creations(key, 3);\n' };
  const { rerender } = render(UniverseReport, { report: { ...report, chosen } });
  expect(screen.queryByRole('button', { name: 'Where to look' })).toBeNull();
  await rerender({ report: { ...report, chosen: { ...chosen, rungs } } });
  screen.getByText('Why?');
  expect(screen.queryByText('The cache.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show a fragment' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Where to look' }));
  expect(document.activeElement?.textContent).toContain('The cache.');
  await fireEvent.click(screen.getByRole('button', { name: 'Show a fragment' }));
  expect(document.activeElement?.textContent?.trim()).toBe('expect.creations(key, 3);');
  await rerender({ report: { ...report, chosen: { ...chosen, seed: 23, rungs } } });
  screen.getByText('The cache.');
});
