import { expect, test } from 'vitest';
import { contentsOf } from './contents.ts';
import type { SharedSession } from './link.ts';

const start = { 'a.ts': 'the lesson’s' };
const shared: SharedSession = {
  lesson: '12-replicaset',
  lessonHash: '0123abcd',
  files: {},
  cells: {},
  free: [],
  log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] },
};
const listed = (log: Readonly<Record<string, string>>, editor: Readonly<Record<string, string>>) =>
  contentsOf({ ...shared, log: { ...shared.log, files: log }, files: editor }, start).files.map(({ name, text }) => `${name}: ${text}`);

test('a text that runs is listed, whatever stands in the editor', () => {
  expect(listed({ 'a.ts': 'runs' }, { 'a.ts': 'the lesson’s' })).toEqual(['a.ts: runs', 'a.ts, in the editor: the lesson’s']);
  expect(listed({ 'a.ts': 'runs' }, { 'a.ts': 'harmless' })).toEqual(['a.ts: runs', 'a.ts, in the editor: harmless']);
});

test('a text is listed once, and the lesson’s own not at all', () => {
  expect(listed({ 'a.ts': 'the lesson’s' }, {})).toEqual([]);
  expect(listed({ 'a.ts': 'mine' }, { 'a.ts': 'mine' })).toEqual(['a.ts: mine']);
  expect(listed({ 'a.ts': 'the lesson’s' }, { 'a.ts': 'mine' })).toEqual(['a.ts: mine']);
  expect(listed({}, { 'a.ts': 'mine' })).toEqual(['a.ts: mine']);
});

test('a cell takes the place of no file of its name', () => {
  const { files } = contentsOf({ ...shared, files: { 'cell sh-1': 'a file' }, cells: { 'sh-1': 'a cell' } }, start);
  expect(files.map(({ text }) => text)).toEqual(['a file', 'a cell']);
});
