import { expect, test } from 'vitest';
import { reportOf } from '../../lesson/universes/report.ts';
import { plainJson, reportJson, reportLine, reportText } from './print.ts';

const words = '\x1b[2J\x1b]0;title\x07\rAll 200 universes converged\n\n\x9b31m\u202e\u200f';
const failure = { ok: false, seed: 1, cause: words, glyph: 'threw', scenario: '', at: 16, revision: 2, weather: words, seen: words, question: words } as const;

test('nothing that was handed in speaks to the terminal of whoever grades', () => {
  const graded = { file: 'kim.json', lesson: '12-replicaset', report: reportOf([failure], 1), notes: [words] };
  const text = reportText(graded);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(text.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
  expect(text.split('\n').filter((line) => line.startsWith('All 200'))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(reportLine(graded, 8)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u200f\u202e]/);
  const json = plainJson(reportJson(graded));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(json.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u200f\u202e]/);
  expect(JSON.parse(json)).toMatchObject({ notes: [words] });
});
