// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import type { ChartView } from '../../../viz/model.ts';
import RoomView from './RoomView.svelte';

const room: ChartView = {
  uid: 'r',
  name: 'room',
  namespace: 'default',
  measured: true,
  says: { wanted: '21', actual: '18.4', heater: 'on', window: 'open' },
  points: [],
};

test('a room says what is wanted, what is, and how its heater and window are', () => {
  render(RoomView, { room });
  const text = screen.getByRole('region', { name: 'The room' }).textContent?.replaceAll(/\s+/g, ' ');
  expect(text).toContain('wanted 21');
  expect(text).toContain('actual 18.4');
  expect(text).toContain('2.6 too cold');
  expect(text).toContain('window open');
  expect(text).toContain('heater on');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the dial and the window are written to the room; the heater is nobody’s but the loop’s', async () => {
  const written: unknown[] = [];
  render(RoomView, { room, onwrite: (_: ChartView, data: Readonly<Record<string, string>>) => written.push(data) });
  await fireEvent.click(screen.getByRole('button', { name: 'Shut it' }));
  await fireEvent.click(screen.getByRole('button', { name: '+1, want one degree more' }));
  expect(written).toEqual([{ window: 'shut' }, { wanted: '22' }]);
  expect(screen.getAllByRole('button')).toHaveLength(3);
});
