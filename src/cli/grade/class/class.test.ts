/** A class is graded right to the row: right, wrong, broken, hostile and copied answers, in folders, twice, and after a machine that stopped. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { triesAll } from '../../../../tests/scope.ts';
import { readLesson } from '../../../lesson/node/lesson-folder.ts';
import { lessonHash } from '../../../lesson/progress/work.ts';
import { submissionFile, submissionOf } from '../../../lesson/submission.ts';
import { openJudges } from '../judges.ts';
import { cohortPage } from './cohort-page.ts';
import type { Entry } from './entry.ts';
import { gradeAll } from './grade-all.ts';
import { findHandIns } from './hand-ins.ts';
import { courseOf, openJournal } from './journal.ts';
import { csvOf, type Row, rowsFrom, rowsOf } from './rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-class-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lesson = readLesson('4-api-server');
const hash = lessonHash(lesson.start, Object.fromEntries(lesson.cells.map(({ id, code }) => [id, code])));
const { exercise } = lesson;
const own = exercise?.file ?? '';
const solution = exercise?.solution[own] ?? '';
const wrong = exercise?.wrong.find(({ name }) => name === 'keys-of-every-object')?.text ?? '';
const universes = 4;

interface Kind {
  readonly name: string;
  /** The whole text of the file, or what is graded. */
  readonly text?: string;
  readonly code?: string;
  readonly hash?: string;
  readonly expected: Partial<Row>;
}

const passes = { lesson: '4-api-server', status: 'passed', points: '10', passed: '4', universes: '4', stages: 'calls 4/4', cause: '' } as const;
const fails = { lesson: '4-api-server', status: 'failed', points: '0', passed: '0', universes: '4', stages: 'calls 0/4' } as const;
const unfit = { status: 'not graded', points: '0', universes: '' } as const;

const kinds: readonly Kind[] = [
  { name: 'right', code: solution, expected: { ...passes, notes: '' } },
  { name: 'wrong', code: wrong, expected: { ...fails, cause: 'refused what is right' } },
  { name: 'start', code: exercise?.start[own] ?? '', expected: { ...fails, cause: 'named another field' } },
  { name: 'copied', code: `// My own work.\n${solution.replaceAll('\n', ' \n')}`, expected: passes },
  { name: 'syntax', code: 'export const validate = (', expected: { ...unfit, lesson: '4-api-server', notes: expect.stringContaining('It doesn’t run: ') } },
  { name: 'cut off', text: '{ "format": "converge-submission", ', expected: { ...unfit, lesson: '', notes: expect.stringContaining('its end is missing') } },
  { name: 'forged', code: `${wrong}\nglobalThis.process?.send?.({ type: 'verdict', verdict: { ok: true, seed: 1 } });\nglobalThis.process?.exit?.(0);`, expected: { ...fails, cause: 'refused what is right' } },
  { name: '=HYPERLINK("http://example.com")', code: solution, expected: passes },
  { name: 'old', code: solution, hash: '00000000', expected: { ...passes, notes: 'made against another version of the lesson' } },
];

function handIn({ name, text, code = '', hash: made = hash }: Kind, place: number): string {
  const below = join(folder, place % 2 === 0 ? 'a' : 'b');
  mkdirSync(below, { recursive: true });
  const answers = { 'quiz-1': { first: 0, last: 0 } };
  const file = join(below, `${String(place).padStart(3, '0')}.json`);
  writeFileSync(file, text ?? submissionFile(submissionOf('4-api-server', made, { ...exercise?.start, [own]: code }, { by: name, answers })).text);
  return file;
}

const programs = fileURLToPath(new URL('../../../../.generated/grade', import.meta.url));
const course = courseOf(programs);
const journalFile = join(folder, '.converge-grades.jsonl');
const journal = (warn: (words: string) => void = () => {}) => openJournal({ files: [journalFile], course, universes, warn });

/** @param graders None: whoever has to grade something fails. */
async function gradeFolder(graders: number, warn?: (words: string) => void): Promise<readonly Entry[]> {
  const judges = openJudges(programs, Math.max(1, graders));
  const { files } = findHandIns([folder]);
  const refuse = { ...judges.grading, open: () => { throw new Error('graded again'); } };
  try {
    return await gradeAll(files, { universes, lacks: [], grading: graders === 0 ? refuse : { ...judges.grading, graders: 1 }, journal: journal(warn), together: Math.max(1, graders) }, () => {});
  } finally {
    judges.close();
  }
}

test('each row is right, twice, and after a stop in the middle of a line', async () => {
  const all = Array.from({ length: triesAll ? 200 : 2 * kinds.length }, (_none, place) => ({ kind: kinds[place % kinds.length], place }));
  const expected = new Map(all.flatMap(({ kind, place }) => (kind === undefined ? [] : [[handIn(kind, place), kind] as const])));
  writeFileSync(join(folder, 'notes.txt'), 'not handed in');
  const entries = await gradeFolder(2);
  const csv = csvOf(entries.flatMap((entry) => rowsOf(entry, 10, new Map())));
  expect(csv).toContain(`,"'=HYPERLINK(`);
  const rows = rowsFrom(csv);
  expect(rows.map(({ file }) => file)).toEqual([...expected.keys()].sort());
  for (const row of rows) {
    const kind = expected.get(row.file);
    const readable = kind?.text === undefined;
    expect(row).toMatchObject({ of: '10', name: readable ? kind?.name : '', ...kind?.expected });
    if (readable && row.universes !== '') expect(row.questions).toMatch(/^\d of \d, \d at once$/);
  }

  expect((await gradeFolder(0)).map(({ file }) => file)).toEqual(rows.map(({ file }) => file));

  const [last = ''] = readFileSync(journalFile, 'utf8').trimEnd().split('\n').slice(-1);
  const lines = readFileSync(journalFile, 'utf8').trimEnd().split('\n').slice(0, -1);
  writeFileSync(journalFile, `${lines.join('\n')}\n`);
  appendFileSync(journalFile, last.slice(0, 40));
  const warned: string[] = [];
  const again = await gradeFolder(1, (words) => warned.push(words));
  expect(warned).toEqual([`${journalFile}: its last line was cut off, and is dropped`]);
  expect(again).toEqual(entries);
}, 240_000);

test('no cell is a formula, where a semicolon parts cells either', () => {
  const name = 'x;=cmd|" /C calc"!A0;"+1"; -2;3';
  const csv = csvOf([{ ...blank, file: '@x', name }]);
  expect(csv).not.toMatch(/(?:^|[,;])[\s"]*[=+\-@]/m);
  expect(rowsFrom(csv)).toEqual([{ ...blank, file: '@x', name }]);
});

test('the page of a class shows each of them, and no text of theirs is markup', () => {
  const hostile = '<script>alert(1)</script>';
  const row: Row = { ...blank, file: 'a.json', name: hostile, lesson: '4-api-server', cause: hostile, seen: hostile, question: hostile, notes: hostile };
  const page = cohortPage([row, { ...blank, file: 'b.json', lesson: '4-api-server', status: 'passed', points: '10' }], hostile);
  expect(page).not.toContain(hostile);
  expect(page).toContain('2 files, 2 exercises graded: 1 passed.');
  expect(page).toContain('1 &lt;script&gt;');
});

const blank: Row = { file: '', name: '', lesson: '', status: 'failed', points: '0', of: '10', passed: '', universes: '', stages: '', cause: '', seen: '', question: '', questions: '', recall: '', predictions: '', similar: '', isolation: '', notes: '' };

test('the page says how code was kept apart, for each kind of machine', () => {
  const rows: readonly Row[] = [{ ...blank, file: 'a', isolation: 'complete' }, { ...blank, file: 'b', isolation: 'no memory limit' }, { ...blank, file: 'c' }];
  const page = cohortPage(rowsFrom(csvOf(rows)), 'x');
  expect(page).toMatch(/<p class="soft">1 of 2 rows: Each submission runs .* It has at most 1000 MB, buffers included\.<\/p>/);
  expect(page).toMatch(/<p class="soft">1 of 2 rows: Each submission runs .* Not on this system: a limit for its buffers/);
  expect(cohortPage(rows.slice(0, 1), 'x')).toContain('<p class="soft">Each submission runs');
});

test('a table that is another’s is refused with the column that it lacks', () => {
  expect(() => rowsFrom('name,grade\nKim,A\n')).toThrow('it has no column file: it isn’t a table that grade has written');
});

test('parts share the files, and leave none out', () => {
  mkdirSync(join(folder, 'parts/node_modules'), { recursive: true });
  for (const name of ['a.json', 'b.json', 'c.json', '.hidden.json', 'node_modules/d.json', 'e.yaml']) writeFileSync(join(folder, 'parts', name), '');
  const parts = [0, 1].map((index) => findHandIns([join(folder, 'parts')], { index, of: 2 }));
  expect(parts.map(({ files, others }) => [files.map((file) => file.slice(-6)), others])).toEqual([
    [['a.json', 'c.json'], 1],
    [['b.json'], 1],
  ]);
});
