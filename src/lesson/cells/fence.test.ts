import { expect, test } from 'vitest';
import { isCell, parseFence } from './fence.ts';

test('a fence says its language, time, id and file', () => {
  expect(parseFence('sh', 'cell at=20s id=delete', 'ls', 3)).toEqual({
    language: 'sh',
    id: 'delete',
    number: 3,
    code: 'ls',
    atMs: 20_000,
  });
  expect(parseFence('yaml', 'cell file=web.yaml', '', 1)).toMatchObject({ id: 'cell-1', file: 'web.yaml' });
  expect(parseFence('ts', 'cell at=1.5m', '', 1).atMs).toBe(90_000);
  expect(parseFence('ts', 'cell expect=error', '', 1).expectsError).toBe(true);
});

test('only the word cell makes a cell', () => {
  expect(isCell('cell at=2s')).toBe(true);
  expect(isCell('excellent')).toBe(false);
  expect(isCell(undefined)).toBe(false);
});

test('a mistake in a fence is named', () => {
  expect(() => parseFence('go', 'cell', '', 1)).toThrow('not "go"');
  expect(() => parseFence('sh', 'cell at=20', '', 1)).toThrow('at=20');
  expect(() => parseFence('sh', 'cell wait', '', 1)).toThrow('"wait"');
  expect(() => parseFence('sh', 'cell when=20s', '', 1)).toThrow('"when=20s"');
});
