import { expect, test } from 'vitest';
import { layoutMap, type MapScene } from './map-layout.ts';
import { layMarks } from './map-marks.ts';
import { groupsOf, type MapMessage, mapLabel, type MapView, mapWords, type WireId } from './map-model.ts';
import { hasQuorum } from './quorum.ts';
import type { MemberView } from './model.ts';
import { cacheWords, delayedWords, keysOf, type LoopQueueView, loopWords, waitingWords } from './queues-model.ts';
import { type DecisionView, schedulingTable } from './scheduling-model.ts';
import { gridSize, stateCountText, squareAt } from './pod-grid.ts';

let last = 0;
const nextId = (): number => {
  last += 1;
  return last;
};
const message = (wire: WireId, kind: MapMessage['kind'], words: string, more: Partial<MapMessage> = {}): MapMessage => ({
  id: nextId(),
  wire,
  who: wire === 'loops' ? 'replicaset' : wire,
  kind,
  words,
  sentMs: 0,
  ...more,
});
const map = (inFlight: readonly MapMessage[], more: Partial<MapView> = {}): MapView => ({
  timeMs: 40_019,
  revision: 318,
  forgotten: false,
  client: { name: 'kubectl' },
  loops: ['deployment', 'replicaset'].map((name) => ({ name })),
  scheduler: { name: 'scheduler', words: 'queue empty' },
  servers: [{ name: 'apiserver' }],
  nodes: ['node-1', 'node-2', 'node-3'].map((name) => ({ name })),
  inFlight,
  passed: [],
  ...more,
});
const member = (name: string, role: MemberView['role'], reachable = true): MemberView => ({ name, role, reachable });
const members = [member('etcd-0', 'leader'), member('etcd-1', 'follower'), member('etcd-2', 'follower')];
const scene = (view: MapView, widthPx: number, of = members): MapScene => ({ map: view, cluster: { nodes: [] }, members: of, widthPx });
const event = 'Pod web-xl6cn MODIFIED';
const watching: readonly WireId[] = ['loops', 'loops', 'scheduler', 'node/node-3'];
const busy = [
  message('node/node-1', 'request', 'PUT lease node-1'),
  ...watching.map((wire) => message(wire, 'event', event, { revision: 318 })),
];

test('messages of one kind on one wire are drawn as one, at most six marks in all; the rest is counted', () => {
  expect(groupsOf(busy).groups.map(({ wire, kind, count }) => `${wire} ${kind} ${count}`)).toEqual([
    'node/node-3 event 1',
    'scheduler event 1',
    'loops event 2',
    'node/node-1 request 1',
  ]);
  const many = Array.from({ length: 9 }, (_, index) => message(`node/node-${index}`, 'request', 'PUT pod a/status'));
  expect(groupsOf(many)).toMatchObject({ groups: { length: 6 }, undrawn: 3 });
});

test('the sentence says how many, where the newest revision goes, and the rule; the label says it all', () => {
  const words = mapWords(map(busy), { quorum: true, quiet: false });
  expect(words.count).toBe('5 in flight.');
  expect(words.what).toMatch(/^r 318 is on its way to every loop that watches Pods\. No loop calls another/);
  expect(mapLabel(map(busy), words)).toMatch(/Only the API server has a line to etcd\. In flight: watch event for kubelet node-3: Pod web-xl6cn MODIFIED, r 318/);
  expect(mapWords(map([]), { quorum: true, quiet: true }).what).toMatch(/^Nothing is left to do/);
  expect(mapWords(map([]), { quorum: false, quiet: true }).what).toMatch(/^etcd has no quorum/);
  expect(mapWords(map([], { forgotten: true }), { quorum: true, quiet: true }).what).toMatch(/fork/);
});

test.each([320, 470, 640, 900])('at %d px every wire ends at the API server, and only that one has one to etcd', (widthPx) => {
  const { door, wires, width, etcd, nodes } = layoutMap(scene(map(busy), widthPx));
  expect(width).toBeLessThanOrEqual(widthPx);
  for (const { to } of wires) {
    const onEdge = to.y === door.y || to.y === door.y + door.height || to.x === door.x + door.width;
    expect(onEdge && to.x >= door.x && to.x <= door.x + door.width).toBe(true);
  }
  expect(wires.filter(({ from }) => from.x >= etcd.x && from.x <= etcd.x + etcd.width && from.y >= etcd.y - 1 && from.y <= etcd.y + etcd.height).map((wire) => wire.id)).toEqual(['etcd']);
  for (const { x, width: box } of nodes) expect(x + box).toBeLessThanOrEqual(width);
});

test('requests travel to the API server, events away from it', () => {
  const layout = layoutMap(scene(map(busy), 640));
  const marks = layMarks(layout, groupsOf(busy).groups);
  const way = (wire: WireId): number => {
    const found = marks.find(({ group }) => group.wire === wire);
    return Math.sign((found?.end.y ?? 0) - (found?.start.y ?? 0));
  };
  expect([way('node/node-1'), way('node/node-3'), way('scheduler')]).toEqual([-1, 1, -1]);
});

test('without a quorum the bar is hollow and its wires are cut; who is down is drawn so', () => {
  const down = [members[0] ?? member('', 'down'), member('etcd-1', 'down', false), member('etcd-2', 'down', false)];
  expect(hasQuorum(members)).toBe(true);
  expect(hasQuorum(down)).toBe(false);
  const layout = layoutMap(scene(map([]), 640, down));
  expect(layout.door).toMatchObject({ hollow: true, words: 'etcd has no quorum' });
  expect(layout.wires.every(({ cut }) => cut)).toBe(true);
  // Above the short wire to etcd, where neither its box nor the server's is.
  const [write] = layMarks(layout, [{ wire: 'etcd', kind: 'write', count: 8, words: 'leases/node-1' }]);
  expect(write?.label).toMatchObject({ x: write?.at.x, anchor: 'middle', lines: ['×8'] });
  expect(write?.label.y).toBeLessThan((write?.at.y ?? 0) - 8);
  const lost = layoutMap(scene(map([], { scheduler: { name: 'scheduler', trouble: 'down' } }), 640));
  expect(lost.wires.filter(({ cut }) => cut).map((wire) => wire.id)).toEqual(['scheduler']);
  expect(lost.scheduler?.words).toBe('down');
});

test('many loops and nodes: what is busy is always drawn, the rest is counted', () => {
  const names = Array.from({ length: 16 }, (_, index) => `loop-${index}`);
  const nodes = Array.from({ length: 12 }, (_, index) => ({ name: `node-${index}` }));
  const view = map([message('loops', 'request', 'POST pod', { who: 'loop-15' }), message('node/node-9', 'request', 'PUT pod a/status')], {
    loops: names.map((name) => ({ name })),
    nodes,
  });
  const layout = layoutMap(scene(view, 640));
  expect(layout.manager.loops).toHaveLength(9);
  expect(layout.manager.loops.find(({ busy: at }) => at)?.part.name).toBe('loop-15');
  expect(layout.manager.words).toBe('9 of its 16 loops');
  expect(layout.nodes.at(-1)?.part.words).toBe('and 9 more');
  expect(layMarks(layout, groupsOf(view.inFlight).groups)).toHaveLength(2);
});

const none = keysOf([]);
const idle: LoopQueueView = { name: 'replicaset', up: true, yours: false, waiting: none, processing: none, delayed: none, expected: none, caches: [] };

test('a queue, a wait and a cache in words', () => {
  expect(loopWords(idle)).toBe('nothing to do');
  expect(loopWords({ ...idle, waiting: keysOf(['a', 'b']), delayed: keysOf([{ key: 'c', atMs: 0, failures: 5 }]) })).toBe('2 wait, 1 comes back later');
  expect(loopWords({ ...idle, up: false })).toMatch(/gone/);
  expect(delayedWords({ key: 'c', atMs: 1160, failures: 5 }, 1000)).toBe('in 0.160 s, after 5 failures');
  expect(cacheWords({ kind: 'Pod', objects: 4, revision: 300, behind: 3, alive: false })).toBe('3 changes behind, no watch open');
  expect(waitingWords({ uid: 'u', key: 'default/a', attempts: 1, sinceMs: 0, readyMs: 3000, rejectedBy: ['NodeResourcesFit'] }, 1000)).toBe(
    'tried once, again in 2.000 s, rejected by NodeResourcesFit',
  );
});

const pod = { uid: 'u', key: 'default/web-xl6cn', waits: false };
const decision: DecisionView = {
  attempt: 1,
  timeMs: 40_018,
  nodes: ['node-3', 'node-1', 'node-2'],
  filters: ['NodeUnschedulable', 'TaintToleration', 'NodeResourcesFit'],
  rejections: { 'node-1': [{ plugin: 'TaintToleration', reasons: ['node(s) had untolerated taint(s)'] }] },
  feasible: ['node-3', 'node-2'],
  scores: [
    { plugin: 'TaintToleration', weight: 3, normalized: [100, 100] },
    { plugin: 'NodeResourcesFit', weight: 1, normalized: [92, 90] },
    { plugin: 'NodeAffinity', weight: 2, normalized: [] },
  ],
  chosen: 'node-3',
};

test('the table has a column a node and a row a plugin: fits, why not, weighted scores, the total', () => {
  const table = schedulingTable(pod, decision);
  expect(table.title).toBe('web-xl6cn, attempt 1 at 40.018 s: 2 of 3 nodes fit');
  expect(table.columns.map(({ node, chosen }) => (chosen ? `${node}*` : node))).toEqual(['node-1', 'node-2', 'node-3*']);
  const cells = (name: string, kind: string) => table.rows.find((row) => row.name === name && row.kind === kind)?.cells.map(({ text }) => text);
  expect(cells('NodeUnschedulable', 'filter')).toEqual(['fits', 'fits', 'fits']);
  expect(cells('TaintToleration', 'filter')).toEqual(['node(s) had untolerated taint(s)', 'fits', 'fits']);
  expect(cells('NodeResourcesFit', 'filter')).toEqual(['–', 'fits', 'fits']);
  expect(cells('TaintToleration', 'score')).toEqual(['–', '300', '300']);
  expect(cells('total', 'total')).toEqual(['–', '390', '392']);
  expect(table.rows.filter(({ kind, differs }) => kind === 'score' && differs).map(({ name }) => name)).toEqual(['NodeResourcesFit']);
  expect(table.note).toBe('node-3 has the highest total.');
});

test('a tie, a single node, none, and what would come of it now end in a sentence each', () => {
  const note = (more: Partial<DecisionView>): string => schedulingTable(pod, { ...decision, ...more }).note;
  expect(note({ scores: [] })).toBe('node-2 and node-3 tie. The seed’s next number picks node-3.');
  expect(note({ feasible: ['node-3'], scores: [] })).toBe('Only node-3 fits, so nothing is scored.');
  expect(note({ feasible: [], message: '0/3 nodes are available: 3 Insufficient cpu.' })).toMatch(/^0\/3/);
  expect(note({ attempt: 0 })).toBe('It would go to node-3.');
});

test('squares lie in rows, a point finds its Pod, and the numbers are written out in words', () => {
  const { columns, rows, heightPx } = gridSize(100, 180);
  expect([columns, rows, heightPx]).toEqual([12, 9, 132]);
  expect(squareAt(16, 16, columns, 100)).toBe(13);
  expect(squareAt(16, 125, columns, 100)).toBe(97);
  expect(squareAt(179, 125, columns, 100)).toBeUndefined();
  const one = { uid: 'u', name: 'a', namespace: 'default', shortName: 'a', label: '', ready: true, restarts: 0, sinceMs: 0 };
  expect(stateCountText([{ ...one, state: 'running' }, { ...one, state: 'running' }, { ...one, state: 'crash-loop' }])).toBe('3 Pods: 1 in a crash loop, 2 Running');
});
