import { expect, test } from 'vitest';
import { checkManifest } from './diagnostics.ts';
import { readManifest } from './read.ts';

/** What kubectl 1.32 says about a manifest, without `error parsing f.yaml: error converting YAML to JSON: `. */
function check(content: string, words: string, line: number): void {
  const { error } = readManifest('f.yaml', content);
  expect(error?.message).toBe(`error parsing f.yaml: error converting YAML to JSON: ${words}`);
  expect(error?.line).toBe(line);
}

test('syntax errors have the words and lines of go-yaml', () => {
  check('a: 1\n  b: 2\n', 'yaml: line 2: mapping values are not allowed in this context', 2);
  check('metadata:\n  name: x\n   foo: y\n', 'yaml: line 3: mapping values are not allowed in this context', 3);
  check('a: 1\n\tb: 2\n', 'yaml: line 2: found a tab character that violates indentation', 2);
  check('a:\n\tb: 1\n', 'yaml: line 2: found character that cannot start any token', 2);
  check('kind: Pod\nmetadata\n  name: x\n', "yaml: line 3: could not find expected ':'", 3);
  check('a:\n  b: 1\n c: 2\n', 'yaml: line 2: did not find expected key', 3);
  check('a: [1, 2\nb: 3\n', "yaml: line 1: did not find expected ',' or ']'", 2);
  check('a: "x\nb: 3\n', 'yaml: line 3: found unexpected end of stream', 3);
  check('a: b: c\n', 'yaml: mapping values are not allowed in this context', 1);
  check('a: *x\n', "yaml: unknown anchor 'x' referenced", 1);
});

test('what JSON has no place for is refused in go-yaml’s words', () => {
  check('a:\n  ? [a, {b: 1.5}, true, null]\n  : c\n', 'yaml: invalid map key: []interface {}{"a", map[interface {}]interface {}{"b":1.5}, true, interface {}(nil)}', 1);
  check('a: {? {b: 1} : c}\n', 'yaml: invalid map key: map[interface {}]interface {}{"b":1}', 1);
  check('a: !!binary "%"\n', 'yaml: !!binary value contains invalid base64 data', 1);
});

test('tags of YAML 1.1 are what they are to go-yaml, and a tag nobody knows changes nothing', () => {
  const { objects } = readManifest('f', 'a: !!binary |\n  aGVs\n  bG8=\nb: !!set {c, d}\ne: !!omap [f: 1]\ng: !!timestamp 2001-12-14\nh: !!str 5\ni: !j k\n1: 2\n');
  expect(objects[0]?.object).toEqual({ a: 'hello', b: { c: null, d: null }, e: [{ f: 1 }], g: '2001-12-14', h: '5', i: 'k', 1: 2 });
});

test('an anchor’s map is merged, what stands beside it counts; a key may be named like a prototype', () => {
  const { objects } = readManifest('f', 'a: &a {b: 1, c: 2}\nd:\n  <<: *a\n  c: 3\n__proto__: {e: 1}\n');
  expect(objects[0]?.object['d']).toEqual({ b: 1, c: 3 });
  expect(Object.keys(objects[0]?.object ?? {})).toEqual(['a', 'd', '__proto__']);
});

test('of keys given twice the last counts, as upstream’s conversion to JSON has it', () => {
  const { objects, error } = readManifest('f.yaml', 'kind: ConfigMap\nmetadata:\n  name: a\n  name: b\n');
  expect(error).toBeUndefined();
  expect(objects[0]?.object).toEqual({ kind: 'ConfigMap', metadata: { name: 'b' } });
});

test('lines count from the start of a document in words, from the start of the file for editors', () =>
  check('a: 1\n---\nb: 1\n  c: 2\n', 'yaml: line 2: mapping values are not allowed in this context', 4));

test('documents before a broken one still count, Lists are unfolded, empty documents skipped', () => {
  const { objects, error } = readManifest(
    'f.yaml',
    '---\n# nothing\n---\nkind: List\nitems:\n- kind: A\n- kind: B\n---\nx: [\n',
  );
  expect(objects.map((each) => each.object['kind'])).toEqual(['A', 'B']);
  expect(error).toBeDefined();
});

test('YAML is 1.1, but times and base 60 stay texts', () => {
  const { objects } = readManifest('f', 'a: yes\nb: 0x10\nc: 2026-01-01\nd: 12:30\ne: 010\nf: "1"\n');
  expect(objects[0]?.object).toEqual({ a: true, b: 16, c: '2026-01-01', d: '12:30', e: 8, f: '1' });
});

test('an editor is told what, where and what to do', () => {
  expect(checkManifest('f.yaml', 'a: 1\n')[0]?.message).toMatch(
    /^error validating "f.yaml": .*\[apiVersion not set, kind not set\]/,
  );
  expect(checkManifest('f.yaml', '')[0]?.message).toBe('f.yaml holds no object: give it apiVersion, kind and metadata');
  expect(checkManifest('f.yaml', 'apiVersion: v1\nkind: Pod\n')).toEqual([
    { file: 'f.yaml', line: 1, message: 'Pod has no name: set metadata.name' },
  ]);
  expect(checkManifest('f.yaml', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n')).toEqual([]);
});
