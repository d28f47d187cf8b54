import { expect, test } from 'vitest';
import { chartRows, chartWords, plot } from './plot.ts';
import type { ChartData } from './display-data.ts';

const chart: ChartData = {
  title: '',
  x: 'seconds',
  y: 'Pods',
  lines: [
    { name: 'wanted', role: 'wanted', steps: true, points: [[0, 3], [10, 5]] },
    { name: 'ready', role: 'actual', steps: true, points: [[0, 0], [2, 3], [14, 5]] },
  ],
};

test('steps hold until the next point and on to the edge; ticks are round', () => {
  const { lines, xTicks, yTicks } = plot(chart, 140, 106);
  expect(lines[0]?.path).toMatch(/^M0 46H100V6H140$/);
  expect(xTicks.map(({ label }) => label)).toEqual(['0', '5', '10']);
  expect(yTicks.map(({ label }) => label)).toEqual(['0', '2', '4']);
});

test('names at the same height don’t lie on each other', () => {
  const [wanted, ready] = plot(chart, 140, 106).lines;
  expect(Math.abs((wanted?.labelY ?? 0) - (ready?.labelY ?? 0))).toBeGreaterThanOrEqual(16);
});

test('slopes, one point, and values below zero are drawn too', () => {
  const path = (...points: readonly (readonly [number, number])[]) =>
    plot({ ...chart, lines: [{ name: 'load', role: 'other', steps: false, points }] }, 100, 106).lines[0]?.path;
  expect(path([1, -2], [3, 2])).toBe('M0 106L100 6');
  expect(path([1, 1])).toBe('M0 6');
});

test('words and rows say what the drawing shows', () => {
  expect(chartWords(chart)).toBe(
    'Pods over seconds. wanted from 3 at 0 to 5 at 10, between 3 and 5; ready from 0 at 0 to 5 at 14, between 0 and 5.',
  );
  expect(chartRows(chart)).toEqual({
    columns: ['seconds', 'wanted', 'ready'],
    rows: [['0', '3', '0'], ['2', '', '3'], ['10', '5', ''], ['14', '', '5']],
  });
});
