import { expect, test } from 'vitest';
import type { ClusterView, PodView } from '../../viz/model.ts';
import { clusterWords, type LoopWords, roomWords } from './loop-words.ts';
import { drawStripChart } from './strip-chart.ts';

const pod = (uid: string, state: PodView['state'] = 'running'): PodView => ({
  uid,
  name: uid,
  namespace: 'default',
  shortName: uid,
  state,
  label: '',
  ready: state === 'running',
  restarts: 0,
  sinceMs: 0,
});
const view = (wants: number, pods: readonly PodView[], loose: readonly PodView[] = []): ClusterView => ({
  timeMs: 0,
  revision: 1,
  quiet: true,
  running: false,
  speed: 1,
  seed: 1,
  loose,
  nodes: [],
  charts: [],
  events: [],
  ticks: [],
  faults: [],
  sets: [{ kind: 'ReplicaSet', name: 'web', namespace: 'default', uid: 'w', wants, ready: 0, gap: 0, pods }],
});
const said = ({ observe, compare, act }: LoopWords): readonly string[] =>
  [observe, compare, act].map((words) => words.map(({ text }) => text).join(''));

test('a satisfied loop does nothing', () => {
  expect(said(clusterWords(view(2, [pod('a'), pod('b')])))).toEqual(['2 running', '2 wanted, no gap', 'nothing']);
});

test('what the loop did is what has changed since it rested', () => {
  const rested = view(2, [pod('a'), pod('b')]);
  const up = view(4, [pod('a'), pod('b'), pod('c', 'pending'), pod('d', 'starting')]);
  expect(said(clusterWords(up, rested))).toEqual(['2 running, 2 starting', '4 wanted, gap 2', 'create 2 Pods']);
  const down = view(1, [pod('a')], [pod('b', 'terminating')]);
  expect(said(clusterWords(down, rested))).toEqual(['1 running', '1 wanted, no gap', 'delete 1 Pod']);
});

test('a Pod that was killed is replaced, not deleted', () => {
  const rested = view(2, [pod('a'), pod('b')]);
  const killed = view(2, [pod('a')], [pod('b', 'terminating')]);
  expect(said(clusterWords(killed, rested))[2]).toBe('nothing');
  const replaced = view(2, [pod('a'), pod('c', 'pending')], [pod('b', 'terminating')]);
  expect(said(clusterWords(replaced, rested))[2]).toBe('create 1 Pod');
});

test('half a degree is near enough', () => {
  const room = (ready: number) => ({
    ...view(0, []),
    charts: [{ uid: 'r', name: 'room', namespace: 'default', points: [{ t: 0, wants: 20, ready }] }],
  });
  expect(said(roomWords(room(17.2), true))).toEqual(['17.2°', '20°, gap 2.8', 'heat']);
  expect(said(roomWords(room(20.4), false))).toEqual(['20.4°', '20°, near enough', 'nothing']);
  expect(said(roomWords(room(20.4), true))).toEqual(['20.4°', '20°, near enough', 'keep heating']);
});

test('the strip shows the last seconds, in steps, and what lies between', () => {
  const points = [
    { t: 0, wants: 4, ready: 0 },
    { t: 40_000, wants: 4, ready: 4 },
  ];
  const strip = drawStripChart({ uid: 'w', name: 'web', namespace: 'default', points }, 50_000, { low: 0, high: 8, steps: true, seconds: 30 });
  expect(strip.wanted).toBe('M0 43L200 43L200 43L300 43L300 43');
  expect(strip.actual).toBe('M0 76L200 76L200 43L300 43L300 43');
  expect(strip.between).toContain('66.67% 76%');
});

test('nothing to draw is an empty strip', () => {
  expect(drawStripChart(undefined, 0, { low: 0, high: 8, steps: true, seconds: 30 })).toEqual({
    wanted: '',
    actual: '',
    between: 'polygon(evenodd,0 0)',
  });
});
