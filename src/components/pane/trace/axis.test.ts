import { expect, test } from 'vitest';
import { axisLabels } from './axis.ts';

const timeScale = [
  { t: 14_000, x: 0 },
  { t: 21_894, x: 0.83 },
  { t: 601_000, x: 1 },
];

test('what is due far away never stands on now', () => {
  const texts = (widthPx: number): string[] => axisLabels(timeScale, 21_894, widthPx).map(({ text }) => text);
  expect(texts(490)).toContain('now 21.894 s');
  expect(texts(490)).not.toContain('601.000 s');
  expect(texts(900).slice(-2)).toEqual(['now 21.894 s', '601.000 s']);
});

test('a second that was told is not told again', () => {
  const texts = axisLabels([{ t: 40_000, x: 0 }, { t: 40_019, x: 1 }], 40_019, 400).map(({ text }) => text);
  expect([texts[0], texts.at(-1)]).toEqual(['40.000 s', 'now .019']);
  for (const text of texts.slice(1, -1)) expect(text).toMatch(/^\.\d{3}$/);
});
