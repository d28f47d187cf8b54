/** The empty pane names a cell only as long as that helps. */
import { expect, test } from 'vitest';
import type { CellStatus } from '../notebook.ts';
import { emptyHintOf } from './empty-hint.ts';
import type { PageState } from './page-state.ts';

const hint = { cell: 2, words: 'Apply `lamps.yaml` in cell 2.' };

/** A page whose second cell stands like this. */
function page(status: CellStatus, report?: PageState['work']['report']): Pick<PageState, 'notebook' | 'work'> {
  const cell = { id: 'lamps', number: 2, input: '', original: '', expectsError: false, status, output: [] };
  return {
    notebook: { cells: [cell], queue: [], restarting: false } as unknown as PageState['notebook'],
    work: { report } as PageState['work'],
  };
}

test('the hint is there until its cell has run', () => {
  expect(emptyHintOf(hint, undefined)).toBe(hint.words);
  expect(emptyHintOf(hint, page({ type: 'built' }))).toBe(hint.words);
  expect(emptyHintOf(hint, page({ type: 'ran', ok: false, input: '', turn: 1 }))).toBe(hint.words);
  expect(emptyHintOf(hint, page({ type: 'ran', ok: true, input: '', turn: 1 }))).toBe('');
});

test('a hint without a cell stays', () => {
  expect(emptyHintOf({ words: 'Run a cell.' }, page({ type: 'ran', ok: true, input: '', turn: 1 }))).toBe('Run a cell.');
});

test('after a check it says where that happened', () => {
  const report = {} as NonNullable<PageState['work']['report']>;
  expect(emptyHintOf(hint, page({ type: 'ran', ok: true, input: '', turn: 1 }, report))).toBe('A check runs in clusters of its own, not in this one.');
});

test('it says nothing of a universe that is shown in place of the session', () => {
  expect(emptyHintOf(hint, { ...page({ type: 'built' }), elsewhere: { universe: 5, words: 'something is broken here' } })).toBe('');
});
