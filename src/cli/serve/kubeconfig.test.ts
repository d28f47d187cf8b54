import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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
