import { expect, test } from 'vitest';
import { makeManifestMutants } from './manifest-mutants.ts';

const text = `kind: Lamp
spec:
  level: 5
  on: true
  rules:
    - rule: self <= 3
`;

test('each field is left out, each number is one off, each switch is turned, each sign is another', () => {
  expect(makeManifestMutants('lamp.yaml', text).map(({ id, line }) => `${line} ${id}`)).toEqual([
    '1 drop-field: kind',
    '3 drop-field: spec',
    '3 drop-field: spec.level',
    '3 one-off: spec.level: 5 → 4',
    '3 one-off: spec.level: 5 → 6',
    '4 drop-field: spec.on',
    '4 turned: spec.on: true → false',
    '6 drop-field: spec.rules',
    '6 drop-field: spec.rules[0]',
    '6 drop-field: spec.rules[0].rule',
    '6 other-sign: spec.rules[0].rule: self <= 3 → self < 3',
    '6 other-sign: spec.rules[0].rule: self <= 3 → self >= 3',
  ]);
});

test('a mutant is the whole file with one change', () => {
  const turned = makeManifestMutants('lamp.yaml', text).find(({ operator }) => operator === 'turned');
  expect(turned?.text).toBe(text.replace('on: true', 'on: false'));
});

test('a file of two manifests has mutants of each, which leave the other as it is', () => {
  const two = 'kind: Rule\nexpression: a <= b\n---\nkind: Binding\nof: Rule\n';
  const mutants = makeManifestMutants('rules.yaml', two);
  expect(mutants.map(({ id, line }) => `${line} ${id}`)).toEqual([
    '1 drop-field: kind',
    '2 drop-field: expression',
    '2 other-sign: expression: a <= b → a < b',
    '2 other-sign: expression: a <= b → a >= b',
    '4 drop-field: document 2: kind',
    '5 drop-field: document 2: of',
  ]);
  expect(mutants.at(-1)?.text).toBe('kind: Rule\nexpression: a <= b\n---\nkind: Binding\n');
});
