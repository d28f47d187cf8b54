import { expect, test } from 'vitest';
import { type Json, type JsonObject, mergeTyped, structuralNode } from './index.ts';

const node = structuralNode({
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } },
});

function merged(live: string, config: string): string {
  const list = (text: string): Json => [...text];
  const { list: result } = mergeTyped(node, { list: list(live) }, { list: list(config) }) as JsonObject;
  return Array.isArray(result) ? result.join('') : '';
}

test('what both lists have comes in the order of the configuration', () => {
  expect(merged('abc', 'cba')).toBe('cba');
  expect(merged('ab', 'ba')).toBe('ba');
});

test('what only the live list has stays with its neighbours', () => {
  expect(merged('axb', 'ab')).toBe('axb');
  expect(merged('xab', 'ba')).toBe('xba');
  expect(merged('abx', 'ba')).toBe('bxa');
});

test('what only the configuration has comes where it has it', () => {
  expect(merged('ab', 'anb')).toBe('anb');
  expect(merged('ab', 'nab')).toBe('nab');
  expect(merged('x', 'ab')).toBe('xab');
});

test('a key called __proto__ is a key', () => {
  const free = structuralNode({ type: 'object', additionalProperties: { type: 'string' } });
  const config: JsonObject = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const result = mergeTyped(free, { a: 'b' }, config);
  expect(Object.keys(result).toSorted()).toEqual(['__proto__', 'a', 'constructor']);
  expect(JSON.stringify(result)).toContain('"__proto__":"x"');
});
