import { expect, test } from 'vitest';
import { playgroundData } from '../playground.ts';
import { createChecks } from '../share/checks.ts';
import { playgroundSetupOf, withCell, withCellMoved, withoutCell } from './playground-changes.ts';
import { playgroundCells } from './playground-setup.ts';
import { mergeWork } from './merge.ts';
import { checkWork } from './parse-work.ts';
import { emptyWork } from './work.ts';

const first = playgroundSetupOf(playgroundData, {});
const ids = (bench: typeof first): readonly string[] => bench.cells.map(({ id }) => id);

test('until something is chosen the cells are those of the page, with their texts', () => {
  expect(playgroundCells(playgroundData.cells, { inputs: {} })).toEqual(playgroundData.cells);
  expect(playgroundCells(playgroundData.cells, { bench: first, inputs: {} })).toEqual(playgroundData.cells);
});

test('cells are added, moved and removed; no two ever had the same name', () => {
  const { bench, id } = withCell(first, 'ts', 'sh-1');
  expect([id, ids(bench)]).toEqual(['ts-3', ['sh-1', 'ts-3', 'yaml-2']]);
  expect(ids(withCell(first, 'ts', 'sh-1', 'above').bench)).toEqual(['ts-3', 'sh-1', 'yaml-2']);
  expect(ids(withCellMoved(bench, 'ts-3', 1))).toEqual(['sh-1', 'yaml-2', 'ts-3']);
  expect(withCellMoved(bench, 'sh-1', -1)).toBe(bench);
  const without = withoutCell(bench, 'ts-3');
  expect(withCell(without, 'ts').id).toBe('ts-4');
  expect(playgroundCells(playgroundData.cells, { bench: withoutCell(bench, 'sh-1'), inputs: {} })).toMatchObject([
    { id: 'ts-3', number: 1, code: '' },
    { id: 'yaml-2', number: 2 },
  ]);
});

test('a text that has come back without its cell has one again', () => {
  const cells = playgroundCells([], { bench: { ...first, cells: [] }, inputs: { 'sh-7': 'date', other: '' } });
  expect(cells).toEqual([{ id: 'sh-7', language: 'sh', number: 1, code: '' }]);
});

test('two tabs: who has changed the cells decides', () => {
  const base = { ...emptyWork('h'), bench: first };
  const theirs = { ...base, bench: withCell(first, 'sh').bench };
  expect(mergeWork(base, theirs, { ...base, inputs: { 'sh-1': 'date' } }).work.bench).toEqual(theirs.bench);
  expect(mergeWork(base, theirs, { ...base, bench: withoutCell(first, 'sh-1') }).work.bench).toEqual(withoutCell(first, 'sh-1'));
});

test('from a file: what could not be a cluster or a cell is refused with its name', () => {
  const check = (change: object) => checkWork(createChecks('The file'), { ...emptyWork('h'), bench: { ...first, ...change } }, 'work');
  expect(check({}).bench).toEqual(first);
  expect(() => check({ nodes: 101 })).toThrow('work.bench.nodes should be at most 100');
  expect(() => check({ etcd: 2 })).toThrow('work.bench.etcd should be one of 1, 3, 5');
  expect(() => check({ cells: [{ id: '<b>', language: 'sh' }] })).toThrow('work.bench.cells[0].id');
  expect(() => check({ cells: [{ id: 'a', language: 'py' }] })).toThrow('work.bench.cells[0].language');
});
