// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { ClusterView, PodView } from '../../viz/model.ts';
import type { TravelActions, TravelView } from './actions.ts';
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
  expect(container.querySelectorAll('.wish .sock use[href="#p-socket"]')).toHaveLength(3);
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

test('a Pod without a node is chosen in its socket, and asked why', async () => {
  const lost = pod('web-c', { node: '', state: 'pending', label: 'Pending', ready: false });
  const { container } = render(Pane, { view: { ...view, sets: view.sets.map((set) => ({ ...set, pods: [...pods, lost] })) }, actions: { ...actions(), why: vi.fn() } });
  const button = screen.getByRole('button', { name: /^c\s?, Pending/ });
  await fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(container.querySelector('.picked')?.textContent).toContain('web-c');
  screen.getByRole('button', { name: 'Why?' });
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
  await screen.findByText(/No events/);
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
    't = 41.184 s. Quiet: nothing is on its way.',
  );
  performanceNow.mockRestore();
});

const ticks = [
  { t: 1_000, revision: 310, kind: 'you' },
  { t: 1_005, revision: 311, kind: 'pod' },
  { t: 2_000, revision: 312, kind: 'lease' },
  { t: 3_000, revision: 313, kind: 'you' },
  { t: 40_019, revision: 318, kind: 'pod' },
] as const;
const lived: ClusterView = { ...view, ticks };
const past: ClusterView = { ...lived, timeMs: 2_000, revision: 312, ticks: ticks.slice(0, 3) };
const main = { id: 'main', name: 'main' };
const fork = { id: 'fork-1', name: 'fork 1', from: { name: 'main', t: 2_000, revision: 312 } };
const alone: TravelView = { branches: [main], current: 'main', busy: false };
const keys = [
  { key: '/registry/pods/default/web-a', createRevision: 311, modRevision: 318, version: 3, size: 1_200 },
  { key: '/registry/minions/node-1', createRevision: 9, modRevision: 300, version: 8, size: 900 },
];
function travelActions() {
  const travel = {
    look: vi.fn(),
    fork: vi.fn(),
    ask: vi.fn(),
    answer: vi.fn(),
    enter: vi.fn(),
    drop: vi.fn(),
    compare: vi.fn(),
    keys: vi.fn<TravelActions['keys']>(async ({ prefix }) => {
      const found = keys.filter(({ key }) => key.startsWith(prefix));
      return { revision: 318, compactRevision: 1, prefix, total: found.length, keys: found };
    }),
    keyHistory: vi.fn<TravelActions['keyHistory']>(async (key) => ({
      key,
      changes: [
        {
          t: 3_000,
          revision: 313,
          version: 2,
          change: 'changed',
          fields: [{ path: 'spec.nodeName', from: '', to: 'node-1' }],
        },
      ],
      omitted: 0,
    })),
  };
  return { travel, actions: { ...actions(), travel } };
}

test('the scrubber is a slider that says its revision and time; the end is now', async () => {
  const { travel, actions: does } = travelActions();
  render(Pane, { view: lived, actions: does, travel: alone });
  const slider = screen.getByRole('slider', { name: 'Revision' });
  expect([slider.getAttribute('aria-valuetext'), slider.getAttribute('max')]).toEqual([
    'revision 318, t = 40.019 s',
    '4',
  ]);
  await fireEvent.input(slider, { target: { value: '2' } });
  await fireEvent.input(slider, { target: { value: '4' } });
  await fireEvent.keyDown(slider, { key: 'PageDown' });
  expect(travel.look.mock.calls).toEqual([[ticks[2]], [undefined], [ticks[3]]]);
});

test('without a session to look back on the scrubber is a picture', () => {
  render(Pane, { view: lived });
  screen.getByRole('img', { name: /^Revisions 310 to 318: 2 yours/ });
  expect(screen.queryByRole('slider')).toBeNull();
});

test('looked back on, the chart of what has been deleted since ends at that moment; another one goes on', () => {
  const { actions: does } = travelActions();
  const chart = { uid: 'w', name: 'web', namespace: 'default', points: [{ t: 0, wants: 3, ready: 3 }] };
  /** How far the actual state is drawn, and where the moment lies. */
  const ends = (now: ClusterView) => {
    const { container } = render(Pane, { view: now, actions: does, travel: { ...alone, past: { ...past, charts: [{ ...chart }] } } });
    const [line, moment] = ['.isl', '.nowl'].map((name) => container.querySelector(`.chart ${name}`)?.getAttribute('d') ?? '');
    cleanup();
    return { drawn: Number(/([\d.]+) [\d.]+$/.exec(line ?? '')?.[1]), moment: Number(/^M([\d.]+)/.exec(moment ?? '')?.[1]) };
  };
  const gone = ends({ ...lived, charts: [] });
  expect(gone.drawn).toBeCloseTo(gone.moment, 1);
  const there = ends({ ...lived, charts: [chart] });
  expect(there.drawn).toBeGreaterThan(there.moment + 300);
});

test('a moment of the past is said in words, and the controls go through it', async () => {
  const { travel, actions: does } = travelActions();
  const { container } = render(Pane, { view: lived, actions: does, travel: { ...alone, past } });
  await screen.findByRole('group', { name: 'The past' });
  expect(container.querySelector('.past')?.textContent).toContain(
    'You see revision 312, t = 2.000 s. Now is revision 318',
  );
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('revision 312, t = 2.000 s');
  const panel = screen.getByRole('tabpanel', { name: 'Cluster' });
  await fireEvent.keyDown(panel, { key: ',' });
  await fireEvent.keyDown(panel, { key: '.' });
  await fireEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(travel.look.mock.calls).toEqual([[ticks[1]], [ticks[3]], [undefined]]);
  await fireEvent.click(screen.getByRole('button', { name: /^Fork/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Go back for good' }));
  expect([does.step, travel.fork, travel.ask].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
});

test('going back for good is asked, and says what is dropped', async () => {
  const { travel, actions: does } = travelActions();
  const asking = { t: 1_500, words: '`sleep 5` was under way then.', dropped: 2 };
  render(Pane, { view: lived, actions: does, travel: { ...alone, past, asking } });
  const question = await screen.findByRole('group', { name: 'Go back for good' });
  expect(question.textContent).toMatch(
    /back to t = 1\.500 s\? The last 2 things you did .* are dropped.*`sleep 5` was under way/,
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Leave it' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Go back' }));
  expect(travel.answer.mock.calls).toEqual([[false], [true]]);
});

test('a running clock is paused by looking back', async () => {
  const { actions: does, travel } = travelActions();
  render(Pane, { view: { ...lived, running: true }, actions: does, travel: alone });
  await fireEvent.click(screen.getByRole('button', { name: 'Step back' }));
  expect([does.pause.mock.calls.length, travel.look.mock.calls]).toEqual([1, [[ticks[3]]]]);
});

test('forks have a view of their own once there is one, where two are compared', async () => {
  const { actions: does, travel } = travelActions();
  const differences = [
    { kind: 'Pod', name: 'web-c', namespace: 'default', where: 'only-b', fields: [] },
    {
      kind: 'ReplicaSet',
      name: 'web',
      namespace: 'default',
      where: 'changed',
      fields: [{ path: 'spec.replicas', from: '3', to: '4' }],
    },
  ] as const;
  const forked: TravelView = { branches: [main, fork], current: 'fork-1', busy: false };
  const { rerender } = render(Pane, { view: lived, actions: does, travel: alone });
  expect(screen.queryByRole('tab', { name: 'Forks' })).toBeNull();
  await rerender({
    travel: { ...forked, comparison: { a: main, b: fork, view: { differences, same: 9, omitted: 0 } } },
  });
  await fireEvent.click(screen.getByRole('tab', { name: 'Forks' }));
  await screen.findByText(/left main at revision 312, t = 2\.000 s/);
  await fireEvent.click(screen.getByRole('button', { name: 'Compare main with fork 1' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Go to main' }));
  expect([travel.compare.mock.calls, travel.enter.mock.calls]).toEqual([[['main']], [['main']]]);
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map((each) => each.textContent?.trim()).join(' | '));
  expect(rows).toEqual([
    'object or field | main | fork 1',
    'Pod/web-c | — | only here',
    'ReplicaSet/web | in both',
    'spec.replicas | 3 | 4',
  ]);
});

test('etcd’s keys are listed at the moment that is shown; a chosen one tells its revisions', async () => {
  const { actions: does, travel } = travelActions();
  const { rerender } = render(Pane, { view: lived, actions: does, travel: alone, tab: 'etcd' });
  await fireEvent.click(await screen.findByRole('button', { name: 'pods/default/web-a' }));
  await screen.findByText('spec.nodeName');
  await fireEvent.click(screen.getByRole('button', { name: 'revision 313' }));
  expect(travel.look).toHaveBeenLastCalledWith({ t: 3_000, revision: 313 });
  await rerender({ travel: { ...alone, past } });
  await vi.waitFor(() =>
    expect(travel.keys).toHaveBeenLastCalledWith({
      at: { t: 2_000, revision: 312 },
      prefix: '/registry/',
      order: 'newest',
    }), { timeout: 20_000 });
  await fireEvent.input(screen.getByRole('textbox', { name: 'Keys that begin with' }), {
    target: { value: '/registry/minions/' },
  });
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'pods/default/web-a' })).toBeNull(), { timeout: 20_000 });
  screen.getByRole('button', { name: 'minions/node-1' });
});

test('members say who leads and how far the others are', async () => {
  const members = [
    { name: 'etcd-0', role: 'leader', term: 2, commitIndex: 40, appliedIndex: 40, reachable: true },
    { name: 'etcd-1', role: 'follower', term: 2, commitIndex: 39, appliedIndex: 39, reachable: true },
    { name: 'etcd-2', role: 'down', reachable: false },
  ] as const;
  const { container } = render(Pane, {
    view: { ...lived, etcd: { members } },
    actions: travelActions().actions,
    tab: 'etcd',
  });
  await screen.findByRole('heading', { name: 'Three members, revision 318' });
  expect([...container.querySelectorAll('.members small')].map(({ textContent }) => textContent)).toEqual([
    'leader, term 2',
    'follows, 1 entry behind',
    'is down',
  ]);
  expect(screen.queryByText('No quorum.')).toBeNull();
  // What is stored is why one comes here: it stands above the members' logs.
  const [keys, logs] = [await screen.findByRole('region', { name: 'Keys' }), screen.getByRole('region', { name: 'Members' })];
  expect(keys.compareDocumentPosition(logs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('etcd’s keys are asked for when there is another revision, not whenever time has passed', async () => {
  const { actions: does, travel } = travelActions();
  const { rerender } = render(Pane, { view: lived, actions: does, travel: alone, tab: 'etcd' });
  await screen.findByRole('button', { name: 'pods/default/web-a' });
  for (let passed = 1; passed < 10; passed += 1) await rerender({ view: { ...lived, timeMs: lived.timeMs + passed } });
  expect(travel.keys).toHaveBeenCalledTimes(1);
  await rerender({ view: { ...lived, revision: lived.revision + 1 } });
  await vi.waitFor(() => expect(travel.keys).toHaveBeenCalledTimes(2), { timeout: 20_000 });
});

test('2,000 Pods are never drawn one by one, also when their view is opened again', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => pod(`web-${index}`));
  const nodes = view.nodes.map((node) => ({ ...node, pods: many }));
  const sets = view.sets.map((set) => ({ ...set, wants: 2_000, pods: many }));
  const { container } = render(Pane, { view: { ...view, nodes, sets } });
  await screen.findByText('2000 Pods: 2000 Running.');
  await fireEvent.click(screen.getByRole('tab', { name: 'Events' }));
  await fireEvent.click(screen.getByRole('tab', { name: 'Cluster' }));
  screen.getByText('2000 Pods: 2000 Running.');
  expect(container.querySelectorAll('.tile')).toHaveLength(0);
  expect(container.querySelectorAll('#v-cluster *').length).toBeLessThan(200);
});

test('an event that comes leaves the rows of the others as they are', async () => {
  const event = (revision: number) => ({ t: 7, type: 'Normal', reason: 'Started', object: 'pod/web-a', message: `m${revision}`, count: 1, revision });
  const events = [event(1), event(2), event(2)];
  const { rerender } = render(Pane, { view: { ...view, events }, tab: 'events' });
  const row = (await screen.findByText(/^m1/)).closest('tr');
  await rerender({ view: { ...view, events: [...events.slice(0, 3), event(3)], eventsInAll: 8_000 } });
  await screen.findByText(/^m3/);
  expect(screen.getByText(/^m1/).closest('tr')).toBe(row);
  screen.getByText(/^8000 events; the newest 4 are listed/);
});

test('etcd without a quorum says how many it lacks, and what that means', async () => {
  const members = [
    { name: 'etcd-0', role: 'down', reachable: false },
    { name: 'etcd-1', role: 'down', reachable: false },
    { name: 'etcd-2', role: 'follower', term: 2, reachable: false },
  ] as const;
  const { container } = render(Pane, { view: { ...lived, etcd: { members } }, actions: travelActions().actions, tab: 'etcd' });
  await screen.findByText('No quorum.');
  expect(container.querySelector('.no-quorum')?.textContent).toContain('1 of 3 is up, and 2 are needed: writes wait');
  screen.getByText('hears no leader');
  // Whichever view is open, the head says it.
  screen.getByText('etcd has no leader: writes wait.');
});

test('a notice about an edit that hung leads to the edit', async () => {
  const culprit = vi.fn();
  render(Pane, { view, notice: 'Your edit of line 11 ran without end.', actions: { ...actions(), culprit } });
  await fireEvent.click(screen.getByRole('button', { name: 'Show the edit' }));
  expect(culprit).toHaveBeenCalled();
});

test('a Pod that is bound and not heard of yet is on its way; a node that doesn’t answer keeps its name in one piece', async () => {
  const there = [
    pod('web-a', { state: 'unknown', label: 'Unknown, node-2 doesn’t answer', ready: false }),
    pod('web-b', { state: 'pending', label: 'Pending, on its way', ready: false }),
    pod('web-c', { state: 'crash-loop', label: 'CrashLoopBackOff, 5 restarts', ready: false }),
  ];
  const nodes = view.nodes.map((node) => ({ ...node, pods: there }));
  const { container } = render(Pane, { view: { ...view, sets: [], loose: there, nodes } });
  expect([...container.querySelectorAll('.tile small')].map(({ textContent }) => textContent)).toEqual([
    'Unknown, node-2 doesn’t answer',
    'Pending, on its way',
    'CrashLoopBackOff, 5\u00a0restarts',
  ]);
  expect(container.querySelector('.tile.mid use')?.getAttribute('href')).toBe('#p-ghost');
});

test('a static Pod comes from a file of its node: it isn’t one too many', () => {
  const there = [pod('page-node-1', { owner: 'node-1', node: 'node-1' }), pod('web-d', { owner: 'web', node: 'node-1' })];
  const { container } = render(Pane, { view: { ...view, sets: [], loose: there } });
  const words = (): string | undefined => container.querySelector('.wish.nobody p')?.textContent.trim();
  expect(words()).toBe('from a file of the node · too many');
});

test('the numbers in the sheet’s bar stay with their words', () => {
  render(Pane, { view });
  expect(screen.getByRole('button', { name: /the panel$/ }).querySelector('b')?.textContent).toBe('web: wants\u00a03, ready\u00a01');
});

test('Escape shuts the sheet, and its bar has the focus again', async () => {
  render(Pane, { view });
  const bar = screen.getByRole('button', { name: /the panel$/ });
  await fireEvent.click(bar);
  expect(bar.getAttribute('aria-expanded')).toBe('true');
  const tab = screen.getByRole('tab', { name: 'Events' });
  tab.focus();
  await fireEvent.keyDown(tab, { key: 'Escape' });
  expect(bar.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(bar);
});

test('the newest event is read first', async () => {
  const event = { type: 'Normal', object: 'node/node-1', message: '', count: 1 };
  const events = [
    { ...event, t: -900, reason: 'Starting' },
    { ...event, t: 40_000, reason: 'FailedCreate' },
  ];
  render(Pane, { view: { ...view, events }, tab: 'events' });
  await screen.findByRole('table');
  expect(screen.getAllByRole('row').map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual([
    undefined,
    'FailedCreate',
    'Starting',
  ]);
});

test('a chosen Pod is described where it is drawn; Escape closes it, and the focus is where it was', async () => {
  const inspect = vi.fn(async () => ({ text: 'Name:  web-b\n' }));
  render(Pane, { view, actions: actions(), inspect });
  await fireEvent.click(screen.getByRole('button', { name: /web-b/ }));
  const button = screen.getByRole('button', { name: 'Describe' });
  await fireEvent.click(button);
  const text = await screen.findByRole('region', { name: 'Description of web-b' });
  await vi.waitFor(() => expect(text.textContent).toContain('Name:  web-b'), { timeout: 20_000 });
  expect(inspect).toHaveBeenCalledWith('description', { pod: 'web-b' });
  expect(document.activeElement).toBe(text);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await fireEvent.keyDown(text, { key: 'Escape' });
  expect(screen.queryByRole('region', { name: 'Description of web-b' })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a question opens its tab once; whatever else changes, the tab is the reader’s', async () => {
  const asked = { tab: 'events' } as const;
  const { rerender } = render(Pane, { view, asked });
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
  expect(chosen()).toBe('Events');
  await fireEvent.click(screen.getByRole('tab', { name: 'Cluster' }));
  await rerender({ view: { ...view, revision: 319 }, asked });
  expect(chosen()).toBe('Cluster');
  await rerender({ asked: { ...asked } });
  expect(chosen()).toBe('Events');
});
