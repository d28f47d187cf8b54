import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareFields,
  deepEqual,
  differenceOfFields,
  EMPTY_FIELDS,
  type FieldSet,
  fieldPathText,
  fieldsOf,
  hasField,
  intersectionOfFields,
  isEmptyFields,
  type JsonObject,
  mergeTyped,
  outsideOfFields,
  parseFields,
  pathsOfFields,
  removeFields,
  structuralNode,
  unionOfFields,
} from './index.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    args: { type: 'array', items: { type: 'string' } },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        properties: {
          port: { type: 'integer' },
          protocol: { type: 'string', default: 'TCP' },
          note: { type: 'string' },
        },
      },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const node = structuralNode(schema);

const word = fc.constantFrom('a', 'b', 'c');
const value: fc.Arbitrary<JsonObject> = fc.record(
  {
    count: fc.integer({ min: 0, max: 2 }),
    whole: fc.dictionary(word, word),
    labels: fc.dictionary(word, word, { minKeys: 1 }),
    tags: fc.uniqueArray(word, { minLength: 1 }),
    args: fc.array(word),
    items: fc.uniqueArray(
      fc.record(
        { port: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP'), note: word },
        { requiredKeys: ['port'] },
      ),
      { minLength: 1, selector: (item) => `${item.port}/${item.protocol ?? 'TCP'}` },
    ),
    free: fc.dictionary(word, fc.dictionary(word, word, { minKeys: 1 }), { minKeys: 1 }),
  },
  { requiredKeys: [] },
);
const fields = value.map((each) => fieldsOf(node, each));
const check = (property: fc.IRawProperty<unknown>): void => {
  fc.assert(property, { numRuns: 300, seed: 7 });
};
const texts = (set: FieldSet): readonly string[] => pathsOfFields(set).map(fieldPathText).toSorted();

test('a set is read as it was written', () => {
  check(
    fc.property(fields, (set) => {
      expect(parseFields(JSON.parse(JSON.stringify(set)))).toEqual(set);
    }),
  );
});

test('union, difference and intersection are those of the sets of paths', () => {
  check(
    fc.property(fields, fields, (a, b) => {
      const [left, right] = [new Set(texts(a)), new Set(texts(b))];
      expect(texts(unionOfFields(a, b))).toEqual([...new Set([...left, ...right])].toSorted());
      expect(texts(differenceOfFields(a, b))).toEqual([...left].filter((path) => !right.has(path)).toSorted());
      expect(texts(intersectionOfFields(a, b))).toEqual([...left].filter((path) => right.has(path)).toSorted());
      for (const path of pathsOfFields(outsideOfFields(a, b))) {
        for (let length = 1; length <= path.length; length++) expect(hasField(b, path.slice(0, length))).toBe(false);
      }
    }),
  );
});

test('elements keep upstream order however sets are put together', () => {
  check(
    fc.property(fields, fields, (a, b) => {
      const both = unionOfFields(a, b);
      expect(JSON.stringify(unionOfFields(b, a))).toBe(JSON.stringify(both));
      expect(JSON.stringify(parseFields(JSON.parse(JSON.stringify(both))))).toBe(JSON.stringify(both));
    }),
  );
});

test('a configuration merged in is there, and merging it again changes nothing', () => {
  check(
    fc.property(value, value, (live, config) => {
      const merged = mergeTyped(node, live, config);
      expect(mergeTyped(node, merged, config)).toBe(merged);
      const { changed } = compareFields(node, merged, mergeTyped(node, merged, config));
      expect(isEmptyFields(changed)).toBe(true);
      for (const path of pathsOfFields(fieldsOf(node, config)))
        expect(hasField(fieldsOf(node, merged), path)).toBe(true);
    }),
  );
});

test('what two values differ in is what comparing them finds', () => {
  check(
    fc.property(value, value, (a, b) => {
      const { changed, removed } = compareFields(node, a, b);
      expect(isEmptyFields(changed) && isEmptyFields(removed)).toBe(sameButForOrder(a, b));
      expect(isEmptyFields(intersectionOfFields(changed, removed))).toBe(true);
    }),
  );
});

/** The order of keyed lists and sets has no owner. */
function sameButForOrder(a: JsonObject, b: JsonObject): boolean {
  const sorted = ({ items, tags, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    ...(Array.isArray(tags) && { tags: [...tags].sort() }),
    ...(Array.isArray(items) && {
      items: [...items].sort((x, y) => (keyText(x) < keyText(y) ? -1 : 1)),
    }),
  });
  const keyText = (item: { port?: number; protocol?: string }): string => `${item.port}/${item.protocol ?? 'TCP'}`;
  return deepEqual(sorted(a), sorted(b));
}

test('taking out what a configuration named leaves none of its leaves', () => {
  check(
    fc.property(value, value, (live, config) => {
      const merged = mergeTyped(node, live, config);
      const named = fieldsOf(node, config);
      const left = fieldsOf(node, removeFields(node, merged, named));
      expect(texts(intersectionOfFields(left, named))).toEqual([]);
    }),
  );
});

test('broken sets are no sets', () => {
  for (const broken of [
    { f: {} },
    { 'f:a': 1 },
    { 'k:{': {} },
    { 'k:[1]': {} },
    { 'i:x': {} },
    { 'v:{': {} },
    [],
    'x',
    3,
  ]) {
    expect(parseFields(broken)).toBeUndefined();
  }
  expect(parseFields({ 'z:later': {} })).toEqual({});
  expect(parseFields(null)).toBe(EMPTY_FIELDS);
});
