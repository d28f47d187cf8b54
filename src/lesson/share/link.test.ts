import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { expect, test } from 'vitest';
import { hash32 } from '../../engine/index.ts';
import type { Input } from '../../session/types.ts';
import { isLink, linkOf, longestLink, readLink, type SharedSession } from './link.ts';

const texts = fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { maxKeys: 4 });
const input = fc.oneof(
  fc.record({ type: fc.constant('command' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant('script' as const), source: fc.string() }),
  fc.record({ type: fc.constant('edit' as const), path: fc.string(), text: fc.option(fc.string()) }),
  fc.record({ type: fc.constant('swap' as const), controller: fc.string(), entry: fc.string() }),
);
const shared: fc.Arbitrary<SharedSession> = fc.record(
  {
    lesson: fc.string(),
    lessonHash: fc.string(),
    log: fc.record({
      version: fc.constant(1 as const),
      seed: fc.nat(),
      cluster: fc.record({ nodes: fc.nat(100) }),
      files: texts,
      inputs: fc.array(input, { maxLength: 8 }).map((inputs) => inputs.map((each, at): Input => ({ ...each, at }))),
    }),
    files: texts,
    cells: texts,
    free: fc.array(
      fc.record({
        id: fc.stringMatching(/^[\w-]{1,60}$/),
        language: fc.constantFrom('sh' as const, 'yaml' as const, 'ts' as const),
        code: fc.string(),
      }),
      { maxLength: 3 },
    ),
    at: fc.record({ t: fc.nat(), revision: fc.nat() }),
  },
  { requiredKeys: ['lesson', 'lessonHash', 'log', 'files', 'cells', 'free'] },
);
const some: SharedSession = {
  lesson: '12-replicaset',
  lessonHash: '0123abcd',
  log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] },
  files: {},
  cells: {},
  free: [],
};

/** A fragment with these bytes and the right checksum. */
function forged(bytes: Uint8Array, version = '1'): string {
  const data = Buffer.from(bytes).toString('base64url');
  return `session=${version}.${hash32(data).toString(36)}.${data}`;
}
const packed = (value: unknown): string => forged(deflateSync(new TextEncoder().encode(JSON.stringify(value))));

test('what a link holds is what was put in', () => {
  fc.assert(
    fc.property(shared, (each) => {
      const link = linkOf(each);
      expect(link).toBeDefined();
      expect(readLink(`#${link}`)).toEqual(JSON.parse(JSON.stringify(each)));
    }),
    { numRuns: 200 },
  );
});

test('a link that was cut off or changed is refused with a sentence', () => {
  const link = linkOf({ ...some, files: { 'reconcile.ts': 'export {};' } }) ?? '';
  fc.assert(
    fc.property(fc.nat(link.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, char) => {
      expect(() => readLink(link.slice(0, at))).toThrow(/\.$/);
      if (link[at] !== char) expect(() => readLink(link.slice(0, at) + char + link.slice(at + 1))).toThrow(/\.$/);
    }),
  );
});

test('garbage with the right checksum is refused with a sentence, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expect(() => readLink(forged(bytes))).toThrow(/\.$/)),
    { numRuns: 300 },
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => void expect(() => readLink(packed(value))).toThrow(/\.$/)));
  fc.assert(fc.property(fc.string(), (text) => void expect(() => readLink(`session=${text}`)).toThrow(/\.$/)));
});

test.each([
  ['a bomb', forged(deflateSync(new Uint8Array(20_000_000))), 'unpacks to more'],
  ['too long', `session=1.0.${'A'.repeat(longestLink)}`, 'longer than any'],
  ['a later version', forged(new Uint8Array(9), '2'), 'version 2; this page reads version 1'],
  ['a strange field', packed({ ...some, evil: 1 }), 'without a field "evil"'],
  ['a bad log', packed({ ...some, log: { ...some.log, seed: 'x' } }), 'seed should be a number'],
  ['a bad cell', packed({ ...some, free: [{ id: 'a b', language: 'sh', code: '' }] }), 'free[0].id should be'],
  ['a bad moment', packed({ ...some, at: { t: -1, revision: 0 } }), 'at.t should be a number'],
])('%s is refused, and said', (_name, link, words) => {
  expect(() => readLink(link)).toThrow(words);
});

test('names of prototypes are only names', () => {
  const evil = JSON.parse('{"__proto__": "x", "constructor": "y"}');
  const read = readLink(linkOf({ ...some, files: evil }) ?? '');
  expect(Object.keys(read.files)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(read.files)).toBe(Object.prototype);
});

test('what is too much for a link makes none', () => {
  const noise = Array.from({ length: 60_000 }, (_none, index) => (hash32(String(index)) % 94) + 33);
  expect(linkOf({ ...some, files: { a: String.fromCharCode(...noise) } })).toBeUndefined();
  expect(linkOf({ ...some, files: { a: 'x'.repeat(2_000_000) } })).toBeUndefined();
});

test('an ordinary fragment is no link', () => {
  expect(isLink('#whose-pod-is-it')).toBe(false);
  expect(isLink('#session=1.x.y')).toBe(true);
});
