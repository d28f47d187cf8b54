import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schedulersOf } from './scheduler-config.ts';

function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-config-'));
  const file = join(folder, 'config.yaml');
  try {
    writeFileSync(file, text);
    return schedulersOf([file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const head = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

test('profiles are read with their plugins, what is about the process is left out', () => {
  const text = `${head}leaderElection: { leaderElect: false }
profiles:
- plugins: { score: { disabled: [{ name: ImageLocality }], enabled: [{ name: NodeAffinity, weight: 5 }] } }
- schedulerName: no-scoring
  plugins: { multiPoint: { disabled: [{ name: NodeResourcesFit }] } }
`;
  expect(read(text)).toEqual([
    {
      profiles: [
        {
          schedulerName: 'default-scheduler',
          plugins: { score: { disabled: [{ name: 'ImageLocality' }], enabled: [{ name: 'NodeAffinity', weight: 5 }] } },
        },
        { schedulerName: 'no-scoring', plugins: { multiPoint: { disabled: [{ name: 'NodeResourcesFit' }] } } },
      ],
    },
  ]);
  expect(read(head)).toEqual([{ profiles: [{ schedulerName: 'default-scheduler' }] }]);
});

test.each<[text: string, error: string | RegExp]>([
  ['kind: KubeSchedulerConfiguration', 'apiVersion'],
  [`${head}profiles: [{ pluginConfig: [] }]`, 'pluginConfig'],
  [`${head}profiles: [{ percentageOfNodesToScore: 5 }]`, 'percentageOfNodesToScore'],
  [`${head}profiles: [{ plugins: { score: { enabled: [{ name: A, weight: 101 }] } } }]`, 'weight'],
  ['{', '--scheduler-config'],
])('a file that says something else is refused: %s', (text, error) => {
  expect(() => read(text)).toThrow(error);
});

test('a file that isn’t there', () => {
  expect(() => schedulersOf(['/no/such'])).toThrow('--scheduler-config: ENOENT');
});
