import { expect, test } from 'vitest';
import { builtInSources } from '../../../scripts/builtin-sources.ts';
import { ownerOf } from '../editor/built-in.ts';
import { builtInsOf } from '../editor/built-ins-of.ts';
import { filesOf } from './workspace-files.ts';

test('a program runs with its folder, with files of the learner, and with what these import of other controllers', () => {
  const files = {
    'controllers/daemonset/index.ts': "import { historyOf } from './history.ts';",
    'controllers/daemonset/history.ts': "import { byRevision } from '../shared/revisions.ts';",
    'controllers/shared/revisions.ts': "import { hash } from './hash.ts';\nimport { Pod } from 'converge/sdk';",
    'controllers/shared/hash.ts': '',
    'controllers/shared/other.ts': '',
    'controllers/replicaset/index.ts': '',
    'notes.ts': '',
  };
  expect(Object.keys(filesOf('controllers/daemonset/index.ts', files)).sort()).toEqual([
    'controllers/daemonset/history.ts',
    'controllers/daemonset/index.ts',
    'controllers/shared/hash.ts',
    'controllers/shared/revisions.ts',
    'notes.ts',
  ]);
});

test('the editor opens a controller with what it shares', () => {
  const all = new Map(builtInSources().map(({ name, files }) => [name, Object.keys(files)]));
  expect(all.get('daemonset')?.[0]).toBe('controllers/daemonset/index.ts');
  expect(all.get('daemonset')).toContain('controllers/shared/revisions.ts');
  expect(all.get('replicationcontroller')).toContain('controllers/replicaset/reconcile.ts');
  expect(all.get('replicaset')?.every((path) => path.startsWith('controllers/replicaset/'))).toBe(true);
});

test('a file belongs to what runs in the cluster', () => {
  const bare = builtInsOf(builtInSources(), undefined);
  const inCloud = builtInsOf(builtInSources(), { cloud: true });
  for (const all of [bare, inCloud]) {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(ownerOf('controllers/replicaset/plan.ts', all)?.entry).toBe('controllers/replicaset/index.ts');
    expect(ownerOf('controllers/service/ensure.ts', all)?.name).toBe('service');
    expect(ownerOf('controllers/shared/revisions.ts', all)).toBeUndefined();
  }
  expect(ownerOf('controllers/attachdetach/plan.ts', bare)?.entry).toBe('controllers/attachdetach/index.ts');
  expect(ownerOf('controllers/attachdetach/plan.ts', inCloud)?.entry).toBe('controllers/cloud-attachdetach/index.ts');
});
