import { expect, test } from 'vitest';
import { readFault } from '../shell/commands/fault-words.ts';
import { type FaultFields, faultKinds, faultWords } from './fault-form.ts';

const fields: FaultFields = {
  component: 'etcd-1',
  from: 'apiserver',
  to: '*',
  disk: 'slow',
  byMs: 1500,
  percent: 50,
  forMs: 30_000,
};
const words = (name: string, change: Partial<FaultFields> = {}): string => {
  const kind = faultKinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(name);
  return faultWords(kind, { ...fields, ...change });
};

test('what the form makes is what the command understands', () => {
  expect(faultKinds.map(({ name }) => words(name))).toEqual([
    'crash etcd-1 --down=30s',
    'restart etcd-1',
    'pause etcd-1 --for=30s',
    'partition etcd-1 --for=30s',
    'refuse etcd-1 --chance=0.5 --for=30s',
    'skew etcd-1 --by=1500ms --for=30s',
    'disk etcd-1 slow --by=1500ms --for=30s',
    "delay apiserver '*' --by=1500ms --for=30s",
    "drop apiserver '*' --chance=0.5 --for=30s",
    "duplicate apiserver '*' --chance=0.5 --for=30s",
  ]);
  for (const { name } of faultKinds) {
    const typed = words(name).replaceAll("'", '').split(' ');
    expect(readFault(typed), name).toHaveProperty('fault');
  }
});

test('until it is healed, always, behind: said as the command says it', () => {
  expect(words('crash', { forMs: undefined })).toBe('crash etcd-1 --down=healed');
  expect(words('pause', { forMs: undefined })).toBe('pause etcd-1');
  expect(words('drop', { percent: 100, forMs: undefined })).toBe("drop apiserver '*'");
  expect(words('skew', { byMs: -2000, forMs: undefined })).toBe('skew etcd-1 --by=-2s');
  expect(words('disk', { disk: 'full', forMs: undefined })).toBe('disk etcd-1 full');
});
