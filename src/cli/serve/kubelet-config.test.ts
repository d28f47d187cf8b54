import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kubeletConfigurationOf } from './kubelet-config.ts';

function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-config-'));
  const file = join(folder, 'config.yaml');
  try {
    writeFileSync(file, text);
    return kubeletConfigurationOf(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';

test('what a file says of evictions is read, the rest is left out', () => {
  const text = `${head}clusterDNS: [10.96.0.10]
evictionSoft: { memory.available: 1Gi }
evictionSoftGracePeriod: { memory.available: 1m30s }
evictionMaxPodGracePeriod: 60
`;
  expect(read(text)).toEqual({
    evictionSoft: { 'memory.available': '1Gi' },
    evictionSoftGracePeriod: { 'memory.available': '1m30s' },
    evictionMaxPodGracePeriod: 60,
  });
});

test.each<[text: string, error: string | RegExp]>([
  ['kind: KubeletConfiguration', 'apiVersion'],
  [`${head}evictionHard: [100Mi]`, 'evictionHard'],
  [`${head}evictionSoft: { memory.available: 1Gi }`, 'grace period must be specified for the soft eviction threshold memory.available'],
  ['{', '--kubelet-config'],
])('a file that a kubelet doesn’t start with is refused: %s', (text, error) => {
  expect(() => read(text)).toThrow(error);
});
