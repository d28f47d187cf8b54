/** The picture of the trace in pixels: rows in each lane, what doesn't fit apart becomes one, and the label that has room. */
import type { SpanView, TraceView } from './trace-model.ts';

/** A rectangle of the picture: one span, or several that lie too close together. */
export interface TraceBox {
  readonly span: SpanView;
  /** Those that are one with it. */
  readonly also: readonly SpanView[];
  readonly left: number;
  readonly width: number;
  /** Of the first row of the first lane, from the top. */
  readonly top: number;
  /** '' where none has room. */
  readonly label: string;
}

export interface TraceLayout {
  readonly boxes: readonly TraceBox[];
  /** Height of each lane. */
  readonly lanes: readonly number[];
  /** Lines from cause to effect. */
  readonly links: readonly { readonly d: string; readonly chosen: boolean }[];
  readonly height: number;
}

export const boxHeight = 20;
const rowHeight = 25;
const padding = 8;
const mostRows = 3;
const narrowest = 9;
const between = 3;

/** Lays out a picture of so many pixels. `place`: where a time lies, 0 to 1. */
export function layOut(view: TraceView, width: number, place: (t: number) => number): TraceLayout {
  const boxes: TraceBox[] = [];
  const lanes: number[] = [];
  const boxOf = new Map<SpanView, number>();
  let top = 0;
  for (const [lane] of view.lanes.entries()) {
    const { placed, rows } = placeLane(view.spans.filter((span) => span.lane === lane), (t) => place(t) * width);
    for (const each of placed) {
      const next = placed.filter(({ row, left }) => row === each.row && left > each.left).reduce((least, { left }) => Math.min(least, left), width);
      const fit = fitted(each, next - between - each.left);
      for (const span of each.spans) boxOf.set(span, boxes.length);
      const [span, ...also] = each.spans;
      if (span !== undefined) boxes.push({ span, also, left: each.left, ...fit, top: top + padding + each.row * rowHeight });
    }
    const height = 2 * padding + boxHeight + (rows - 1) * rowHeight;
    lanes.push(height);
    top += height;
  }
  return { boxes, lanes, links: linksOf(view, boxes, boxOf), height: top };
}

interface Placed {
  readonly spans: SpanView[];
  readonly row: number;
  readonly left: number;
  right: number;
}

function placeLane(spans: readonly SpanView[], x: (t: number) => number): { readonly placed: readonly Placed[]; readonly rows: number } {
  const placed: Placed[] = [];
  const ends: number[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || Number(b.chosen) - Number(a.chosen))) {
    const left = x(span.from);
    const right = Math.max(x(span.to), left + (span.kind === 'commit' ? 2 * narrowest : narrowest));
    const alike = placed.findLast(
      ({ spans: [first], left: other }) =>
        first?.kind === span.kind && first.chosen === span.chosen && left - other < narrowest && (first.kind === 'commit' || word(first) === word(span)),
    );
    let row = ends.findIndex((end) => end + between <= left);
    if (row < 0 && ends.length < mostRows) row = ends.length;
    const crowd = row < 0 ? placed.findLast(({ spans: [first] }) => first?.kind === span.kind && first.chosen === span.chosen) : undefined;
    const one = alike ?? crowd;
    if (one !== undefined) {
      one.spans.push(span);
      one.right = Math.max(one.right, right);
      ends[one.row] = Math.max(ends[one.row] ?? 0, one.right);
      continue;
    }
    // Where nothing alike is there to be one with, the row that ends first takes it.
    if (row < 0) row = ends.indexOf(Math.min(...ends));
    ends[row] = right;
    placed.push({ spans: [span], row, left, right });
  }
  return { placed, rows: Math.max(1, ends.length) };
}

const word = ({ label }: SpanView): string => label.split(' ')[0] ?? '';

/** The longest label that has room, and the width that it takes. */
function fitted({ spans, left, right }: Placed, room: number): { readonly width: number; readonly label: string } {
  const own = right - left;
  for (const label of labelsOf(spans)) {
    const wide = textWidth(label) + 10;
    if (wide <= Math.max(own, room)) return { width: Math.max(own, wide), label };
  }
  return { width: Math.max(narrowest, Math.min(own, Math.max(room, narrowest))), label: '' };
}

/** What may stand in a box, the longest first. */
function labelsOf(spans: readonly SpanView[]): readonly string[] {
  const [first] = spans;
  if (first === undefined || first.kind === 'due') return [];
  const count = spans.reduce((sum, each) => sum + each.count, 0);
  if (count === 1) return [...new Set([first.label, first.label.split(' ').slice(0, 2).join(' '), word(first)])].filter(Boolean);
  if (first.kind === 'commit') {
    const last = spans.at(-1)?.label.split('–').at(-1) ?? '';
    return [`${first.label.split('–')[0] ?? ''}–${last}`, `×${count}`];
  }
  const same = spans.every(({ label }) => label === first.label) ? first.label : spans.every((each) => word(each) === word(first)) ? word(first) : '';
  return [...new Set([...(same === '' ? [] : [`${same} ×${count}`, `${same.split(' ')[0] ?? ''} ×${count}`]), `×${count}`])];
}

/** About as wide as the interface's type sets it, at 12.5 px. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += /[A-Z@–]/.test(char) ? 7.3 : /[ iljt.,:;|'()/-]/.test(char) ? 3.9 : /[mw×]/.test(char) ? 9 : 6.7;
  return width;
}

function linksOf(view: TraceView, boxes: readonly TraceBox[], boxOf: ReadonlyMap<SpanView, number>): TraceLayout['links'] {
  const seen = new Set<string>();
  return view.links.flatMap(({ from, to, chosen }) => {
    const [one, other] = [view.spans[from], view.spans[to]].map((span) => (span === undefined ? undefined : boxOf.get(span)));
    const [a, b] = [boxes[one ?? -1], boxes[other ?? -1]];
    if (a === undefined || b === undefined || a === b || seen.has(`${one} ${other}`)) return [];
    seen.add(`${one} ${other}`);
    return [{ d: pathOf(a, b), chosen }];
  });
}

/** Straight where the effect begins below or above its cause, else out of its end and down a bow. */
function pathOf(a: TraceBox, b: TraceBox): string {
  const down = b.top > a.top;
  const end = b.left + Math.min(4, b.width / 2);
  const start = Math.min(Math.max(a.left + 3, end), a.left + a.width - 2);
  const [y1, y2] = a.top === b.top ? [a.top + boxHeight / 2, b.top + boxHeight / 2] : [a.top + (down ? boxHeight : 0), b.top + (down ? 0 : boxHeight)];
  const n = (value: number): string => value.toFixed(1);
  if (Math.abs(start - end) < 1.5) return `M${n(end)} ${n(y1)}V${n(y2)}`;
  const middle = (y1 + y2) / 2;
  return `M${n(start)} ${n(y1)}C${n(start)} ${n(middle)} ${n(end)} ${n(middle)} ${n(end)} ${n(y2)}`;
}
