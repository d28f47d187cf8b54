import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { readExercise } from '../../lesson/node/lesson-folder.ts';
import { lessonCommand } from './command.ts';
import { universeText } from './universe.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-universe-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

test('a verdict is told with what was logged and refused', () => {
  const failed = {
    ok: false,
    seed: 5,
    cause: 'made too many Pods',
    glyph: 'too-many',
    scenario: 'a Pod is deleted',
    at: 429,
    revision: 37,
    weather: 'nothing else went wrong',
    seen: '`api` wanted 6.',
    question: 'Why?',
    problem: { title: 'x', message: 'x', hint: '', file: 'reconcile.ts', line: 4 },
  } as const;
  const refused = [{ t: 12, verb: 'create', path: '/api/v1/namespaces/default/pods', code: 409, reason: 'AlreadyExists', message: 'pods "a" already exists' }];
  const logged = [{ t: 3, level: 'info', text: 'one\n' }, { t: 4, level: 'error', text: 'two' }] as const;
  expect(universeText({ key: '12-replicaset', which: 'wrong/x', verdict: failed, logged, refused })).toBe(`universe 5 of 12-replicaset, wrong/x: made too many Pods
  scenario  a Pod is deleted
  weather   nothing else went wrong
  broke     t = 0.429 s, revision 37
  seen      \`api\` wanted 6.
  question  Why?
  at        reconcile.ts:4
logged: 2
  t = 0.003 s  one
  t = 0.004 s  error: two
refused: 1
  t = 0.012 s  create /api/v1/namespaces/default/pods: 409 AlreadyExists: pods "a" already exists`);
  expect(universeText({ key: '1-thermostats', which: 'solution', verdict: { ok: true, seed: 1, idle: ['left it cold'] }, logged: [], refused: [] })).toBe(
    'universe 1 of 1-thermostats, solution: converged\n  nothing to judge by: left it cold\nlogged: none\nrefused: none',
  );
});

async function printed(...argv: readonly string[]): Promise<readonly [number, string]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const code = await lessonCommand(['universe', ...argv]);
  const text = log.mock.calls.join('\n');
  log.mockRestore();
  return [code, text];
}

test('what code prints and is refused in a universe is in its report', async () => {
  const lesson = 'src/content/lessons/3-loops/12-replicaset';
  const file = join(folder, 'reconcile.ts');
  const first = 'export const reconcile: Reconcile = async (key, tools) => {\n';
  const greedy = "  console.log('a pass for', key);\n  await tools.client.create(Pod, { metadata: { name: 'Not A Name', namespace: 'default' }, spec: { containers: [] }, status: {} }).catch(() => {});\n";
  writeFileSync(file, readFileSync(`${lesson}/solution/reconcile.ts`, 'utf8').replace(first, `${first}${greedy}`));
  const [, text] = await printed('12-replicaset', '--file', file);
  expect(text).toMatch(/^logged: \d+\n {2}t = \d+\.\d{3} s {2}a pass for default\//m);
  expect(text).toMatch(/^refused: \d+\n {2}t = \d+\.\d{3} s {2}create \/api\/v1\/namespaces\/default\/pods: 422 Invalid: Pod "Not A Name" is invalid/m);
  const [, json] = await printed('12-replicaset', '--file', file, '--json');
  expect(JSON.parse(json)).toMatchObject({ seed: 1, logged: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('a pass for') })]) });
  writeFileSync(file, 'export const reconcile = async () => {\n');
  expect(await printed('12-replicaset', '--file', file)).toEqual([1, expect.stringMatching(/can’t be run: .* \(reconcile\.ts:\d+\)$/)]);
});

/** The report of an answer that is the solution with a line before one of its lines. */
async function printedWith(key: string, before: RegExp, line: string): Promise<string> {
  const { exercise } = readExercise(key);
  const file = join(folder, exercise.file);
  const text = exercise.solution[exercise.file] ?? '';
  expect(text).toMatch(before);
  writeFileSync(file, text.replace(before, (match) => `${line}\n${match}`));
  const [, report] = await printed(key, '--file', file);
  return report;
}

test('what is called without a cluster has its lines in the report', async () => {
  const text = await printedWith('6-quorum', /^ {2}if \(/m, "  console.log('term', request.term);");
  expect(text).toMatch(/^universe 1 of 6-quorum, .*: converged\nlogged: \d+\n {2}t = 0\.000 s {2}term \d+\n/);
});

test('so have a webhook and a plugin, which trials judge', async () => {
  expect(await printedWith('8-gatekeepers', /^ {2}const before = /m, "  console.log('asked about', request.operation);")).toMatch(/^logged: \d+\n {2}t = \d+\.\d{3} s {2}asked about CREATE$/m);
  expect(await printedWith('17-scheduler', /^ {2}const cpu/m, "  console.log('scored', node.name);")).toMatch(/^logged: \d+\n {2}t = \d+\.\d{3} s {2}scored \w+$/m);
});

test('of commands it has what they printed, and what they were refused', async () => {
  const text = await printedWith('18-pending', /^kubectl/m, 'kubectl label pod none a=b');
  expect(text).toMatch(/^logged: 1\n {2}t = \d+\.\d{3} s {2}.*NotFound/m);
  expect(text).toMatch(/^refused: 1\n {2}t = \d+\.\d{3} s {2}\w+ \/api\/v1\/namespaces\/default\/pods\/none: 404 NotFound: pods "none" not found/m);
  expect((await printed('18-pending'))[1]).toContain('refused: none');
});

test('of manifests it has that they were refused, and not what the check tries', async () => {
  const { exercise } = readExercise('9-new-nouns');
  const file = join(folder, exercise.file);
  writeFileSync(file, (exercise.solution[exercise.file] ?? '').replace('type: object', 'type: objekt'));
  expect((await printed('9-new-nouns', '--file', file))[1]).toMatch(/^refused: 1\n {2}t = .*: 422 Invalid: /m);
  expect((await printed('9-new-nouns'))[1]).toContain('refused: none');
});
