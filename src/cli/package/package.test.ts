import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppsV1Api, CoreV1Api, KubeConfig, KubernetesObjectApi, type V1Deployment } from '@kubernetes/client-node';
import { afterAll, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { serve } from '../serve/serve.ts';
import { packageCommand } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-package-'));
const source = join(folder, 'source');
const out = join(folder, 'image');
afterAll(() => rmSync(folder, { recursive: true }));

test('a packaged controller starts with plain Node as its Dockerfile says, and its manifests are taken', async () => {
  cpSync('src/engine/controllers/replicaset', source, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const allow = ['--allow', 'pods:create,delete,patch', '--allow', 'replicasets.apps/status:update', '--allow', 'events:create,patch'];
  expect(await packageCommand([join(source, 'index.ts'), '--out', out, ...allow])).toBe(0);
  said.mockRestore();
  expect(readdirSync(out).sort()).toEqual(['Dockerfile', 'converge.mjs', 'files', 'manifests.yaml']);

  const served = await serve(
    { nodes: 1, seed: '1', speed: 20, withoutControllers: ['replicaset'], kubeconfig: undefined, port: 0 },
    { descriptions: () => '', failed: (error) => console.error(error) },
  );
  const config = new KubeConfig();
  config.loadFromFile(served.kubeconfig);
  const objects = KubernetesObjectApi.makeApiClient(config);
  const documents = parseAllDocuments(readFileSync(join(out, 'manifests.yaml'), 'utf8')).map((document) => document.toJS());
  for (const document of documents) await objects.create(document);
  const deployment: V1Deployment = documents.find(({ kind }) => kind === 'Deployment');
  const [, ...entry] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(readFileSync(join(out, 'Dockerfile'), 'utf8'))?.[1] ?? '');
  const args = deployment.spec?.template.spec?.containers[0]?.args?.map((arg) => arg.replace('=8080', '=0')) ?? [];
  const child = spawn(process.execPath, [...entry, ...args], { cwd: out, env: { KUBECONFIG: served.kubeconfig }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => void lines.push(line));
  try {
    await expect.poll(() => lines.some((line) => line.endsWith('leads now'))).toBe(true);
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    const body = { metadata: { name: 'web' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
    await config.makeApiClient(AppsV1Api).createNamespacedReplicaSet({ namespace: 'default', body });
    const core = config.makeApiClient(CoreV1Api);
    const pods = async () => (await core.listNamespacedPod({ namespace: 'default', labelSelector: 'app=web' })).items.length;
    await expect.poll(pods).toBe(2);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await served.stop();
  }
});

test('a folder that isn’t empty is left as it is', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await packageCommand([join(source, 'index.ts'), '--out', source])).toBe(2);
  expect(said.mock.calls[0]?.[0]).toContain(`--out ${source}: it isn’t empty`);
  said.mockRestore();
});
