import { expect, test } from 'vitest';
import { podLifetimesOf } from './pod-lifetimes.ts';
import type { EventView } from './model.ts';

const event = (t: number, reason: string, object: string, message: string): EventView => ({
  t,
  type: 'Normal',
  reason,
  object,
  message,
  count: 1,
});
const created = (t: number, name: string): EventView =>
  event(t, 'SuccessfulCreate', 'replicaset/web', `Created pod: ${name}`);
const events = [
  created(11, 'web-a'),
  created(16, 'web-b'),
  created(16, 'web-c'),
  event(20_020, 'Killing', 'pod/web-b', 'Stopping container nginx'),
  created(20_307, 'web-d'),
  created(50_000, 'web-later'),
];
const text = 'pod "web-b" deleted\nNAME    READY\nweb-a   1/1\nweb-b   1/1\nweb-d   1/1\nweb-c   1/1\n';

test('those that stay, the one that leaves, the one that came for it', () => {
  const lives = podLifetimesOf(text, events, { fromMs: 20_000, toMs: 30_000 });
  expect(lives?.rows.map(({ shortName, leavingMs }) => [shortName, leavingMs])).toEqual([
    ['a', undefined],
    ['c', undefined],
    ['b', 20_020],
    ['d', undefined],
  ]);
  expect(lives).toMatchObject({ fromMs: 15_000, cutMs: 30_000, toMs: 40_000 });
});

test('a cell that lists no Pods has no lives', () => {
  expect(podLifetimesOf('replicaset.apps/web created\n', events, { fromMs: 0, toMs: 0 })).toBeUndefined();
});
