/** The right answers of lesson 20 on a real node: Pods live as by the engine's own part, through a restart of the kubelet. */
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type EngineParts, engineParts } from '../src/engine/index.ts';
import { oneNode, script } from '../src/engine/node/testing/one-node.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const answers = globSync('src/content/lessons/5-hands/20-kubelet/right/*.ts', { cwd: root });

/** The hash of everything that was stored while Pods of all kinds lived on a node whose kubelet decides by this. */
async function historyOf(syncPod: EngineParts['syncPod']): Promise<string> {
  const node = await oneNode();
  node.cluster.useParts({ syncPod });
  const manifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'static' }, spec: { containers: [script('sleep 1000')] } };
  node.cluster.manifests('node-1')?.write('static.json', JSON.stringify(manifest));
  await node.create('loop', { containers: [script('sleep 3; exit 1'), script('sleep 1000', { name: 'd' })] });
  await node.create('once', {
    restartPolicy: 'Never',
    initContainers: [script('sleep 1000', { name: 'side', restartPolicy: 'Always' }), script('sleep 1', { name: 'init' })],
    containers: [script('sleep 20')],
  });
  await node.create('broken', { restartPolicy: 'Never', initContainers: [script('exit 1', { name: 'init' })], containers: [script('sleep 20')] });
  await node.create('missing', { containers: [script('sleep 1000', { image: 'nowhere/nothing:1' })] });
  await node.waitMs(50_000);
  node.cluster.addFault({ type: 'restart', component: 'kubelet/node-1' });
  await node.waitMs(100_000);
  expect(node.startGaps('loop').length).toBeGreaterThan(2);
  expect([node.pod('once'), node.pod('broken'), node.pod('static-node-1')].map(({ status }) => status.phase)).toEqual(['Succeeded', 'Failed', 'Running']);
  for (const name of ['loop', 'missing']) await node.remove(name, 2);
  await node.waitMs(30_000);
  expect([node.exists('loop'), node.exists('missing'), node.exists('static-node-1')]).toEqual([false, false, true]);
  return node.cluster.historyHash();
}

test('there are answers of several kinds', () => expect(answers.length).toBeGreaterThanOrEqual(5));

test.each(answers)('%s', async (file) => {
  const { syncPod }: Pick<EngineParts, 'syncPod'> = await import(pathToFileURL(root + file).href);
  expect(await historyOf(syncPod)).toBe(await historyOf((pod) => engineParts.syncPod(pod)));
});
