/** Where everything of the map stands, in pixels: wide, with the nodes below the API server, or upright for a narrow pane. */
import { type MapPart, type MapView, troubleWords, type WireId } from './map-model.ts';
import type { ClusterView, MemberView, NodeView } from './model.ts';
import { hasQuorum } from './quorum.ts';
import { tr, trCount } from './words.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LaidPart extends Rect {
  readonly part: MapPart;
  readonly title: string;
  readonly words: string;
  readonly tone: 'plain' | 'gap' | 'fault';
}

/** From its owner to the API server. */
export interface Wire {
  readonly id: WireId;
  readonly from: Point;
  readonly to: Point;
  /** Nothing passes. */
  readonly cut: boolean;
  /** Which side of it a label has room on, and for how many pixels. */
  readonly label: { readonly side: 'left' | 'right'; readonly roomPx: number };
  /** The part of it that marks stand on, from 0 at its owner to 1 at the server: so that no label lies on another. */
  readonly span: readonly [number, number];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LaidLoop extends Point {
  readonly part: MapPart;
  /** With what is wrong with it, cut to its room. */
  readonly title: string;
  readonly busy: boolean;
}

export interface LaidMember extends Rect {
  readonly member: MemberView;
}

export interface MapLayout {
  readonly shape: 'wide' | 'tall';
  readonly width: number;
  readonly height: number;
  readonly client: LaidPart;
  readonly scheduler: LaidPart | undefined;
  readonly manager: Rect & { readonly words: string; readonly loops: readonly LaidLoop[] };
  readonly door: Rect & { readonly title: string; readonly words: string; readonly hollow: boolean };
  readonly etcd: Rect & { readonly members: readonly LaidMember[] };
  readonly nodes: readonly LaidPart[];
  /** Where the sentence about etcd stands. */
  readonly note: Point & { readonly anchor: 'start' | 'end' };
  readonly wires: readonly Wire[];
}

export interface MapScene {
  readonly map: MapView;
  readonly cluster: Pick<ClusterView, 'nodes'>;
  readonly members: readonly MemberView[];
  readonly widthPx: number;
}

/** Narrower than this, it is drawn upright. */
const wideFromPx = 540;

export function layoutMap(scene: MapScene): MapLayout {
  const width = Math.round(scene.widthPx);
  return width >= wideFromPx ? wide(scene, Math.min(width, 900)) : tall(scene, Math.max(width, 290));
}

function wide(scene: MapScene, width: number): MapLayout {
  const tallness = 39 + Math.min(3, Math.max(1, scene.members.length)) * 42;
  const etcd = { x: width - 81.5, y: 200.5 - Math.round(tallness / 2), width: 80, height: tallness };
  const door = { x: 4, y: 178, width: etcd.x - 34, height: 46 };
  const right = door.x + door.width;
  const schedulerAt = { x: right - 88.5, y: 34.5, width: 88, height: 51 };
  const client = { x: 4.5, y: 34.5, width: 85, height: 51 };
  const manager = { x: 100.5, y: 4.5, width: schedulerAt.x - 12 - 100.5, height: 111 };
  const boxes = spread(nodesDrawn(scene.map.nodes, 4, (count) => tr('and {count} more', { count })), door.x + 0.5, right - 0.5, 304.5, 65, 20);
  const pitch = boxes.length > 0 ? (door.width + 20) / boxes.length : door.width;
  return {
    ...common(scene, 'wide', boxes),
    width,
    height: boxes.length > 0 ? 376 : Math.max(236, etcd.y + etcd.height + 64),
    client: laidClient(scene, client),
    scheduler: scene.map.scheduler && laidScheduler(scene.map.scheduler, schedulerAt),
    manager: { ...manager, ...loopsIn(scene, manager, 3, 3, 46) },
    door: { ...door, ...serverCaption(scene, tr('who are you · may you · admit · default · validate · store'), width >= 600) },
    etcd: { ...etcd, members: membersIn(scene.members, { ...etcd, y: etcd.y + 36, x: etcd.x + 8, width: 64 }, 33, 9) },
    note: { x: width - 2, y: etcd.y + etcd.height + 26, anchor: 'end' },
    wires: wiresOf(scene, [
      { id: 'client', from: { x: 47, y: 86 }, to: { x: 47, y: 178 }, side: 'right', roomPx: 0 },
      { id: 'loops', from: { x: 117, y: 116 }, to: { x: 117, y: 178 }, side: 'right', roomPx: (schedulerAt.x - 112) / 2 },
      ...(scene.map.scheduler
        ? [{ id: 'scheduler' as const, from: { x: schedulerAt.x + 45, y: 86 }, to: { x: schedulerAt.x + 45, y: 178 }, side: 'left' as const, roomPx: (schedulerAt.x - 112) / 2, span: [0.36, 1] as const }]
        : []),
      { id: 'etcd', from: { x: etcd.x, y: 201 }, to: { x: right, y: 201 }, side: 'right', roomPx: 0 },
      ...boxes.map(({ part, x, width: box }, index) => {
        const at = x + box / 2;
        const last = index === boxes.length - 1 && index > 0;
        return { id: wireId(part), from: { x: at, y: 304 }, to: { x: at, y: 224 }, side: last ? ('left' as const) : ('right' as const), roomPx: pitch - 24, span: last ? ([0, 0.6] as const) : ([0.3, 1] as const) };
      }),
    ]),
  };
}

function tall(scene: MapScene, width: number): MapLayout {
  const loops = { x: 4.5, y: 8.5, width: width - 115, height: 165 };
  const client = { x: width - 98.5, y: 8.5, width: 93, height: 45 };
  const schedulerAt = { x: width - 98.5, y: 128.5, width: 79, height: 45 };
  const door = { x: 4, y: 212, width: width - 8, height: 44 };
  const etcd = { x: 4.5, y: 298.5, width: 118, height: 38 + Math.max(1, scene.members.length) * 31 };
  const boxes = spread(nodesDrawn(scene.map.nodes, 3, (count) => tr('{count} more', { count })), 130.5, width - 4.5, 322.5, 63, 8);
  const note = { x: 130, y: 412, anchor: 'start' as const };
  return {
    ...common(scene, 'tall', boxes),
    width,
    height: Math.max(446, etcd.y + etcd.height + 8),
    client: laidClient(scene, client),
    scheduler: scene.map.scheduler && laidScheduler(scene.map.scheduler, schedulerAt),
    manager: { ...loops, ...loopsIn(scene, loops, 2, 5, 54), words: '' },
    door: { ...door, ...serverCaption(scene, tr('who · may · admit · check · store'), true) },
    etcd: { ...etcd, members: membersIn(scene.members, { ...etcd, y: etcd.y + 30, x: etcd.x + 7, width: 104 }, 24, 7) },
    note,
    wires: wiresOf(scene, [
      { id: 'client', from: { x: width - 13, y: 54 }, to: { x: width - 13, y: 212 }, side: 'left', roomPx: 0 },
      { id: 'loops', from: { x: 24, y: 174 }, to: { x: 24, y: 212 }, side: 'right', roomPx: width - 150 },
      ...(scene.map.scheduler
        ? [{ id: 'scheduler' as const, from: { x: width - 59, y: 174 }, to: { x: width - 59, y: 212 }, side: 'left' as const, roomPx: 0 }]
        : []),
      { id: 'etcd', from: { x: 63, y: 298 }, to: { x: 63, y: 256 }, side: 'right', roomPx: 0 },
      ...boxes.map(({ part, x, width: box }) => ({
        id: wireId(part),
        from: { x: x + box / 2, y: 322 },
        to: { x: x + box / 2, y: 256 },
        side: 'right' as const,
        roomPx: 0,
      })),
    ]),
  };
}

function common({ cluster }: MapScene, shape: MapLayout['shape'], boxes: readonly (Rect & { readonly part: MapPart })[]) {
  const nodes = boxes.map(({ part, ...rect }): LaidPart => {
    const node = cluster.nodes.find(({ name }) => name === part.name);
    const { words, tone } = node === undefined ? { words: part.words ?? '', tone: 'plain' as const } : nodeWords(node, shape);
    return { ...rect, part, title: part.name, ...(part.trouble ? { words: troubleWords(part.trouble), tone: 'fault' as const } : { words, tone }) };
  });
  return { shape, nodes };
}

/** All of them, or as many as have room, and how many there are beyond. */
function nodesDrawn(nodes: readonly MapPart[], most: number, restWords: (count: number) => string): readonly MapPart[] {
  if (nodes.length <= most) return nodes;
  const rest = nodes.length - most + 1;
  return [...nodes.slice(0, most - 1), { name: restName, words: restWords(rest) }];
}

/** The box that stands for those that aren't drawn. */
export const restName = '…';
const wireId = ({ name }: MapPart): WireId => `node/${name}`;

function spread(parts: readonly MapPart[], left: number, right: number, y: number, height: number, gap: number) {
  const width = Math.min(190, (right - left - gap * (parts.length - 1)) / Math.max(1, parts.length));
  const pitch = parts.length < 2 ? 0 : (right - left - width) / (parts.length - 1);
  return parts.map((part, index) => ({ part, x: left + index * pitch, y, width, height }));
}

function laidClient({ map }: MapScene, rect: Rect): LaidPart {
  const busy = map.inFlight.some(({ wire }) => wire === 'client');
  return { ...rect, part: map.client, title: 'kubectl', words: tr(busy ? 'waits for it' : 'idle'), tone: 'plain' };
}

function laidScheduler(part: MapPart, rect: Rect): LaidPart {
  const words = part.trouble ?? part.words ?? '';
  return { ...rect, part, title: 'Scheduler', words: part.trouble ? troubleWords(part.trouble) : tr(words), tone: part.trouble ? 'fault' : /wait/.test(words) ? 'gap' : 'plain' };
}

function serverCaption({ map, members }: MapScene, steps: string, room: boolean) {
  const down = map.servers.filter(({ trouble }) => trouble === 'down');
  const many = map.servers.length > 1;
  const hollow = !hasQuorum(members) || (down.length > 0 && down.length === map.servers.length);
  const wrong = map.servers.filter(({ trouble }) => trouble !== undefined);
  const words =
    wrong.length > 0
      ? wrong.map(({ name, trouble = 'down' }) => (many ? `${name} ${troubleWords(trouble)}` : troubleWords(trouble))).join(', ')
      : !hasQuorum(members)
        ? tr('etcd has no quorum')
        : room
          ? steps
          : '';
  return { title: many ? tr('{count} API servers', { count: map.servers.length }) : tr('API server'), words, hollow };
}

function membersIn(members: readonly MemberView[], within: Rect, height: number, gap: number): readonly LaidMember[] {
  // Five share the room of three.
  const tight = members.length > 3 && height > 30;
  const each = tight ? 20 : height;
  return members.map((member, index) => ({ member, x: within.x, y: within.y + index * (each + (tight ? 5 : gap)), width: within.width, height: each }));
}

/** Those best known come first; a loop that has something on its way is always among those drawn. */
const known = ['replicaset', 'deployment', 'garbage-collector', 'namespace', 'pod-gc', 'node-lifecycle', 'endpointslice', 'disruption', 'serviceaccount'];

function loopsIn({ map }: MapScene, box: Rect, columns: number, rows: number, top: number) {
  const busy = new Set(map.inFlight.filter(({ wire }) => wire === 'loops').map(({ who }) => who));
  const fame = ({ name }: MapPart): number => (known.includes(name) ? known.indexOf(name) : known.length);
  const famous = [...map.loops].sort((a, b) => fame(a) - fame(b));
  const room = columns * rows;
  const must = famous
    .filter(({ name, trouble, yours }) => busy.has(name) || trouble !== undefined || yours === true)
    .slice(0, room);
  const others = famous.filter((part) => !must.includes(part)).slice(0, Math.max(0, Math.min(room, known.length) - must.length));
  const drawn = famous.filter((part) => must.includes(part) || others.includes(part));
  const title = ({ name, trouble, yours }: MapPart): string => `${name}${trouble ? `, ${troubleWords(trouble)}` : yours ? `, ${tr('yours')}` : ''}`;
  const widths = columnWidths(drawn.map(title), columns, box.width - 7);
  const loops = drawn.map((part, index): LaidLoop => {
    const column = index % columns;
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const shownTitle = clipped(title(part), Math.floor(((widths[column] ?? 0) - besidePx) / loopLetterPx));
    return {
      part,
      title: shownTitle,
      busy: busy.has(part.name),
      x: box.x + 15 + left,
      y: box.y - 4.5 + top + Math.floor(index / columns) * 25,
    };
  });
  const all = map.loops.length;
  return { loops, words: all > drawn.length ? tr('{part} of its {whole} loops', { part: drawn.length, whole: all }) : trCount(all, { one: '{count} loop', other: '{count} loops' }) };
}

/** A letter of a loop's name; its sign before it, and room before the next one's. */
const loopLetterPx = 5.45;
const besidePx = 20;

/** As wide as the longest name in each; what is left over is shared, what is missing too. */
function columnWidths(titles: readonly string[], columns: number, roomPx: number): readonly number[] {
  const needed = Array.from({ length: columns }, (_, column) =>
    Math.max(82, ...titles.filter((_title, index) => index % columns === column).map(({ length }) => length * loopLetterPx + besidePx)),
  );
  const spare = (roomPx - needed.reduce((sum, width) => sum + width, 0)) / columns;
  return needed.map((width) => width + spare);
}

interface Planned {
  readonly id: WireId;
  readonly from: Point;
  readonly to: Point;
  readonly side: 'left' | 'right';
  readonly roomPx: number;
  readonly span?: readonly [number, number];
}

function wiresOf({ map, members }: MapScene, planned: readonly Planned[]): readonly Wire[] {
  const lost = !hasQuorum(members) || map.servers.every(({ trouble }) => trouble === 'down');
  const isCut = (part: MapPart | undefined): boolean => part?.trouble === 'down' || part?.trouble === 'cut off';
  return planned.map(({ id, from, to, side, roomPx, span = [0, 1] }) => ({
    id,
    span,
    from,
    to,
    cut: (lost && id !== 'etcd') || (id === 'etcd' && !hasQuorum(members)) || isCut(partOf(map, id)),
    label: { side, roomPx },
  }));
}

function partOf(map: MapView, id: WireId): MapPart | undefined {
  if (id === 'scheduler') return map.scheduler;
  return id.startsWith('node/') ? map.nodes.find(({ name }) => wireId({ name }) === id) : undefined;
}

function nodeWords({ pods, ready }: NodeView, shape: MapLayout['shape']): Pick<LaidPart, 'words' | 'tone'> {
  if (!ready) return { words: 'NotReady', tone: 'fault' };
  const number = trCount(pods.length, { one: '{count} Pod', other: '{count} Pods' });
  const broken = pods.filter(({ state }) => state === 'crash-loop' || state === 'failed').length;
  const coming = pods.filter(({ state }) => state === 'pending' || state === 'starting').length;
  const tone = broken > 0 ? 'fault' : coming > 0 ? 'gap' : 'plain';
  if (shape === 'tall') return { words: number, tone };
  const more = [broken > 0 ? tr('{count} crashing', { count: broken }) : '', coming > 0 ? tr('{count} on its way', { count: coming }) : ''].filter(Boolean).join(', ');
  return { words: `${pods.length === 0 ? tr('no Pods') : number}${more === '' ? '' : `, ${more}`}`, tone };
}

export const clipped = (text: string, letters: number): string => (text.length <= letters ? text : `${text.slice(0, letters - 1)}…`);
