import { expect, test } from 'vitest';
import type { ConfigMap } from '../api/index.ts';
import { fieldErrorMessage } from '../meta/index.ts';
import { validateConfigMap } from './validate-config-map.ts';

const metadata = { name: 'settings', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const mapOf = (fields: Pick<ConfigMap, 'data' | 'binaryData' | 'immutable'>): ConfigMap => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata, ...fields });
const errorsOf = (map: ConfigMap, old?: ConfigMap) => validateConfigMap(map, old).map(fieldErrorMessage);

test('each wrong key is named, in both fields', () => {
  const errors = validateConfigMap(mapOf({ data: { 'a b': '1', ok: '2', constructor: '3' }, binaryData: { '..': 'AAAA' } }));
  expect(errors.map(({ field }) => field)).toEqual(['data[a b]', 'binaryData[..]']);
});

test('a key that stands in both fields is wrong in both', () => {
  expect(errorsOf(mapOf({ data: { a: '1' }, binaryData: { a: 'AAAA' } }))).toEqual([
    'data[a]: Invalid value: "a": duplicate of key present in binaryData',
    'binaryData[a]: Invalid value: "a": duplicate of key present in data',
  ]);
});

test('all values together have at most 1 MiB: bytes of UTF-8, and those that base64 stands for', () => {
  const half = 512 * 1024;
  const fits = { data: { a: 'ü'.repeat(half / 2) }, binaryData: { b: `${'AAAA'.repeat((half - 2) / 3)}AAA=` } };
  expect(errorsOf(mapOf(fits))).toEqual([]);
  expect(errorsOf(mapOf({ ...fits, data: { ...fits.data, c: 'x' } }))).toEqual(['[]: Too long: may not be more than 1048576 bytes']);
});

test('what was immutable stays as it was, whatever stands for empty', () => {
  const old = mapOf({ data: { a: '1' }, immutable: true });
  const words = 'Forbidden: field is immutable when `immutable` is set';
  expect(errorsOf({ ...old, binaryData: {}, metadata: { ...metadata, labels: { a: 'b' } } }, old)).toEqual([]);
  expect(errorsOf(mapOf({ data: { a: '2' }, binaryData: { b: 'AAAA' } }), old)).toEqual([`immutable: ${words}`, `data: ${words}`, `binaryData: ${words}`]);
  expect(errorsOf(mapOf({ data: { a: '2' } }), mapOf({ data: { a: '1' } }))).toEqual([]);
});
