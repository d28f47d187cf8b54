import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
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
