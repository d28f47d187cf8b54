import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { expect, test } from 'vitest';
import { startServers } from './servers.ts';

test('a program that follows KUBECONFIG reaches the session’s API server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'converge-servers-'));
  const files = { addresses: join(folder, 'home/addresses.json'), kubeconfig: join(folder, 'home/kubeconfig.yaml') };
  const paths: string[] = [];
  startServers(
    {
      send(to, { path }, heard) {
        paths.push(`${to} ${path}`);
        heard({ respond: { code: 200, headers: { 'content-type': 'application/json' }, body: { kind: 'NodeList', apiVersion: 'v1', items: [] } }, nowMs: 0 });
        return () => {};
      },
    },
    files,
  );
  await expect.poll(() => readFileSync(files.kubeconfig, 'utf8')).toContain('127.0.0.1');
  const config = new KubeConfig();
  config.loadFromFile(files.kubeconfig);
  expect((await config.makeApiClient(CoreV1Api).listNode()).items).toEqual([]);
  expect(paths).toEqual(['apiserver /api/v1/nodes']);
  rmSync(folder, { recursive: true });
});
