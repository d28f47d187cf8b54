/** What is handed in is graded by what it does, in processes that give it nothing. Takes the bundle that the build has made. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth } from '../../../tests/scope.ts';
import { lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { lessonHash } from '../../lesson/progress/work.ts';
import { grade } from '../../lesson/universes/grading.ts';
import { gradeFile } from './grade-file.ts';
import { type Graded, reportLine, reportText } from './print.ts';
import { openJudges } from './judges.ts';

const programs = fileURLToPath(new URL('../../../.generated/grade', import.meta.url));
const judges = openJudges(programs, 1);
const lesson = readLesson('12-replicaset');
const hash = lessonHash(lesson.start, Object.fromEntries(lesson.cells.map(({ id, code }) => [id, code])));
const wrong = (name: string): string => lesson.exercise?.wrong.find((answer) => answer.name === name)?.text ?? '';
const folder = mkdtempSync(join(tmpdir(), 'converge-grade-'));
afterAll(() => {
  judges.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeAll(() => expect(existsSync(programs), 'node scripts/build-worker.ts makes the programs').toBe(true));

function handIn(name: string, reconcile: string): string {
  const file = join(folder, `${name}.json`);
  const submission = { format: 'converge-submission', version: 1, lesson: '12-replicaset', lessonHash: hash };
  writeFileSync(file, JSON.stringify({ ...submission, files: { 'reconcile.ts': reconcile } }));
  return file;
}
/** Of a lesson with one exercise. */
async function gradeOne(file: string, universes: number): Promise<Graded> {
  const [only, ...others] = await gradeFile(file, { universes, grading: judges.grading });
  if (only === undefined || others.length > 0) throw new Error(`${file}: ${others.length + 1} exercises were graded`);
  return only;
}
const graded = (name: string, reconcile: string, universes: number) =>
  gradeOne(handIn(name, reconcile), universes);

test('the solution converges, and a typical mistake is named by its cause', async () => {
  const good = await graded('good', lesson.exercise?.solution['reconcile.ts'] ?? '', 4);
  expect([good.report.passed, good.notes]).toEqual([4, []]);
  const bad = await graded('bad', wrong('no-expectations'), 12);
  expect(bad.report.groups[0]?.cause).toBe('made too many Pods');
  expect(reportText(bad)).toMatch(/of 12 universes converged\n\n\d+ made too many Pods\n {2}universes \d+, \d+/);
  expect(reportLine(bad, 10)).toMatch(/bad\.json {2}\d+ of 12 +\d+ made too many Pods/);
});

test('code that never returns costs its universes, not the grading', async () => {
  const { report } = await graded('endless', wrong('never-returns'), 8);
  expect(report.groups.map(({ cause }) => cause)).toEqual(['ran without end']);
});

async function verdictsOn(slug: string, name: string, files: Readonly<Record<string, string>>, universes: number) {
  const file = join(folder, `${slug}-${name}.json`);
  writeFileSync(file, JSON.stringify({ format: 'converge-submission', version: 1, lesson: slug, lessonHash: hash, files }));
  const { report } = await gradeOne(file, universes);
  return { passed: report.passed, causes: report.groups.map(({ cause, failures }) => `${failures.length} ${cause}`) };
}

/** By default two of them. */
const withFixedFiles = everyNth(24, lessonSlugs().filter((slug) => (readLesson(slug).exercise?.fixed.length ?? 0) > 0));

test.each(withFixedFiles)('%s: rewriting a fixed file changes no verdict', async (slug) => {
  const { start = {}, solution = {}, fixed = [], file = '' } = readLesson(slug).exercise ?? {};
  for (const path of fixed) {
    const rewritten = { [path]: "throw new Error('rewritten');" };
    expect(await verdictsOn(slug, 'solution', { ...solution, ...rewritten }, 4), path).toEqual({ passed: 4, causes: [] });
    const untouched = await verdictsOn(slug, 'start', { [file]: start[file] ?? '' }, 4);
    expect(await verdictsOn(slug, 'start-rewritten', { [file]: start[file] ?? '', ...rewritten }, 4), path).toEqual(untouched);
  }
}, 60_000);

test('a part of the engine is judged in a process of its own: by calls, and by the controller that runs on it', async () => {
  const { solution, wrong: answers } = readLesson('11-work-queues').exercise ?? { solution: {}, wrong: [] };
  expect(await verdictsOn('11-work-queues', 'good', solution, 8)).toEqual({ passed: 8, causes: [] });
  const text = answers.find(({ name }) => name === 'newest-first')?.text ?? '';
  expect((await verdictsOn('11-work-queues', 'bad', { 'work-queue.ts': text }, 8)).causes).toEqual(['4 let a later key go first']);
});

test('a part that is one function is judged the same way', async () => {
  const { solution, wrong: answers } = readLesson('10-watch').exercise ?? { solution: {}, wrong: [] };
  expect(await verdictsOn('10-watch', 'good-rules', solution, 8)).toEqual({ passed: 8, causes: [] });
  const text = answers.find(({ name }) => name === 'ignores-changes')?.text ?? '';
  expect((await verdictsOn('10-watch', 'bad-rules', { 'reflector.ts': text }, 8)).causes).toContain('4 missed a change');
});

test('a part of the API server is judged by calls alone', async () => {
  const { solution, wrong: answers } = readLesson('4-api-server').exercise ?? { solution: {}, wrong: [] };
  expect(await verdictsOn('4-api-server', 'good-validation', solution, 4)).toEqual({ passed: 4, causes: [] });
  const text = answers.find(({ name }) => name === 'keys-of-every-object')?.text ?? '';
  expect((await verdictsOn('4-api-server', 'bad-validation', { 'validation.ts': text }, 4)).causes).toEqual(['4 refused what is right']);
});

test('a file that is only to be read counts as the lesson has it, and whoever grades is told', async () => {
  const first = readLesson('1-thermostats').exercise;
  const file = join(folder, 'room.json');
  // A room that is always as warm as is wanted, and a thermostat that does nothing.
  const room = first?.start['room.ts']?.replace('const actual = secondLater(climate).toFixed(1);', "const actual = '21.0';") ?? '';
  const files = { 'thermostat.ts': first?.start['thermostat.ts'], 'room.ts': room };
  expect(room).toContain("'21.0'");
  const submission = { format: 'converge-submission', version: 1, lesson: '1-thermostats', lessonHash: hash, files };
  writeFileSync(file, JSON.stringify(submission));
  const { report, notes } = await gradeOne(file, 4);
  expect(report.passed).toBe(0);
  expect(notes).toContain('room.ts had been edited, and was put back as the lesson has it');
});

const quorum = readLesson('6-quorum');
const quorumHash = lessonHash(quorum.start, Object.fromEntries(quorum.cells.map(({ id, code }) => [id, code])));

function handInOf(slug: string, files: Readonly<Record<string, string>>, more: object = {}): string {
  const file = join(folder, `${slug}.json`);
  writeFileSync(file, JSON.stringify({ format: 'converge-submission', version: 1, lesson: slug, lessonHash: quorumHash, files, ...more }));
  return file;
}

/** What is graded of lesson 6, which has two exercises, with these files. */
async function gradedQuorum(files: Readonly<Record<string, string>>, more: object = {}) {
  const graded = await gradeFile(handInOf('6-quorum', files, more), { universes: 4, grading: judges.grading });
  return graded.map(({ lesson: key, report, notes }) => [key, report.passed, report.groups[0]?.cause, notes]);
}

test('each exercise of a lesson is graded by its own check', async () => {
  const [vote, restore] = quorum.exercises.map(({ exercise }) => exercise.solution);
  expect(await gradedQuorum({ ...vote, ...restore })).toEqual([
    ['6-quorum', 4, undefined, []],
    ['6-quorum/restore', 4, undefined, []],
  ]);
  const backupOnly = quorum.exercises[1]?.exercise.wrong.find(({ name }) => name === 'backup-only')?.text ?? '';
  const claimed = { universes: 4, passed: 4, left: 0, causes: [] };
  expect(await gradedQuorum({ ...vote, 'restore.sh': backupOnly }, { report: claimed, reports: { restore: claimed } })).toEqual([
    ['6-quorum', 4, undefined, []],
    ['6-quorum/restore', 2, 'lost what a member still had', ['the page had said 4 of 4']],
  ]);
});

test('an exercise that is left out of the file isn’t passed: it has an outcome of its own', async () => {
  const [vote, restore] = quorum.exercises.map(({ exercise }) => exercise.solution);
  const old = 'made against another version of the lesson';
  expect(await gradedQuorum({ ...vote }, { lessonHash: '00000000' })).toEqual([
    ['6-quorum', 4, undefined, [old]],
    ['6-quorum/restore', 0, undefined, []],
  ]);
  // The harder one is the first.
  const [first, second] = await gradeFile(handInOf('6-quorum', { ...restore }), { universes: 4, grading: judges.grading });
  if (first === undefined || second === undefined) throw new Error('lesson 6 has two exercises');
  expect(first).toMatchObject({ lesson: '6-quorum', missing: 'vote-rule.ts', converged: [], report: { universes: 4, passed: 0, left: 4 } });
  expect(reportText(first)).toBe(`${first.file}: 6-quorum\nNot handed in: the file has no vote-rule.ts\n`);
  expect(reportLine(first, 0)).toBe(`${first.file}  not handed in the file has no vote-rule.ts`);
  expect(second).toMatchObject({ lesson: '6-quorum/restore', report: { passed: 4 } });
  expect(second).not.toHaveProperty('missing');
});

test('the extra mile is graded where something of it was written, and missed by nobody', async () => {
  const [first, mile] = lesson.exercises.map(({ exercise }) => exercise);
  const graded = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const rows = await gradeFile(handInOf('12-replicaset', files), { universes: 2, grading: judges.grading });
    return rows.map(({ lesson: key }) => key);
  };
  expect(await graded({ ...first?.solution })).toEqual(['12-replicaset']);
  expect(await graded({ ...first?.solution, ...mile?.start })).toEqual(['12-replicaset']);
  expect(await graded({ ...first?.solution, ...mile?.solution })).toEqual(['12-replicaset', '12-replicaset/extra-mile']);
});

test('diagnoses are graded by the clusters that broke, and the page’s clock is noted', async () => {
  const { exercise: diagnoses } = readLesson('27-incidents');
  const graded = async (name: string, text: string): Promise<readonly unknown[]> => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ format: 'converge-submission', version: 1, lesson: '27-incidents', lessonHash: hash, files: { 'incidents.diagnosis': text } }));
    const { report, notes } = await gradeOne(file, 4);
    return [report.passed, report.groups.map(({ cause }) => cause), notes];
  };
  const right = diagnoses?.solution['incidents.diagnosis'] ?? '';
  expect(await graded('right-diagnoses', right)).toEqual([4, [], [expect.stringContaining('another version'), 'looked for 20:00 by the page’s clock'].toReversed()]);
  expect(await graded('wrong-diagnoses', right.replace('ResourceQuota/pods', 'Deployment/shop'))).toEqual([3, ['named another object in “copies”'], expect.any(Array)]);
});

test('no verdict brings along all that was handed in, or all that was said', async () => {
  const files = { ...lesson.exercise?.start, 'reconcile.ts': `export const reconcile = async () => { throw new TypeError('x'.repeat(5_000)); };` };
  const done = await grade({ lesson: '12-replicaset', files }, 1, judges.grading, () => {}).end;
  expect(done).toMatchObject({ type: 'done', verdicts: [{ ok: false, seen: expect.stringMatching(/^TypeError: x+…$/) }] });
  expect(JSON.stringify(done).length).toBeLessThan(2_000);
});

test('a byte order mark in front changes nothing', async () => {
  const file = handIn('marked', lesson.exercise?.solution['reconcile.ts'] ?? '');
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  const { report } = await gradeOne(file, 1);
  expect(report.passed).toBe(1);
});

test('a file that can’t be graded says why', async () => {
  const options = { universes: 1, grading: judges.grading };
  const file = handIn('other', '');
  const text = readFileSync(file, 'utf8');
  await expect(gradeFile(join(folder, 'none.json'), options)).rejects.toThrow('There is no such file.');
  writeFileSync(file, text.replace('12-replicaset', '99-nothing'));
  await expect(gradeFile(file, options)).rejects.toThrow(/for the lesson 99-nothing, which this course doesn’t have/);
  writeFileSync(file, text.replace('"reconcile.ts"', '"notes.ts"'));
  await expect(gradeFile(file, options)).rejects.toThrow(/It has no reconcile\.ts/);
  writeFileSync(file, '{');
  await expect(gradeFile(file, options)).rejects.toThrow(/can’t be read/);
  await expect(graded('syntax', 'export const reconcile = (', 1)).rejects.toThrow(/It doesn’t run: .*reconcile\.ts:1/);
  await expect(graded('throws', '\n\nthrow new Error("when loaded");\nexport const reconcile = 1;', 1)).rejects.toThrow(
    /It doesn’t run: Error: when loaded \(reconcile\.ts:3\)/,
  );
});
