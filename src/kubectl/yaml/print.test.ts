import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOne } from '../manifest/read.ts';
import { toYaml } from './print.ts';

test('keys are sorted, lists stand flush with their key', () => {
  expect(toYaml({ b: [{ y: 1, x: [] }, 'z'], a: { c10: 1, c9: 2 }, e: {} })).toBe(
    'a:\n  c9: 2\n  c10: 1\nb:\n- x: []\n  "y": 1\n- z\ne: {}\n',
  );
});

test('texts are quoted only where they would be read as something else', () => {
  const quoted = [
    'true',
    'no',
    'null',
    '1',
    '1.5',
    '0x1f',
    '1e3',
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '12:30',
    '',
    '~',
  ];
  for (const text of quoted) expect(toYaml({ a: text })).toBe(`a: ${JSON.stringify(text)}\n`);
  for (const text of ['abc', '10m', '1.2.3', '10.0.0.1', 'a:b', 'a#b', '/bin/sh'])
    expect(toYaml({ a: text })).toBe(`a: ${text}\n`);
  for (const text of ['a: b', '- x', '*x', '{x', '%x', "it's: ", ' x', '25%, #x']) {
    expect(toYaml({ a: text })).toBe(text === '25%, #x' ? "a: '25%, #x'\n" : `a: '${text.replaceAll("'", "''")}'\n`);
  }
});

test('texts of several lines are blocks, with what chomping they need', () => {
  expect(toYaml({ a: 'x\ny\n', b: 'x\ny', c: 'x\n\n' })).toBe('a: |\n  x\n  y\nb: |-\n  x\n  y\nc: |+\n  x\n\n');
  expect(toYaml({ a: 'tab\there' })).toBe('a: "tab\\there"\n');
});

test('long lines are folded at the first blank after 80 columns', () => {
  const text =
    '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }. preemption: none.';
  expect(toYaml({ message: text })).toBe(
    "message: '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready:\n  }. preemption: none.'\n",
  );
});

test('what only looks like a number is a text', () => {
  for (const text of ['e5', '+e5', '.e5', 'E-1', '.'])
    expect(readOne('test', toYaml({ a: text }))).toEqual({ a: text });
});

test('what is printed reads back as it was', () => {
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: fc.constantFrom(...'ab :#-\n\'"{}[],&*!|>%@`0159.eyn/\t\\~') }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: fc.constantFrom(...'abyn01.- :'), minLength: 1, maxLength: 6 }), tie('json'), {
        maxKeys: 3,
      }),
    ),
  }));
  fc.assert(
    fc.property(json, (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(readOne('test', toYaml({ value: plain }))).toEqual({ value: plain });
    }),
    { numRuns: 300 },
  );
});
