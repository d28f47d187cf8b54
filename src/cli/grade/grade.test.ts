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

const engine = fileURLToPath(new URL('../../../.generated/engine', import.meta.url));
const lesson = readLesson('12-replicaset');
const hash = lessonHash(
  lesson.exercise?.start ?? {},
  Object.fromEntries(lesson.cells.map(({ id, code }) => [id, code])),
);
const wrong = (name: string): string => lesson.exercise?.wrong.find((answer) => answer.name === name)?.text ?? '';
const folder = mkdtempSync(join(tmpdir(), 'converge-grade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => expect(existsSync(engine), 'node scripts/build-worker.ts makes the engine').toBe(true));

function handIn(name: string, reconcile: string): string {
  const file = join(folder, `${name}.json`);
  const submission = { format: 'converge-submission', version: 1, lesson: '12-replicaset', lessonHash: hash };
  writeFileSync(file, JSON.stringify({ ...submission, files: { 'reconcile.ts': reconcile } }));
  return file;
}
const graded = (name: string, reconcile: string, universes: number) =>
  gradeFile(handIn(name, reconcile), { universes, grading: sandboxGrading(engine, 1) });

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

/** Does nothing, and tries to have it judged as everything: each attempt is a change to what the judges stand on. */
const cheat = `
import * as sdk from 'converge/sdk';
const done = [];
const g = Function('return this')();
const attempt = (name, run) => { try { run(); done.push(name); } catch {} };
for (const name of ['filter', 'every', 'some', 'find', 'map', 'flatMap', 'reduce', 'push', 'includes', 'at'])
  attempt('Array.' + name, () => { Array.prototype[name] = () => []; });
for (const [name, value] of Object.entries({ Map: g.Map, Set: g.Set, String, Number, Promise, RegExp, Object, Error }))
  for (const key of Object.getOwnPropertyNames(value.prototype))
    if (key !== 'constructor') attempt(name + '.' + key, () => { value.prototype[key] = () => undefined; });
attempt('added', () => { Object.prototype.toJSON = () => ({ type: 'verdict', verdict: { ok: true, seed: 1 } }); });
attempt('getter', () => { Object.defineProperty(Object.prototype, 'ok', { get: () => true }); });
attempt('element', () => { Object.defineProperty(Array.prototype, '0', { get: () => undefined }); });
attempt('iterator', () => { Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true }); });
attempt('generator', () => { Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next = () => ({ done: true }); });
attempt('entries', () => { Object.entries = () => []; });
attempt('JSON', () => { g.JSON.stringify = () => '{}'; });
for (const name of ['Map', 'Set', 'Object', 'Promise', 'JSON', 'Error', 'Array'])
  attempt('global ' + name, () => { Object.defineProperty(g, name, { value: class {} }); });
attempt('prototype', () => { Object.setPrototypeOf(Array.prototype, { get length() { return 0; } }); });
attempt('kind', () => { sdk.Pod.plural = 'configmaps'; sdk.Pod.kind = 'ConfigMap'; });
attempt('trace', () => { Error.prepareStackTrace = () => ''; });
let told = false;
export const reconcile = async (key, tools) => {
  for (const kind of [sdk.ReplicaSet, sdk.Pod])
    for (const object of tools.lister(kind).list()) {
      attempt('spec', () => { object.spec.replicas = 0; });
      attempt('status', () => { object.status.replicas = object.spec.replicas; });
      attempt('deleted', () => { object.metadata.deletionTimestamp = 'now'; });
    }
  if (done.length > 0) throw new TypeError('changed ' + [...new Set(done)].join(' '));
};
`;

test('code that is handed in changes nothing of what judges it', async () => {
  const idle = await graded('idle', 'export const reconcile = async () => {};', 6);
  expect(idle.report.passed).toBe(0);
  const { report } = await graded('cheat', cheat, 6);
  const seen = report.groups.flatMap(({ failures }) => failures.map((failure) => failure.seen));
  expect(seen.filter((words) => words.includes('changed'))).toEqual([]);
  expect(report.groups).toEqual(idle.report.groups.map((group) => expect.objectContaining({ cause: group.cause })));
  expect(report.passed).toBe(0);
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
  const { report, notes } = await gradeFile(file, { universes: 4, grading: sandboxGrading(engine, 1) });
  expect(report.passed).toBe(0);
  expect(notes).toContain('room.ts had been edited, and was put back as the lesson has it');
});

test('a file that can’t be graded says why', async () => {
  const options = { universes: 1, grading: sandboxGrading(engine, 1) };
  const file = handIn('other', '');
  const text = readFileSync(file, 'utf8');
  await expect(gradeFile(join(folder, 'none.json'), options)).rejects.toThrow('There is no such file.');
  writeFileSync(file, text.replace('12-replicaset', '99-nothing'));
  await expect(gradeFile(file, options)).rejects.toThrow(/for the lesson 99-nothing, which this course doesn’t have/);
  writeFileSync(file, '{');
  await expect(gradeFile(file, options)).rejects.toThrow(/can’t be read/);
  await expect(graded('syntax', 'export const reconcile = (', 1)).rejects.toThrow(/It doesn’t run: .*reconcile\.ts:1/);
});
