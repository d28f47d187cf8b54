import { expect, test } from 'vitest';
import { isReconciled, passedWords } from './install.ts';

const loop = { controller: 'replicaset', entry: 'index.ts' };
const queue = { controller: 'replicaset', entry: 'work-queue.ts', part: 'work-queue' } as const;
const validation = { controller: 'apiserver/validate-config-map', entry: 'validation.ts', part: 'validate-config-map' } as const;

test('calls of `reconcile` are shown only where a controller makes them', () => {
  expect([loop, queue, validation].map(isReconciled)).toEqual([true, true, false]);
  expect(isReconciled({ controller: 'web.yaml', entry: 'web.yaml' })).toBe(false);
});

test('who has passed reads what was passed with', () => {
  const said = [loop, validation, { controller: 'web.yaml', entry: 'web.yaml' }, { controller: 'repair.sh', entry: 'repair.sh' }].map((each) => passedWords(each, 100));
  expect(said).toEqual([
    'Your loop kept its promise in all 100 universes.',
    'Your code kept its promise in all 100 universes.',
    'Your manifests kept their promise in all 100 universes.',
    'Your commands kept their promise in all 100 universes.',
  ]);
});
