/** The Job of docs/grading-at-scale.md, as it stands there, on our own cluster and before the real kubectl. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BatchV1Api, CoreV1Api, KubeConfig, KubernetesObjectApi, loadYaml, type V1Job, type V1StorageClass } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../src/cli/serve/serve.ts';
import { findKubectl } from './parity/real.ts';

const text = readFileSync('docs/grading-at-scale.md', 'utf8');
const manifest = /```yaml\n(apiVersion: batch\/v1[\s\S]*?)```/.exec(text)?.[1] ?? '';
const parts = ['0', '1', '2', '3'];

let served: Served;
const folder = mkdtempSync(join(tmpdir(), 'converge-job-'));
beforeAll(async () => {
  served = await serve(
    { nodes: 2, seed: '1', speed: 50, withoutControllers: [], kubeconfig: undefined, port: 0 },
    { descriptions: () => '', failed: (error) => console.error(error) },
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await served.stop();
});

test.skipIf(findKubectl() === undefined)('kubectl finds nothing wrong with it', async () => {
  const file = join(folder, 'job.yaml');
  writeFileSync(file, manifest);
  const { stdout } = await promisify(execFile)(findKubectl() ?? '', ['--kubeconfig', served.kubeconfig, 'apply', '--dry-run=server', '-f', file]);
  expect(stdout).toBe('job.batch/grade created (server dry run)\n');
});

test('each of its Pods grades a part of its own', { timeout: 60_000 }, async () => {
  const config = new KubeConfig();
  config.loadFromFile(served.kubeconfig);
  const job = loadYaml<V1Job>(manifest);
  const [container] = job.spec?.template.spec?.containers ?? [];
  if (container === undefined) throw new Error('the Job has no container');
  const command = container.args?.[0] ?? '';
  // What it runs is said in place of being run: there is no image of the course here.
  container.image = 'busybox';
  container.args = [command.replace('exec ', 'echo ')];
  const objects = KubernetesObjectApi.makeApiClient(config);
  await objects.create(loadYaml<V1StorageClass>('{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: disk }, provisioner: disk.csi.converge.dev }'));
  const claim = { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage: '1Gi' } } };
  const core = config.makeApiClient(CoreV1Api);
  await core.createNamespacedPersistentVolumeClaim({ namespace: 'default', body: { metadata: { name: 'class' }, spec: claim } });
  const batch = config.makeApiClient(BatchV1Api);
  await batch.createNamespacedJob({ namespace: 'default', body: job });
  await expect.poll(async () => (await batch.readNamespacedJob({ namespace: 'default', name: 'grade' })).status?.succeeded, { timeout: 40_000 }).toBe(parts.length);
  const { items } = await core.listNamespacedPod({ namespace: 'default', labelSelector: 'job-name=grade' });
  const said = await Promise.all(items.map(({ metadata }) => core.readNamespacedPodLog({ namespace: 'default', name: metadata?.name ?? '' })));
  expect(said.sort()).toEqual(parts.map((part) => `npm run --silent grade -- /class/handed-in --part ${part}/4 --journal /class/.part-${part}.jsonl\n`));
});
