/** What is handed in is graded by what it does, in processes that give it nothing. Takes the bundle that the build has made. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLesson } from '../../lesson/node/lesson-folder.ts';
import { lessonHash } from '../../lesson/progress/work.ts';
import { gradeFile } from './command.ts';
import { reportLine, reportText } from './print.ts';
import { sandboxGrading } from './sandbox.ts';

const bundle = fileURLToPath(new URL('../../../.generated/grader-worker.txt', import.meta.url));
const lesson = readLesson('12-replicaset');
const hash = lessonHash(
  lesson.exercise?.start ?? {},
  Object.fromEntries(lesson.cells.map(({ id, code }) => [id, code])),
);
const wrong = (name: string): string => lesson.exercise?.wrong.find((answer) => answer.name === name)?.text ?? '';
const folder = mkdtempSync(join(tmpdir(), 'converge-grade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => expect(existsSync(bundle), 'node scripts/build-worker.ts makes the grader').toBe(true));

function handIn(name: string, reconcile: string): string {
  const file = join(folder, `${name}.json`);
  const submission = { format: 'converge-submission', version: 1, lesson: '12-replicaset', lessonHash: hash };
  writeFileSync(file, JSON.stringify({ ...submission, files: { 'reconcile.ts': reconcile } }));
  return file;
}
const graded = (name: string, reconcile: string, universes: number) =>
  gradeFile(handIn(name, reconcile), { universes, grading: sandboxGrading(bundle, 1) });

test('the solution converges, and a typical mistake is named by its cause', async () => {
  const good = await graded('good', lesson.exercise?.solution['reconcile.ts'] ?? '', 4);
  expect([good.report.passed, good.notes]).toEqual([4, []]);
  const bad = await graded('bad', wrong('no-expectations'), 12);
  expect(bad.report.groups[0]?.cause).toBe('made too many Pods');
  expect(reportText(bad)).toMatch(/of 12 universes converged\n\n\d+ made too many Pods\n {2}universes 3, 5/);
  expect(reportLine(bad, 10)).toMatch(/bad\.json {2}\d+ of 12 +\d+ made too many Pods/);
});

test('code that never returns costs its universes, not the grading', async () => {
  const { report } = await graded('endless', wrong('never-returns'), 3);
  expect(report.groups.map(({ cause }) => cause)).toEqual(['never gave the turn back']);
});

const hostile = `
import { defineController, ReplicaSet } from 'converge/sdk';
const reached = [];
const tries = {
  process: () => globalThis.constructor.constructor('return process')(),
  generator: () => function* () {}.constructor('return process')().next().value,
  require: () => Function('return require')()('node:fs'),
  sdk: () => defineController.constructor('return process')().env,
  builtin: () => Function('return process.getBuiltinModule("node:fs")')(),
  fetch: () => Function('return fetch')()('http://127.0.0.1:1/'),
  stack: () => {
    Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getThis() ?? site.getFunction()).find(Boolean);
    const found = new Error().stack;
    Error.prepareStackTrace = undefined;
    return found.constructor.constructor('return process')();
  },
};
for (const [name, attempt] of Object.entries(tries)) {
  try { if (attempt() !== undefined) reached.push(name); } catch { /* as it should be */ }
}
let imported = 'waiting';
Function('return import("node:fs")')().then(() => (imported = 'reached import'), () => (imported = 'refused'));
export const reconcile = async () => {
  throw new TypeError(['tried', imported, ...reached].join(' '));
};
`;

test('code that is handed in reaches neither Node nor its modules', async () => {
  const { report } = await graded('hostile', hostile, 2);
  const seen = report.groups.flatMap(({ failures }) => failures.map((failure) => failure.seen));
  expect(seen).toHaveLength(2);
  for (const each of seen) expect(each).toMatch(/TypeError: tried refused\b, at/);
});

test('a file that can’t be graded says why', async () => {
  const options = { universes: 1, grading: sandboxGrading(bundle, 1) };
  const file = handIn('other', '');
  const text = readFileSync(file, 'utf8');
  await expect(gradeFile(join(folder, 'none.json'), options)).rejects.toThrow('There is no such file.');
  writeFileSync(file, text.replace('12-replicaset', '99-nothing'));
  await expect(gradeFile(file, options)).rejects.toThrow(/for the lesson 99-nothing, which this course doesn’t have/);
  writeFileSync(file, '{');
  await expect(gradeFile(file, options)).rejects.toThrow(/can’t be read/);
  await expect(graded('syntax', 'export const reconcile = (', 1)).rejects.toThrow(/It doesn’t run: .*reconcile\.ts:1/);
});
