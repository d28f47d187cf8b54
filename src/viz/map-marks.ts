/** Where what is on its way stands on its wire, and what is said beside it. */
import { clipped, type MapLayout, type Point, restName, type Wire } from './map-layout.ts';
import type { MapGroup, WireId } from './map-model.ts';
import { tr } from './words.ts';

/** A mark on a wire: where it rests, where it comes from, where it goes. */
export interface LaidMark {
  readonly group: MapGroup;
  readonly at: Point;
  readonly start: Point;
  readonly end: Point;
  /** Degrees a triangle that points up is turned by. */
  readonly turn: number;
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'middle' | 'end'; readonly lines: readonly string[] };
}

/** Marks of groups; those on a wire that isn't drawn go along the one of the rest. */
export function layMarks(layout: MapLayout, groups: readonly MapGroup[]): readonly LaidMark[] {
  const byWire = Map.groupBy(groups, ({ wire }) => wireFor(layout, wire)?.id);
  return [...byWire].flatMap(([id, on]) => {
    const wire = layout.wires.find((each) => each.id === id);
    return wire === undefined ? [] : on.map((group, index) => mark(wire, group, (index + 1) / (on.length + 1), on.length));
  });
}

export function wireFor(layout: MapLayout, id: WireId): Wire | undefined {
  return (
    layout.wires.find((each) => each.id === id) ??
    (id.startsWith('node/') ? layout.wires.find((each) => each.id === `node/${restName}`) : undefined)
  );
}

function mark({ id, from, to, label, span }: Wire, group: MapGroup, place: number, beside: number): LaidMark {
  const along = beside === 1 || !id.startsWith('node/') ? span[0] + (span[1] - span[0]) * place : place;
  // Two beside each other on a node's wire would lie on the neighbour's.
  const roomPx = beside > 1 && id.startsWith('node/') ? 0 : label.roomPx;
  const at = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
  // Writes go from the server to etcd, requests to the server, the others out of it.
  const inwards = group.kind === 'request';
  const [start, end] = inwards ? [from, to] : [to, from];
  const right = label.side === 'right';
  const lying = from.y === to.y;
  const lines = linesOf(group, roomPx, beside);
  return {
    group,
    at,
    start,
    end,
    turn: lying ? (end.x > start.x ? 90 : -90) : end.y > start.y ? 180 : 0,
    // Beside a wire that stands, above one that lies.
    label: lying
      ? { x: at.x, y: at.y - 12, anchor: 'middle', lines }
      : { x: at.x + (right ? 13 : -13), y: at.y + 5, anchor: right ? 'start' : 'end', lines },
  };
}

/** A letter is about so wide. */
const letterPx = 6.2;

function linesOf({ words, revision, kind, count }: MapGroup, roomPx: number, beside: number): readonly string[] {
  const many = count > 1 ? [`×${count}`] : [];
  const letters = Math.floor(roomPx / letterPx);
  if (letters < 10) return many;
  const at = revision === undefined ? '' : `, r ${revision}`;
  const text = kind === 'event' && beside === 1 ? tr('watch: {words}', { words }) : words;
  if (text.length + at.length + many.length * 4 <= letters) return [[`${text}${at}`, ...many].join(' ')];
  const cut = text.lastIndexOf(' ');
  if (beside > 1 || cut < 0) return [[clipped(text, letters - many.length * 4), ...many].join(' ')];
  return [clipped(text.slice(0, cut), letters), clipped(`${text.slice(cut + 1)}${at}${many.map((each) => ` ${each}`).join('')}`, letters)];
}
