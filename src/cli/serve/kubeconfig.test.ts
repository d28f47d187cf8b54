import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubeconfigText } from './kubeconfig-text.ts';
import { writeKubeconfig } from './kubeconfig.ts';

const way = { url: 'http://127.0.0.1:1', token: 't', authority: 'c', tls: true };

test('a file of this program is written again, somebody else’s is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'converge-kubeconfig-'));
  const file = join(folder, 'config');
  try {
    writeKubeconfig(way, file);
    writeKubeconfig({ ...way, url: 'http://127.0.0.1:2' }, file);
    expect(parse(readFileSync(file, 'utf8')).clusters[0].cluster.server).toBe('http://127.0.0.1:2');
    const others = 'apiVersion: v1\nkind: Config\nclusters:\n- name: prod\n  cluster: {server: https://prod}\n';
    writeFileSync(file, others);
    expect(() => writeKubeconfig(way, file)).toThrow('with "prod" in it; name another file');
    expect(readFileSync(file, 'utf8')).toBe(others);
    writeFileSync(file, 'my diary: [');
    expect(() => writeKubeconfig(way, file)).toThrow('my diary');
    expect(() => writeKubeconfig(way, join(folder, 'none', 'config'))).toThrow('there is no folder');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a context for each cluster, one user, and a certificate that is checked where there is an authority', () => {
  const user = 'kubernetes-admin';
  const clusters = [{ name: 'plain', server: 'http://127.0.0.1:1' }, { name: 'tls', server: 'https://127.0.0.1:1', authority: 'Yw==' }];
  expect(parse(kubeconfigText({ clusters, current: 'tls', token: 't' }))).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'tls',
    clusters: [
      { name: 'plain', cluster: { server: 'http://127.0.0.1:1', 'insecure-skip-tls-verify': true } },
      { name: 'tls', cluster: { server: 'https://127.0.0.1:1', 'certificate-authority-data': 'Yw==' } },
    ],
    contexts: [{ name: 'plain', context: { cluster: 'plain', user } }, { name: 'tls', context: { cluster: 'tls', user } }],
    users: [{ name: user, user: { token: 't' } }],
  });
  expect(parse(kubeconfigText({ clusters, current: 'plain' })).users).toEqual([{ name: user, user: {} }]);
});
