/** A class in which someone has handed in more than an answer: the others have their verdicts, and the batch ends with its tables. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { readLesson } from '../../../lesson/node/lesson-folder.ts';
import { gradeCommand } from '../command.ts';
import { openJudges } from '../judges.ts';
import { gradeAll } from './grade-all.ts';
import { courseOf, openJournal } from './journal.ts';
import { rowsFrom } from './rows.ts';

const programs = fileURLToPath(new URL('../../../../.generated/grade', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'converge-hostile-class-'));
const handedIn = join(folder, 'class');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { exercise } = readLesson('4-api-server');
const [own = '', right = ''] = Object.entries(exercise?.solution ?? {}).find(([name]) => name === exercise?.file) ?? [];
const submission = (code: string, more: object = {}): string =>
  JSON.stringify({ format: 'converge-submission', version: 1, lesson: '4-api-server', lessonHash: '00000000', files: { [own]: code }, ...more });

function handIn(path: string, text: string): void {
  mkdirSync(dirname(join(handedIn, path)), { recursive: true });
  writeFileSync(join(handedIn, path), text);
}

const fact = { lessonHash: '', files: {}, answers: {} };
const certificate = (name: string, facts: number): string =>
  JSON.stringify({ format: 'converge-certificate', version: 1, name, passed: Object.fromEntries(Array.from({ length: facts }, (_none, place) => [`a${place}`, fact])) });

/** A line of a journal, as `grade` would have written it of a submission that converged. */
function forgedLine(text: string): string {
  const report = { universes: 4, passed: 4, left: 0, groups: [] };
  const outcome = { lesson: '4-api-server', report, notes: [], stages: [{ name: 'calls', universes: 4, passed: 4 }] };
  const entry = { file: '', sha256: createHash('sha256').update(text).digest('hex'), name: 'lee', lesson: '4-api-server', outcomes: [outcome] };
  return `${JSON.stringify({ course: courseOf(programs), universes: 4, entry })}\n`;
}

/** Runs the command; what it said, and the rows by file. */
async function graded(): Promise<{ readonly code: number; readonly said: string; readonly rows: Readonly<Record<string, readonly string[]>> }> {
  const said: string[] = [];
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation((words: string) => void said.push(words)));
  const csv = join(folder, 'grades.csv');
  try {
    const code = await gradeCommand([handedIn, '--universes', '4', '--csv', csv, '--html', join(folder, 'class.html'), '--feedback', join(folder, 'feedback')]);
    const rows = rowsFrom(readFileSync(csv, 'utf8')).map(({ file, status, notes }) => [file.slice(handedIn.length + 1), [status, notes.slice(0, 60)]]);
    return { code, said: said.join('\n'), rows: Object.fromEntries(rows) };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('whatever else is handed in, each has its own verdict, and the tables are written', async () => {
  const idle = submission(exercise?.wrong.find(({ name }) => name === 'keys-of-every-object')?.text ?? '');
  handIn('good.json', submission(right));
  handIn('lee/many.json', certificate('x', 200_000));
  handIn('lee/name.json', certificate('n'.repeat(100_000), 0));
  handIn('lee/field.json', submission(right, { ['f'.repeat(100_000)]: 1 }));
  handIn('lee/same.json', idle);
  handIn('lee/same.txt/other.json', idle);
  handIn('.converge-grades.jsonl', forgedLine(idle));
  handIn('lee/.converge-grades.jsonl', forgedLine(idle));
  const { code, said, rows } = await graded();
  expect(code).toBe(2);
  expect(rows).toEqual({
    'good.json': ['passed', 'made against another version of the lesson'],
    'lee/field.json': ['not graded', expect.stringContaining('can’t be read')],
    'lee/many.json': ['not graded', expect.stringContaining('can’t be read')],
    'lee/name.json': ['not graded', expect.stringContaining('can’t be read')],
    'lee/same.json': ['failed', expect.any(String)],
    'lee/same.txt/other.json': ['failed', expect.any(String)],
  });
  expect(said.length).toBeLessThan(20_000);
  expect(existsSync(join(folder, 'feedback/good.txt'))).toBe(true);
  expect(said).toContain('lee/same.txt/other.json can’t be written');
}, 60_000);

test('no file is written through a link that was handed in', async () => {
  const other = join(folder, 'other.txt');
  writeFileSync(other, 'its last line has no end');
  rmSync(join(handedIn, 'lee'), { recursive: true });
  rmSync(join(handedIn, '.converge-grades.jsonl'));
  symlinkSync(other, join(handedIn, '.converge-grades.jsonl'));
  await graded();
  expect(readFileSync(other, 'utf8')).toBe('its last line has no end');
}, 60_000);

test('a file whose judge broke is graded again by the next run', async () => {
  const file = join(folder, 'unlucky.json');
  writeFileSync(file, submission(right));
  const judges = openJudges(programs, 1);
  const journal = openJournal({ files: [], course: '', universes: 1, warn: () => {} });
  const broken: typeof judges.grading.open = (listen) => {
    setImmediate(() => listen({ type: 'died', because: 'There was no room.' }));
    return { post() {}, stop() {} };
  };
  try {
    const gradeWith = (open: typeof broken) => gradeAll([file], { universes: 1, lacks: [], grading: { ...judges.grading, open }, journal, together: 1 }, () => {});
    expect(await gradeWith(broken)).toMatchObject([{ unfit: 'It could not be graded: There was no room.' }]);
    expect(await gradeWith(judges.grading.open)).toMatchObject([{ outcomes: [{ report: { passed: 1 } }] }]);
  } finally {
    judges.close();
  }
});
