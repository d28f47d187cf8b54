import { expect, test } from 'vitest';
import { chartedFirst, nameIn, withFirst } from './first.ts';
import type { ChartView, ClusterView } from './model.ts';

const chart = (namespace: string, name: string, askedMs?: number): ChartView => {
  const asked = askedMs === undefined ? undefined : { askedMs };
  return { uid: `${namespace}-${name}`, namespace, name, points: [], ...asked };
};

function viewOf(...charts: readonly ChartView[]): ClusterView {
  const clock = { timeMs: 0, revision: 1, quiet: true, running: false, speed: 1, seed: 1 };
  return { ...clock, charts, sets: [], loose: [], nodes: [], events: [], ticks: [], faults: [] };
}

const names = ({ charts }: ClusterView): readonly string[] => charts.map(nameIn);

test('a name says its namespace where that isn’t default', () => {
  expect(names(viewOf(chart('kitchen', 'room'), chart('default', 'room')))).toEqual(['kitchen/room', 'room']);
});

test('what broke comes first', () => {
  const view = viewOf(chart('kitchen', 'room', 900), chart('default', 'room', 100));
  expect(names(withFirst(view, 'default/room'))).toEqual(['room', 'kitchen/room']);
  expect(chartedFirst(view, 'default/room')?.uid).toBe('default-room');
  // Gone by then: what is there stays.
  expect(names(withFirst(view, 'default/hall'))).toEqual(['kitchen/room', 'room']);
});

test('without a universe, the chart is of what was changed last', () => {
  const view = viewOf(chart('default', 'web', 100), chart('default', 'shop', 900), chart('default', 'other'));
  expect(chartedFirst(view, undefined)?.name).toBe('shop');
  expect(chartedFirst(viewOf(chart('default', 'other')), undefined)?.name).toBe('other');
  expect(chartedFirst(viewOf(), undefined)).toBe(undefined);
});
