/** What `grade` says of files from which an exercise was left out: wherever it says anything. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { predictionIds } from '../../lesson/node/prediction-ids.ts';
import { quizQuestions } from '../../lesson/node/quiz-questions.ts';
import { rightPlace } from '../../lesson/recall.ts';
import { rowsFrom } from './class/rows.ts';
import { gradeCommand } from './command.ts';
import { findIsolation, isolationCell, isolationWords } from './isolation.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [vote, restore] = readLesson('6-quorum').exercises.map(({ exercise }) => exercise.solution);

function handIn(name: string, files: Readonly<Record<string, string>>, more: object = {}): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ format: 'converge-submission', version: 1, lesson: '6-quorum', lessonHash: '00000000', by: name, files, ...more }));
  return file;
}

/** Runs the command in two universes; its exit code, and what it printed. */
async function graded(...argv: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((words: string) => void printed.push(words));
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    return { code: await gradeCommand([...argv, '--universes', '2']), printed: printed.join('\n') };
  } finally {
    for (const spy of [log, error]) spy.mockRestore();
  }
}

test('whoever leaves out an exercise hasn’t passed it, in every report', async () => {
  const all = handIn('ann', { ...vote, ...restore });
  const some = handIn('kim', { ...restore });
  const [csv, html, feedback] = ['grades.csv', 'class.html', 'feedback'].map((name) => join(folder, name)) as [string, string, string];
  const { code, printed } = await graded(all, some, '--csv', csv, '--html', html, '--feedback', feedback);
  expect(code).toBe(1);
  expect(printed).toMatch(/kim\.json +not handed in the file has no vote-rule\.ts\n/);
  expect(printed).toContain('1 of 2 submissions converged everywhere, 1 didn’t. 1 exercise wasn’t handed in.');
  expect(rowsFrom(readFileSync(csv, 'utf8')).map(({ name, lesson, status, points, of, passed }) => [name, lesson, status, points, of, passed])).toEqual([
    ['ann', '6-quorum', 'passed', '100', '100', '2'],
    ['ann', '6-quorum/restore', 'passed', '100', '100', '2'],
    ['kim', '6-quorum', 'not handed in', '0', '100', ''],
    ['kim', '6-quorum/restore', 'passed', '100', '100', '2'],
  ]);
  const page = readFileSync(html, 'utf8');
  expect(page).toContain('2 files, 3 exercises graded: 3 passed; 1 exercise not handed in.');
  expect(page).toContain('<th scope="row">6-quorum</th><td class="n">1</td><td class="n">1</td><td><meter min="0" max="2" value="1">');
  expect(readFileSync(join(feedback, 'kim.txt'), 'utf8')).toContain('6-quorum\nNot handed in: the file has no vote-rule.ts\n');
  const alone = await graded(some, '--json');
  expect(alone.code).toBe(1);
  expect(JSON.parse(alone.printed).reports).toMatchObject([
    { lesson: '6-quorum', missing: 'vote-rule.ts', universes: 2, passed: 0, left: 2 },
    { lesson: '6-quorum/restore', passed: 2 },
  ]);
}, 240_000);

test('every report says what kept the code apart', async () => {
  const some = handIn('lee', { ...restore });
  const none = handIn('mo', {});
  const { lacks } = findIsolation();
  const words = isolationWords(lacks);
  const [csv, html, feedback] = ['apart.csv', 'apart.html', 'apart'].map((name) => join(folder, name)) as [string, string, string];
  const { code, printed } = await graded(some, none, '--json', '--csv', csv, '--html', html, '--feedback', feedback);
  expect(code).toBe(2);
  expect(JSON.parse(printed)).toMatchObject({
    isolation: words,
    reports: [{ missing: 'vote-rule.ts' }, { lesson: '6-quorum/restore', isolation: isolationCell(lacks) }, { file: none, lesson: '6-quorum', unfit: 'It has no vote-rule.ts: that is the file that is graded.' }],
  });
  expect(rowsFrom(readFileSync(csv, 'utf8')).map(({ isolation }) => isolation)).toEqual(['', isolationCell(lacks), '']);
  expect(readFileSync(html, 'utf8')).toContain(`<p class="soft">${words.join(' ')}</p>`);
  expect(readFileSync(join(feedback, 'lee.txt'), 'utf8').startsWith(`${words.join('\n')}\n\n${some}`)).toBe(true);
  expect(readFileSync(join(feedback, 'mo.txt'), 'utf8').startsWith(none)).toBe(true);
}, 240_000);

test('answers to the quiz and the recall, and predictions, are shown and change no points', async () => {
  const { fields, folder: lesson } = readLesson('6-quorum');
  const [first, second] = fields.recall.map((id) => `recall-${id.replace('/', '-')}`) as [string, string];
  const [id = ''] = fields.recall;
  const [asked] = quizQuestions(readFileSync(join(readLesson(lessonSlugs().find((slug) => slug.startsWith(`${Number.parseInt(id, 10)}-`)) ?? '').folder, 'index.mdx'), 'utf8')).filter((question) => id.endsWith(`/${question.id}`));
  const right = rightPlace(asked?.answers ?? []);
  const [predicted = '', ...others] = predictionIds(readFileSync(join(lesson, 'index.mdx'), 'utf8'));
  const answers = { [first]: { first: right, last: right }, [second]: { first: 99, last: 99 }, 'quiz-1': { first: 99, last: 99 } };
  const some = handIn('zoe', { ...restore }, { answers, predictions: { [predicted]: { choice: '1', settled: true } } });
  const [csv, feedback] = ['answers.csv', 'answers'].map((name) => join(folder, name)) as [string, string];
  const { printed } = await graded(some, '--json', '--csv', csv, '--feedback', feedback);
  const counts = { questions: { right: 0, atOnce: 0 }, recall: { of: 2, right: 1, atOnce: 1 }, predictions: { of: others.length + 1, made: 1, settled: 1 } };
  expect(JSON.parse(printed).reports).toMatchObject([counts, counts]);
  const [row] = rowsFrom(readFileSync(csv, 'utf8'));
  expect(row).toMatchObject({ recall: '1 of 2, 1 at once', predictions: `1 of ${others.length + 1}, 1 settled`, points: '0' });
  expect(readFileSync(join(feedback, 'zoe.txt'), 'utf8')).toMatch(/\nQuestions: 0 of \d, 0 at once\. Recall: 1 of 2, 1 at once\. Predictions: 1 of \d, 1 settled\.\n$/);
}, 240_000);
