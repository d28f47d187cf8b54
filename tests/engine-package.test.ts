/** `@converge/engine` as others get it: packed, installed in a folder outside of the repository, imported and type-checked there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'converge-package-'));
const outside = join(folder, 'node_modules');
/** Why it isn't installed. */
let missing: string | undefined;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (command: string, args: readonly string[], cwd = folder): Ended =>
  spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

beforeAll(() => {
  const packed = run('npm', ['pack', '--workspace', '@converge/engine', '--pack-destination', folder], root);
  expect(packed.stderr).not.toContain('Error:');
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  expect(tarball).toBe('converge-engine-0.1.0.tgz');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const installed = run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=peer', `./${tarball}`]);
  if (installed.status !== 0) missing = `npm can’t install its two dependencies here: ${installed.stderr.split('\n')[0]}`;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clusterProgram = `
import { createCluster, type KubeObject } from '@converge/engine';
import { Pod } from '@converge/engine/sdk';
import { unix } from '@converge/engine/unix';

const cluster = createCluster({ seed: 1, nodes: 1, unix, settle: () => new Promise((resolve) => setTimeout(resolve)) });
await cluster.run({ until: cluster.now() + 10_000 });
const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
const path = '/api/v1/namespaces/default/pods';
void cluster.request('program', { method: 'POST', path, query: {}, headers: {}, body: pod });
await cluster.run({ until: cluster.now() + 10_000 });
const pods: readonly KubeObject[] = cluster.objects(Pod);
console.log(pods.map(({ metadata }) => metadata.name), cluster.objects(Pod)[0]?.status?.phase);
`;

test('a program outside of the repository runs a cluster of the package, and its types are there', ({ skip }) => {
  if (missing !== undefined) return skip(missing);
  writeFileSync(join(folder, 'cluster.ts'), clusterProgram);
  expect(run(process.execPath, ['cluster.ts'])).toMatchObject({ stdout: "[ 'web' ] Running\n", status: 0 });
  const types = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '', '--lib', 'es2024,dom', 'cluster.ts'];
  expect(run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), ...types])).toMatchObject({ stdout: '', status: 0 });
});

const kitProgram = `
import { CoreV1Api, type KubeConfig } from '@kubernetes/client-node';
import { inUniverses } from '@converge/engine/testing';
import { ConfigMap } from '@converge/engine/sdk';

const name = 'made-by-main';
async function main(kubeConfig: KubeConfig): Promise<void> {
  const core = kubeConfig.makeApiClient(CoreV1Api);
  for (;;) {
    const found = await core.readNamespacedConfigMap({ namespace: 'default', name }).catch(() => undefined);
    if (found === undefined) await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name } } }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}
let lives = 0;
await inUniverses({ universes: 3 }, async (universe) => {
  lives += 1;
  await universe.start(main);
  await universe.eventually('its map is there', ({ objects }) => objects(ConfigMap).some(({ metadata }) => metadata.name === name));
});
console.log(lives);
`;

test('it tests a controller over client-node there, without Vitest', ({ skip }) => {
  if (missing !== undefined) return skip(missing);
  symlinkSync(join(root, 'node_modules/@kubernetes'), join(outside, '@kubernetes'), 'dir');
  writeFileSync(join(folder, 'kit.ts'), kitProgram);
  expect(run(process.execPath, ['kit.ts'])).toMatchObject({ stdout: '4\n', stderr: '', status: 0 });
});
