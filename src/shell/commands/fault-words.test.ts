import { describe, expect, test } from 'vitest';
import { describeFault, type Fault } from '../../engine/index.ts';
import { readFault } from './fault-words.ts';

describe('what is typed is what goes wrong', () => {
  const table: readonly (readonly [string, Fault, string])[] = [
    ['crash etcd-1', { type: 'crash', component: 'etcd-1', downMs: 5000 }, 'etcd-1 is down for 5s'],
    ['crash etcd-1 --down=healed', { type: 'crash', component: 'etcd-1' }, 'etcd-1 is down until healed'],
    ['restart scheduler', { type: 'restart', component: 'scheduler' }, 'scheduler restarts'],
    ['pause scheduler', { type: 'pause', component: 'scheduler' }, 'scheduler is paused'],
    ['partition etcd-0', { type: 'partition', component: 'etcd-0' }, 'etcd-0 is cut off from everybody'],
    [
      'partition etcd-0 etcd-1 etcd-2',
      { type: 'partition', component: 'etcd-0', from: ['etcd-1', 'etcd-2'] },
      'etcd-0 is cut off from etcd-1, etcd-2',
    ],
    [
      'refuse scheduler --chance=0.5',
      { type: 'refuse', component: 'scheduler', chance: 0.5 },
      'writes of scheduler are refused, 50 % of them',
    ],
    [
      'skew kubelet/node-1 --by=-2m',
      { type: 'skew', component: 'kubelet/node-1', byMs: -120_000 },
      'the clock of kubelet/node-1 is 2m behind',
    ],
    [
      'disk etcd-0 slow --by=800ms',
      { type: 'disk', component: 'etcd-0', disk: { type: 'slow', latencyMs: 800 } },
      'the disk of etcd-0 takes 800ms for each write',
    ],
    ['cloud slow --by=20s', { type: 'cloud', component: 'cloud', cloud: { what: 'slow', byMs: 20_000 } }, 'the cloud takes 20s longer'],
    [
      'cloud refuse --chance=0.5 --verb=create',
      { type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 0.5, verb: 'create' } },
      'every create of the cloud’s API is refused, 50 % of them',
    ],
    ['cloud quota', { type: 'cloud', component: 'cloud', cloud: { what: 'quota' } }, 'the account has used up its quotas in the cloud'],
    ['disk etcd-0 full', { type: 'disk', component: 'etcd-0', disk: { type: 'full' } }, 'the disk of etcd-0 is full'],
    [
      'delay apiserver * --by=800ms --jitter=1s',
      { type: 'link', from: 'apiserver', to: '*', delayMs: 800, jitterMs: 1000 },
      'messages from apiserver to * come 800ms late (and up to 1s more)',
    ],
    [
      'drop etcd-0 etcd-1 --chance=0.25',
      { type: 'link', from: 'etcd-0', to: 'etcd-1', cut: 0.25, drop: 0.25 },
      'messages from etcd-0 to etcd-1 are lost, 25 % of them',
    ],
    [
      'duplicate apiserver *',
      { type: 'link', from: 'apiserver', to: '*', duplicate: 1 },
      'messages from apiserver to * arrive twice',
    ],
  ];
  test.each(table)('%s', (words, fault, said) => {
    expect(readFault(words.split(' '))).toMatchObject({ fault });
    expect(describeFault(fault)).toBe(said);
  });
});

test('what can’t be understood is said', () => {
  const said = (words: string) => readFault(words.split(' ').filter((word) => word !== ''));
  expect(said('')).toBe('say which fault; see "converge fault"');
  expect(said('flood etcd-0')).toMatch(/^unknown fault "flood"; there are crash, restart, pause/);
  expect(said('crash')).toBe('crash needs a component');
  expect(said('crash etcd-0 --by=3s')).toBe('crash has no --by; see "converge fault"');
  expect(said('pause etcd-0 etcd-1')).toBe('pause knows nothing of "etcd-1"; see "converge fault"');
  expect(said('delay a b.yaml c.yaml --by=1s')).toBe('delay knows nothing of "c.yaml"; \'*\', in quotes, is any component');
  expect(said('delay a')).toBe('messages need two components, from and to');
  expect(said('cloud rain')).toBe('say what is wrong with the cloud: refuse, slow or quota');
  expect(said('disk etcd-0 wet')).toBe('say what is wrong with the disk: slow, full, lost or torn');
  expect(said('pause etcd-0 --for=soon')).toBe('--for is a duration such as 30s');
  expect(said('drop a b --chance=7')).toBe('--chance is a number from 0 to 1');
});
