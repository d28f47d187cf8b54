import { expect, test } from 'vitest';
import { boxHeight, layOut, textWidth } from './trace-layout.ts';
import type { SpanView, TraceView } from './trace-model.ts';

const span = (trace: number, lane: number, from: number, to: number, more: Partial<SpanView> = {}): SpanView => ({
  trace,
  lane,
  from,
  to,
  kind: 'work',
  label: `POST pods`,
  count: 1,
  chosen: false,
  what: `it: ${trace}`,
  because: '',
  ...more,
});
const view = (spans: readonly SpanView[], links: TraceView['links'] = []): TraceView => ({
  from: 0,
  to: 100,
  spans,
  links,
  timeScale: [],
  shortened: [],
  faults: [],
  gathered: 0,
  words: '',
  lanes: [0, 1].map((lane) => ({ id: String(lane), name: String(lane), note: '' })),
});
const lay = (spans: readonly SpanView[], width = 400, links?: TraceView['links']) => layOut(view(spans, links), width, (t) => t / 100);

test('a label stands whole where it has room, shortened where it has less, and not at all where none fits', () => {
  expect(lay([span(1, 0, 0, 10)]).boxes.map(({ label }) => label)).toEqual(['POST pods']);
  const near = lay([span(1, 0, 0, 2), span(2, 0, 13, 15)]);
  expect(near.boxes.map(({ label }) => label)).toEqual(['POST', 'POST pods']);
  const [first] = lay([span(1, 0, 0, 2, { label: 'reconcile' }), span(2, 0, 4, 80)]).boxes;
  expect(first?.label).toBe('');
});

test('no box lies over another of its row, and a label is never wider than its box', () => {
  const { boxes, lanes, height } = lay(Array.from({ length: 60 }, (_, index) => span(index, index % 2, index, index + (index % 7), { label: `get ${index % 5}` })));
  for (const box of boxes) {
    expect(textWidth(box.label)).toBeLessThanOrEqual(box.width);
    for (const other of boxes)
      if (other !== box && other.top === box.top) expect(other.left >= box.left + box.width || box.left >= other.left + other.width).toBe(true);
    expect(box.top + boxHeight).toBeLessThanOrEqual(height);
  }
  expect(lanes).toHaveLength(2);
  expect(boxes.reduce((sum, { also }) => sum + 1 + also.length, 0)).toBe(60);
});

test('what is alike at one place is counted; what is chosen stays apart from what is not', () => {
  const pods = [1, 2, 3].map((trace) => span(trace, 0, 10, 12));
  expect(lay(pods).boxes.map(({ label }) => label)).toEqual(['POST pods ×3']);
  const commits = [316, 317, 318].map((revision) => span(revision, 1, 20, 22, { kind: 'commit', label: String(revision), chosen: revision === 318 }));
  expect(lay(commits).boxes.map(({ label }) => label).sort()).toEqual(['316–317', '318']);
});

test('a link goes from each cause to its effect, once', () => {
  const spans = [span(1, 0, 0, 10), span(2, 1, 20, 22), span(3, 1, 20, 22)];
  const links = [{ from: 0, to: 1, chosen: true }, { from: 0, to: 2, chosen: true }];
  expect(lay(spans, 400, links).links).toHaveLength(1);
});
