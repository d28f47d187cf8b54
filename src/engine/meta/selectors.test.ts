import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesFields, parseFieldSelector } from './field-selector.ts';
import { parseSelector, type Requirement } from './selector-parser.ts';
import {
  compileRequirements,
  formatLabelSelector,
  formatRequirements,
  labelSelectorMatcher,
  labelSelectorOf,
  parseLabelMatcher,
} from './selectors.ts';

const labels = { app: 'web', tier: 'front', size: '3' };

function check(selector: string, selected: boolean): void {
  expect([selector, parseLabelMatcher(selector)(labels)]).toEqual([selector, selected]);
}

test('every operator selects as upstream says', () => {
  for (const text of ['', 'app=web', 'app==web', 'app!=db', 'missing!=x', 'app', '!missing', 'app in (db, web)'])
    check(text, true);
  for (const text of ['app notin (db)', 'missing notin (x)', 'size>2', 'size<4', 'app=web,tier=front'])
    check(text, true);
  for (const text of ['app=db', 'app!=web', 'missing', '!app', 'app in (db)', 'app notin (web)', 'size>3', 'app>1'])
    check(text, false);
  for (const text of ['missing=', 'missing in (x)', 'app=web,tier=back', 'toString', 'constructor']) check(text, false);
});

test.each([
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['=x', "found '=', expected: !, identifier, or 'end of string'"],
  ['a=b,', "found '', expected: identifier after ','"],
  ['a=b c', "found 'c', expected: ',' or 'end of string'"],
  ['a in x', "unable to parse requirement: found 'x' expected: '('"],
  [
    'a in ()',
    "unable to parse requirement: values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
  ],
  [
    '-a=b',
    'unable to parse requirement: <nil>: Invalid value: "-a": name part must consist of alphanumeric characters, ' +
      "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " +
      "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ],
])('%j is refused in upstream words', (text, message) => {
  expect(() => parseSelector(text)).toThrow(message);
});

test('no LabelSelector selects nothing, an empty one everything', () => {
  expect(labelSelectorMatcher(undefined)(labels)).toBe(false);
  expect(labelSelectorMatcher({})(undefined)).toBe(true);
  expect(formatLabelSelector({})).toBe('<none>');
  const selector = {
    matchLabels: { tier: 'front' },
    matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }],
  } as const;
  expect(formatLabelSelector(selector)).toBe('app in (db,web),tier=front');
  expect(labelSelectorMatcher(selector)(labels)).toBe(true);
  expect(labelSelectorOf('app in (db,web),tier=front,!x')).toEqual({
    matchLabels: { tier: 'front' },
    matchExpressions: [
      { key: 'x', operator: 'DoesNotExist' },
      { key: 'app', operator: 'In', values: ['db', 'web'] },
    ].reverse(),
  });
});

const key = fc.constantFrom('a', 'b', 'c/d');
const value = fc.constantFrom('x', 'y', '1', '');
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({ key, operator: fc.constantFrom('=', '!=', '==' as const), values: fc.tuple(value) }),
  fc.record({ key, operator: fc.constantFrom('exists', '!' as const), values: fc.constant([]) }),
  fc.record({
    key,
    operator: fc.constantFrom('in', 'notin' as const),
    values: fc
      .uniqueArray(value, { minLength: 1 })
      .filter((each) => each.join() !== '')
      .map((each) => each.sort()),
  }),
);
const someLabels = fc.dictionary(key, value);

test('law: what is printed parses to the same selector', () => {
  fc.assert(
    fc.property(fc.array(requirement), someLabels, (requirements, some) => {
      const again = parseSelector(formatRequirements(requirements));
      expect(compileRequirements(again)(some)).toBe(compileRequirements(requirements)(some));
    }),
  );
});

test('law: a term and its opposite never agree', () => {
  const opposite = {
    '=': '!=',
    '==': '!=',
    '!=': '=',
    in: 'notin',
    notin: 'in',
    exists: '!',
    '!': 'exists',
    gt: 'gt',
    lt: 'lt',
  } as const;
  fc.assert(
    fc.property(requirement, someLabels, (one, some) => {
      const other = { ...one, operator: opposite[one.operator] };
      expect(compileRequirements([one])(some)).toBe(!compileRequirements([other])(some));
    }),
  );
});

test('field selectors: terms, escapes, errors', () => {
  expect(parseFieldSelector('a.b=c,d!=e,f==g\\,h,')).toEqual([
    { field: 'a.b', operator: '=', value: 'c' },
    { field: 'd', operator: '!=', value: 'e' },
    { field: 'f', operator: '=', value: 'g,h' },
  ]);
  expect(() => parseFieldSelector('a,b=c')).toThrow("invalid selector: 'a,b=c'; can't understand 'a'");
  expect(matchesFields(parseFieldSelector('a=1,b!=1'), (field) => (field === 'a' ? '1' : ''))).toBe(true);
});
