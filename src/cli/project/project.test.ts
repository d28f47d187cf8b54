import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { projectFiles, projectZip } from '../../lesson/share/project.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { satisfiedController } from '../../runtimes/testing/sources.ts';
import { sessionParts } from '../../session/parts.ts';
import { openSession } from '../../session/session.ts';
import type { SessionLog } from '../../session/types.ts';

const run = promisify(execFile);
const engineFile = fileURLToPath(new URL('../../../.generated/project-engine.txt', import.meta.url));
/** A Node that isn't ours, where there is one: nothing of this repository is near. */
const plainNode = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => existsSync(path)) ?? process.execPath;

const log: SessionLog = {
  version: 1,
  seed: 7,
  cluster: { nodes: 2 },
  files: { 'replicaset.ts': satisfiedController },
  inputs: [
    { type: 'command', text: 'kubectl create deployment web --image=nginx:1.28 --replicas=3', cell: 'a', at: 0 },
    { type: 'swap', controller: 'replicaset', entry: 'replicaset.ts', at: 10_000 },
    { type: 'command', text: 'kubectl scale deployment/web --replicas=5\nkubectl get pods', cell: 'b', at: 12_000 },
    { type: 'advance', at: 30_000, to: 40_000 },
  ],
};

test('a downloaded workspace runs with plain Node: the same outputs, the same history, and edits count', async () => {
  if (!existsSync(engineFile)) throw new Error('.generated/project-engine.txt is missing: run `npm run build` first');
  const folder = mkdtempSync(join(tmpdir(), 'converge-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = projectFiles({ name: '12-replicaset', title: 'ReplicaSet', log, files: {}, engine: readFileSync(engineFile, 'utf8') });
  for (const [path, bytes] of Object.entries(unzipSync(projectZip(files)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), strFromU8(bytes));
  }
  const node = async (...words: string[]): Promise<string> => (await run(plainNode, ['run.mjs', ...words], { cwd: folder })).stdout;

  const { session, results } = await openSession(log, sessionParts(nodePlatform()));
  const printed = await node();
  for (const { outputs } of results)
    for (const output of outputs) if (output.type === 'stdout') expect(printed).toContain(output.text);
  expect(printed).toContain(`revision ${session.now().revision}, history ${session.historyHash()}`);
  const pods = await session.run({ type: 'command', text: 'kubectl get pods -o name' });
  session.close();
  expect(await node('kubectl', 'get', 'pods', '-o', 'name')).toBe(pods.outputs.map((each) => ('text' in each ? each.text : '')).join(''));

  writeFileSync(join(folder, 'files/replicaset.ts'), 'export default { name: "replicaset", for: 5 };\n');
  expect(await node()).toContain('(replicaset.ts:1)');
});

test('the folder holds the workspace as it stands: what was removed is not in it, what was written again is', () => {
  const edit = (path: string, text: string | null) => ({ type: 'edit', path, text, at: 0 }) as const;
  const inputs = [edit('gone.ts', 'x'), edit('back.ts', '1'), edit('gone.ts', null), edit('back.ts', null), edit('back.ts', '2'), edit('first.ts', null)];
  const files = projectFiles({ name: 'x', title: 'X', engine: '', files: {}, log: { ...log, files: { 'first.ts': 'f', 'kept.ts': 'k' }, inputs } });
  expect(Object.entries(files).filter(([path]) => path.startsWith('files/'))).toEqual([['files/kept.ts', 'k'], ['files/back.ts', '2']]);
  // What was done with it is replayed all the same.
  expect(JSON.parse(files['session.json'] ?? '')).toMatchObject({ files: { 'first.ts': 'f' }, inputs });
});

test('an exercise that was not run yet is swapped in at the start', () => {
  const files = projectFiles({
    name: 'x',
    title: 'X',
    engine: '',
    log: { ...log, inputs: [] },
    files: { 'reconcile.ts': 'mine', '../evil.ts': '' },
    exercise: { controller: 'replicaset', entry: 'index.ts' },
  });
  expect(files['files/reconcile.ts']).toBe('mine');
  expect(Object.keys(files).some((path) => path.includes('..'))).toBe(false);
  expect(JSON.parse(files['session.json'] ?? '').inputs.at(-1)).toEqual({ type: 'swap', controller: 'replicaset', entry: 'index.ts', at: 0 });
});
