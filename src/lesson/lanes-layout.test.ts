import { expect, test } from 'vitest';
import type { LanesView } from '../viz/lanes-model.ts';
import { layoutLanes } from './lanes-layout.ts';

const created = { t: 5, revision: 11, object: 'web-7tswb' };
const reported = { t: 811, revision: 12, object: 'web' };
const view: LanesView = {
  loop: 'ReplicaSet loop',
  passes: [
    {
      t: 3,
      begins: { t: 1, revision: 10, object: 'web' },
      sends: [
        { t: 4, what: 'POST pods', stored: created, answeredT: 809 },
        { t: 809, what: 'PUT replicasets/status web', stored: reported },
      ],
    },
    { t: 1611, begins: created, sends: [] },
  ],
};
const texts = (open: readonly number[]) => layoutLanes(view, new Set(open)).boxes.map(({ kind, text }) => `${kind}: ${text}`);

test('each write, each pass and what it saw has a box; messages that are late say so', () => {
  expect(texts([])).toEqual(['pass: pass 1', 'stored: r 10', 'sees: sees r 10', 'stored: r 11', 'stored: r 12', 'pass: pass 2', 'sees: sees r 11']);
  const { lines, times } = layoutLanes(view, new Set());
  expect(lines.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['event ', 'request ', 'answer 804 ms', 'request ', 'event 1,606 ms']);
  expect(times.map(({ text }) => text)).toEqual(['0 ms', '2', '4', '810', '1,610']);
});

test('columns are in the order of time, and a pass reaches to its last request', () => {
  const { boxes, width } = layoutLanes(view, new Set());
  const [pass, cause, , create, status, next] = boxes;
  const places = [cause, pass, create, status, next].map((each) => each?.x ?? 0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect((pass?.x ?? 0) + (pass?.width ?? 0)).toBe((status?.x ?? 0) + (status?.width ?? 0));
  expect(Math.max(...boxes.map((each) => each.x + each.width))).toBeLessThan(width);
});

test('what is to be filled in isn’t drawn', () => {
  expect(texts([2])).toEqual(['pass: pass 1', 'stored: r 10', 'sees: sees r 10', 'stored: r 11', 'stored: r 12', 'open: pass 2']);
  expect(texts([1, 2])).toEqual(['open: pass 1', 'open: pass 2']);
  // What began pass 2 was written by pass 1, which isn't drawn: it has a box of its own then.
  expect(texts([1])).toEqual(['open: pass 1', 'pass: pass 2', 'stored: r 11', 'sees: sees r 11']);
});

test('what was refused has a box that says so', () => {
  const [pass] = view.passes;
  const refused: LanesView = { ...view, passes: [{ t: 3, begins: pass?.begins ?? created, sends: [{ t: 4, what: 'POST pods' }] }] };
  expect(layoutLanes(refused, new Set()).boxes.at(-1)).toMatchObject({ kind: 'refused', text: 'not stored', name: 'POST' });
});
