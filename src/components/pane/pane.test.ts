// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { ClusterView, PodView } from '../../viz/model.ts';
import Pane from './Pane.svelte';

const pod = (name: string, more: Partial<PodView> = {}): PodView => ({
  uid: name,
  name,
  namespace: 'default',
  shortName: name.slice(4),
  owner: 'web',
  node: 'node-1',
  state: 'running',
  label: 'Running',
  ready: true,
  restarts: 0,
  sinceMs: 0,
  ...more,
});
const pods = [pod('web-a'), pod('web-b', { state: 'crash-loop', label: 'CrashLoopBackOff, 5 restarts', ready: false })];
const view: ClusterView = {
  timeMs: 40_019,
  revision: 318,
  quiet: false,
  running: false,
  speed: 1,
  seed: 12,
  sets: [{ kind: 'ReplicaSet', name: 'web', namespace: 'default', uid: 'w', wants: 3, ready: 1, gap: 1, pods }],
  loose: [],
  nodes: [
    {
      name: 'node-1',
      ready: true,
      reason: 'KubeletReady',
      sinceMs: 0,
      heartbeatAgoMs: 400,
      cpuAllocatableMilli: 4000,
      cpuRequestedMilli: 300,
      unschedulable: false,
      pods,
    },
  ],
  charts: [],
  events: [],
  ticks: [],
  faults: [],
};
const actions = () => ({ run: vi.fn(), pause: vi.fn(), step: vi.fn(), untilQuiet: vi.fn(), speed: vi.fn() });

afterEach(cleanup);

test('a Pod is a button with its name and its state in words, in a labelled node', () => {
  render(Pane, { view });
  screen.getByRole('region', { name: 'node-1, Ready' });
  expect(screen.getByRole('button', { name: /web-b/ }).textContent).toMatch(/CrashLoopBackOff, 5\srestarts/);
});

test('a wish has as many sockets as are wanted, and says its numbers', () => {
  const { container } = render(Pane, { view });
  expect(container.querySelectorAll('.wish .sock use[href="#socket"]')).toHaveLength(3);
  expect(container.querySelector('.wish p')?.textContent?.replace(/\s+/g, ' ').trim()).toBe(
    'wants 3 · ready 1 · gap 1',
  );
});

test('choosing a Pod tells whose it is', async () => {
  const { container } = render(Pane, { view });
  const button = screen.getByRole('button', { name: /web-a/ });
  await fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(container.querySelector('.picked')?.textContent).toContain('wanted by web');
});

test('Space runs or pauses and "." steps when the pane has the focus, not from a button', async () => {
  const does = actions();
  const { rerender } = render(Pane, { view, actions: does });
  const panel = screen.getByRole('tabpanel', { name: 'Cluster' });
  await fireEvent.keyDown(panel, { key: ' ' });
  await fireEvent.keyDown(panel, { key: '.' });
  await fireEvent.keyDown(screen.getByRole('button', { name: 'Step one event' }), { key: ' ' });
  expect([does.run, does.step, does.pause].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  await rerender({ view: { ...view, running: true } });
  await fireEvent.keyDown(panel, { key: ' ' });
  expect(does.pause).toHaveBeenCalledOnce();
});

test('arrows move between the views', async () => {
  render(Pane, { view });
  await fireEvent.keyDown(screen.getByRole('tab', { name: 'Cluster' }), { key: 'ArrowRight' });
  expect(screen.getByRole('tab', { name: 'Events' }).getAttribute('aria-selected')).toBe('true');
  screen.getByText(/No events/);
});

test('without a session the controls say that they wait', () => {
  render(Pane, { view });
  expect(screen.getByRole('button', { name: 'Run until quiet' }).getAttribute('aria-disabled')).toBe('true');
});

test('a step is announced', async () => {
  const { rerender, container } = render(Pane, { view });
  const performanceNow = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  await rerender({ view: { ...view, timeMs: 41_184, quiet: true } });
  expect(container.querySelector('[role="status"].sr')?.textContent).toBe(
    't = 41.184 s. Quiet: nothing is left to do.',
  );
  performanceNow.mockRestore();
});
