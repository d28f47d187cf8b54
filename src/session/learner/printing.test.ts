import { expect, test } from 'vitest';
import type { TreeNode } from '../../viz/display-data.ts';
import { chartOf, printed, tableOf } from './printing.ts';
import { valueTree } from './value-tree.ts';

const pod = (node: string, labels = { app: 'web' }) => ({
  kind: 'Pod',
  metadata: { name: 'web-1', labels },
  spec: { nodeName: node, containers: [{ name: 'nginx', image: 'nginx:1.29' }] },
});

/** `key: value` a line, indented; `+`, `-`, `~` before what was added, removed, changed. */
function lines({ key, value, change, was, children = [] }: TreeNode, depth = 0): string[] {
  const sign = change === undefined ? '' : { added: '+ ', removed: '- ', changed: '~ ' }[change];
  const own = `${'  '.repeat(depth)}${sign}${key}: ${was === undefined ? '' : `${was} → `}${value}`;
  return [own, ...children.flatMap((child) => lines(child, depth + 1))];
}

test('several values, and short ones, are a line of text', () => {
  expect(printed(['a', 1, { b: true }])).toBe('a 1 {"b":true}\n');
  expect(printed([new Error('no')])).toBe('Error: no\n');
  expect(printed([undefined])).toBe('undefined\n');
});

test('a list of flat objects is a table; what is missing is empty', () => {
  expect(printed([[{ pod: 'a', ready: true }, { pod: 'b', restarts: 2 }]])).toEqual({
    type: 'table',
    table: { columns: ['pod', 'ready', 'restarts'], rows: [['a', 'true', ''], ['b', '', '2']], omitted: 0 },
  });
});

test('a table of lists takes its columns as told, and says how many rows it leaves out', () => {
  const rows = Array.from({ length: 250 }, (_, index) => [index, 'x']);
  const table = tableOf(rows, ['number', 'letter']);
  expect([table.columns, table.rows.length, table.omitted]).toEqual([['number', 'letter'], 200, 50]);
  expect(() => tableOf('nothing')).toThrow('rows is a list');
});

test('an object of the API is a tree under its name', () => {
  expect(lines(valueTree(pod('node-1')))).toEqual([
    'Pod/web-1: 3 fields',
    '  kind: Pod',
    '  metadata: 2 fields',
    '    name: web-1',
    '    labels: 1 field',
    '      app: web',
    '  spec: 2 fields',
    '    nodeName: node-1',
    '    containers: 1 element',
    '      name: nginx: 2 fields',
    '        name: nginx',
    '        image: nginx:1.29',
  ]);
});

test('against an earlier one, what was added, removed and changed is marked, and only that', () => {
  const found = lines(valueTree(pod('node-2', { tier: 'front' } as never), pod('node-1')));
  expect(found.filter((line) => /[+~-] /.test(line)).map((line) => line.trim())).toEqual([
    '+ tier: front',
    '- app: web',
    '~ nodeName: node-1 → node-2',
  ]);
});

test('what is endless or hostile ends all the same', () => {
  const endless: Record<string, unknown> = { name: 'endless' };
  endless['self'] = endless;
  const count = (node: TreeNode): number => 1 + (node.children ?? []).reduce((sum, child) => sum + count(child), 0);
  expect(count(valueTree(endless))).toBeLessThan(100);
  expect(count(valueTree(Array.from({ length: 5000 }, (_, index) => ({ index }))))).toBeLessThan(700);
  const throwing = { get bad(): string { throw new Error('no'); } };
  expect(lines(valueTree(throwing))).toEqual([': 1 field', '  bad: Error: no']);
});

test('a chart keeps what is a number, in order, and knows what is wanted', () => {
  const chart = chartOf({ y: 'Pods', lines: { wanted: [[5, 4], [0, 3]], ready: [[1, 1], [2, Number.NaN]] } });
  expect(chart).toEqual({
    title: '',
    x: '',
    y: 'Pods',
    lines: [
      { name: 'wanted', role: 'wanted', steps: true, points: [[0, 3], [5, 4]] },
      { name: 'ready', role: 'actual', steps: true, points: [[1, 1]] },
    ],
  });
  expect(() => chartOf({})).toThrow('lines are missing');
  expect(() => chartOf({ lines: { a: [] } })).toThrow('no point');
});
