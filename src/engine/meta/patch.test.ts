import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepEqual } from './equal.ts';
import type { Json, JsonObject } from './json.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch, createMergePatch, diffMergePatch } from './merge-patch.ts';
import { NO_PATCH_SCHEMA, type PatchSchema } from './patch-schema.ts';
import { createStrategicPatch, diffStrategicPatch } from './strategic-diff.ts';
import { applyStrategicPatch } from './strategic-patch.ts';

/** `list` merges by name and nests, `set` is a set, `union` keeps keys. */
const schema: PatchSchema = {
  field: (name) => ({
    mergeKey: name === 'list' ? 'name' : name === 'set' ? '' : undefined,
    retainKeys: name === 'union',
    schema: name === 'list' || name === 'inner' ? schema : NO_PATCH_SCHEMA,
  }),
};

test('JSON patch: every operation', () => {
  const check = (document: Json, patch: Json, expected: Json) =>
    expect(applyJsonPatch(document, patch)).toEqual(expected);
  check({ a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 });
  check({ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] });
  check({ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] });
  check({ a: { b: 1 } }, [{ op: 'remove', path: '/a/b' }], { a: {} });
  check({ a: [1, 2] }, [{ op: 'replace', path: '/a/0', value: 9 }], { a: [9, 2] });
  check({ a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 });
  check({ a: 1 }, [{ op: 'copy', from: '/a', path: '/b' }], { a: 1, b: 1 });
  check({ 'a/b~c': 1 }, [{ op: 'test', path: '/a~1b~0c', value: 1 }], { 'a/b~c': 1 });
});

test.each([
  [{ op: 'test', path: '/a', value: 2 }],
  [{ op: 'remove', path: '/b' }],
  [{ op: 'replace', path: '/b', value: 1 }],
  [{ op: 'add', path: '/list/7', value: 1 }],
  [{ op: 'frobnicate', path: '/a' }],
])('JSON patch %j is refused with 422 as upstream words it', (operation) => {
  const patch = () => applyJsonPatch({ a: 1, list: [] }, [operation]);
  expect(patch).toThrow('the server rejected our request due to an error in our request');
});

test('merge patch: null deletes, objects merge, lists are replaced', () => {
  expect(applyMergePatch({ a: { b: 1, c: 2 }, d: [1, 2] }, { a: { b: null, e: 3 }, d: [3] })).toEqual({
    a: { c: 2, e: 3 },
    d: [3],
  });
});

test('apply keeps what others set and takes away what was last applied', () => {
  const patch = createMergePatch({ a: 1, b: 1 }, { a: 2 }, { a: 1, b: 1, other: 1 });
  expect(patch).toEqual({ a: 2, b: null });
});

test('strategic patch: lists with a merge key merge; a new element comes first, as upstream', () => {
  const original = { list: [{ name: 'a', image: '1' }, { name: 'b' }], plain: [1] };
  const patch = { list: [{ name: 'a', image: '2' }, { name: 'c' }], plain: [2] };
  expect(applyStrategicPatch(original, patch, schema)).toEqual({
    list: [{ name: 'a', image: '2' }, { name: 'c' }, { name: 'b' }],
    plain: [2],
  });
});

test('strategic patch: directives', () => {
  const check = (original: JsonObject, patch: JsonObject, expected: JsonObject) =>
    expect(applyStrategicPatch(original, patch, schema)).toEqual(expected);
  const ab = { list: [{ name: 'a' }, { name: 'b' }] };
  check(ab, { list: [{ $patch: 'delete', name: 'a' }] }, { list: [{ name: 'b' }] });
  check(ab, { list: [{ $patch: 'replace' }, { name: 'c' }] }, { list: [{ name: 'c' }] });
  check(ab, { '$setElementOrder/list': [{ name: 'b' }, { name: 'a' }] }, { list: [{ name: 'b' }, { name: 'a' }] });
  check({ set: ['x', 'y'] }, { '$deleteFromPrimitiveList/set': ['x'], set: ['z'] }, { set: ['z', 'y'] });
  check({ union: { a: 1, b: 2 } }, { union: { $retainKeys: ['c'], c: 3 } }, { union: { c: 3 } });
  check({ inner: { a: 1 } }, { inner: { $patch: 'replace', b: 1 } }, { inner: { b: 1 } });
  check({ inner: { a: 1 } }, { inner: null }, {});
  expect(() => applyStrategicPatch(ab, { list: [{ image: 'x' }] }, schema)).toThrow(
    'map: {"image":"x"} does not contain declared merge key: name',
  );
});

test.each(['__proto__', 'constructor', 'toString'])('a key %s is one like any other', (key) => {
  const patch: JsonObject = JSON.parse(`{ "inner": { "${key}": { "a": 1 } }, "${key}": { "b": 2 } }`);
  for (const patched of [applyMergePatch({ inner: { c: 3 } }, patch), applyStrategicPatch({ inner: { c: 3 } }, patch, schema)])
    expect(JSON.stringify(patched)).toBe(`{"inner":{"c":3,"${key}":{"a":1}},"${key}":{"b":2}}`);
  expect(JSON.stringify(applyStrategicPatch({}, patch, schema))).toBe(JSON.stringify(patch));
});

const scalar = fc.constantFrom(1, 2, 'x', true);
const list = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), v: scalar }, { requiredKeys: ['name'] }))),
  );
const document: fc.Arbitrary<JsonObject> = fc.record(
  {
    a: scalar,
    plain: fc.array(scalar),
    list,
    set: fc.uniqueArray(fc.constantFrom('p', 'q', 'r')),
    union: fc.dictionary(fc.constantFrom('k', 'l'), scalar),
    inner: fc.record({ a: scalar, list }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

test('law: the difference of two documents turns one into the other', () => {
  fc.assert(
    fc.property(document, document, (from, to) => {
      expect(applyMergePatch(from, diffMergePatch(from, to))).toEqual(to);
      expect(applyStrategicPatch(from, diffStrategicPatch(from, to, schema), schema)).toEqual(to);
    }),
    { numRuns: 500 },
  );
});

test('law: nothing to change, nothing in the patch; and a patch applied twice is applied once', () => {
  fc.assert(
    fc.property(document, document, document, (original, modified, current) => {
      expect(diffStrategicPatch(current, current, schema)).toEqual({});
      const patch = createStrategicPatch(original, modified, current, schema);
      const once = applyStrategicPatch(current, patch, schema);
      expect(deepEqual(applyStrategicPatch(once, patch, schema), once)).toBe(true);
      expect(createStrategicPatch(modified, modified, once, schema)).toEqual({});
    }),
    { numRuns: 500 },
  );
});

test('law: a JSON patch that adds and removes again changes nothing, and never touches its input', () => {
  fc.assert(
    fc.property(document, scalar, (before, value) => {
      const copy = JSON.stringify(before);
      const after = applyJsonPatch(before, [
        { op: 'add', path: '/new', value },
        { op: 'test', path: '/new', value },
        { op: 'remove', path: '/new' },
      ]);
      expect([after, JSON.stringify(before)]).toEqual([before, copy]);
    }),
  );
});
