import { expect, test } from 'vitest';
import { conditionOf, withCondition } from './conditions.ts';
import { deepEqual, deepFreeze } from './equal.ts';
import {
  checkConfigMapKey,
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkQualifiedName,
  generateName,
} from './names.ts';
import { keyOf, splitKey } from './object-key.ts';
import { controllerOf, controllerReference, isControlledBy } from './owner.ts';
import { ageOf, formatMicroTime, formatTime, humanDuration, parseTime } from './time.ts';

test.each([
  [-5, '<invalid>'],
  [-1, '0s'],
  [45, '45s'],
  [119, '119s'],
  [125, '2m5s'],
  [120, '2m'],
  [659, '10m'],
  [179 * 60, '179m'],
  [3 * 3600, '3h'],
  [3 * 3600 + 60, '3h1m'],
  [47 * 3600, '47h'],
  [49 * 3600, '2d1h'],
  [120 * 3600, '5d'],
  [300 * 24 * 3600, '300d'],
  [365 * 3 * 24 * 3600 + 24 * 3600, '3y1d'],
  [365 * 9 * 24 * 3600, '9y'],
])('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds * 1000)).toBe(text);
});

test('times are cut to whole seconds, and read back', () => {
  const timeMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  expect([formatTime(timeMs), formatMicroTime(timeMs)]).toEqual([
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.678000Z',
  ]);
  expect([parseTime(formatMicroTime(timeMs)), parseTime('yesterday')]).toEqual([timeMs, undefined]);
  expect([ageOf(undefined, 0), ageOf(formatTime(0), 61_000)]).toEqual(['<unknown>', '61s']);
});

test('names are checked in upstream words', () => {
  expect(checkDnsLabel('a-1')).toEqual([]);
  expect(checkDnsLabel('a.b')).toEqual(['must not contain dots']);
  expect(checkDnsLabel('A')).toEqual([
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  expect(checkDnsLabel('a'.repeat(64))).toEqual(['must be no more than 63 characters']);
  expect(checkDnsSubdomain('a.b-c')).toEqual([]);
  expect(checkDnsSubdomain('a..b')).toHaveLength(1);
  expect(checkQualifiedName('example.com/Name_1')).toEqual([]);
  expect(checkQualifiedName('/name')).toEqual(['prefix part must be non-empty']);
  expect(checkQualifiedName('a/b/c')).toEqual([
    "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
  ]);
  expect(checkLabelValue('')).toEqual([]);
  expect(checkLabelValue('a b')[0]).toContain(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'",
  );
  expect(checkConfigMapKey('a b')).toHaveLength(1);
});

test('generated names: base cut to 58, five drawn characters', () => {
  let draws = 0;
  expect(generateName('web-', (limit) => draws++ % limit)).toBe('web-bcdfg');
  expect(generateName('a'.repeat(70), () => 26)).toBe(`${'a'.repeat(58)}99999`);
});

test('equality follows values, and does not tell absent from undefined', () => {
  expect(deepEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(deepEqual({ a: undefined }, {})).toBe(true);
  expect(deepEqual({ a: undefined, b: 1 }, { b: 1, c: undefined })).toBe(true);
  for (const [a, b] of [
    [{ a: 1 }, { a: 2 }],
    [[1], [1, 2]],
    [{}, []],
    [null, {}],
    [{ a: null }, {}],
    [{}, { toString: 1 }],
  ]) {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false]);
  }
});

test('freezing reaches every part', () => {
  const value = deepFreeze({ a: [{ b: 1 }] });
  expect([Object.isFrozen(value.a), Object.isFrozen(value.a[0])]).toEqual([true, true]);
});

test('keys and owners', () => {
  expect([keyOf({ metadata: { name: 'a' } }), keyOf({ metadata: { name: 'a', namespace: 'n' } })]).toEqual([
    'a',
    'n/a',
  ]);
  expect([splitKey('a'), splitKey('n/a')]).toEqual([
    { namespace: '', name: 'a' },
    { namespace: 'n', name: 'a' },
  ]);
  const meta = { name: 'web', uid: '1', resourceVersion: '1', creationTimestamp: '' };
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: meta };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...meta, name: 'p', ownerReferences: [controllerReference(owner)] },
  };
  expect([isControlledBy(pod, owner), isControlledBy(owner, pod), controllerOf(pod)?.name]).toEqual([
    true,
    false,
    'web',
  ]);
});

test('conditions are a list keyed by type', () => {
  const ready = { type: 'Ready', status: 'True' };
  const list = withCondition(withCondition(undefined, ready), { type: 'Other', status: 'False' });
  expect(
    withCondition(list, { type: 'Ready', status: 'False' }).map(({ type, status }) => `${type}=${status}`),
  ).toEqual(['Ready=False', 'Other=False']);
  expect(conditionOf(list, 'Ready')).toBe(ready);
});
