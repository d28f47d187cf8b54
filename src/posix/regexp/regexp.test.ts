import { describe, expect, test } from 'vitest';
import { createExpressions, type ExpressionOptions, ExpressionError, StepLimitError } from './index.ts';

const steps = { left: 1_000_000_000 };
const extended = { extended: true };

/** All matches of an expression in a text. */
function check(pattern: string, text: string, found: readonly string[], options: ExpressionOptions = extended): void {
  const matches = [...createExpressions(steps).compile(pattern, options).all(text)];
  expect(matches.map(({ from, to }) => text.slice(from, to))).toEqual(found);
}

test('the leftmost match is taken, and of these the longest', () => {
  check('a|ab|abc', 'xabcabd', ['abc', 'ab']);
  check('(foo|foobar)(bar)?', 'foobarbar', ['foobarbar']);
  check('[0-9]+(ms|m|s)', '10ms 3m 4s', ['10ms', '3m', '4s']);
  check('x*', 'abc', ['', '', '', '']);
  check('b*', 'abbc', ['', 'bb', '']);
});

test.each<readonly [string, string, readonly string[], ExpressionOptions]>([
  ['a\\{2,3\\}', 'aaaaa', ['aaa', 'aa'], {}],
  ['a+', 'aa+', ['a+'], {}],
  ['a\\+\\|b', 'aab', ['aa', 'b'], {}],
  ['*a', '*a', ['*a'], {}],
  ['^*a', '*a', ['*a'], {}],
  ['\\(^a\\)b$', 'ab', ['ab'], {}],
  ['a^b$c', 'a^b$c', ['a^b$c'], {}],
  ['a{,2}b', 'aab', ['aab'], extended],
  ['a{x', 'a{x', ['a{x'], extended],
  ['[]a-]+', ']-a', [']-a'], extended],
  ['[^]a]+', 'b]c', ['b', 'c'], extended],
  ['[[:upper:][:digit:]_]+', 'abC_9d', ['C_9'], extended],
  ['[\\]+', 'a\\\\b', ['\\\\'], extended],
  ['\\bweb\\b', 'web-1 webs', ['web'], extended],
  ['nginx', 'NginX', ['NginX'], { ignoreCase: true }],
  ['a.b[', 'a.b[ axb[', ['a.b['], { fixed: true }],
  ['we', 'we web', ['we'], { word: true }],
])('syntax: %s', (pattern, text, found, options) => check(pattern, text, found, options));

test('groups hold what they matched last', () => {
  const match = createExpressions(steps).compile('(a+)(b)?(c|d)', extended).find('xaad');
  expect(match?.groups).toEqual(['aad', 'aa', undefined, 'd']);
});

test.each([
  ['(a)\\1', 'back-references (\\1) are not supported'],
  ['(a', 'Unmatched ( or \\('],
  ['a)', 'Unmatched ) or \\)'],
  ['[a', 'Unmatched [, [^, [:, [., or [='],
  ['[[:nothing:]]', 'Invalid character class name'],
  ['[z-a]', 'Invalid range end'],
  ['a{2,1}', 'Invalid content of \\{\\}'],
  ['a\\', 'Trailing backslash'],
  ['(a{1000}){1000}', 'Regular expression too big'],
  ['a{5000}', 'Regular expression too big'],
  ['('.repeat(5_000), 'Regular expression too big'],
])('an expression that can’t be used says why: %s', (pattern, message) => {
  expect(() => createExpressions(steps).compile(pattern, extended)).toThrow(new ExpressionError(message));
});

describe('patterns of the shell', () => {
  const { glob } = createExpressions(steps);
  test.each([
    ['*.yaml', 'web.yaml', true],
    ['*.yaml', 'web.yml', false],
    ['[!a-c]?', 'dx', true],
    ['[!a-c]?', 'ax', false],
    ['\\*', '*', true],
    ['a[', 'a[', true],
    ['[[:digit:]]*', '7x', true],
    ['', '', true],
  ])('%s matches %s: %s', (pattern, text, expected) => expect(glob(pattern).test(text)).toBe(expected));

  test('beginnings and ends', () => {
    expect([glob('*/').prefix('a/b/c', 'shortest'), glob('*/').prefix('a/b/c', 'longest')]).toEqual([2, 4]);
    expect([glob('.*').suffix('a.b.c', 'shortest'), glob('.*').suffix('a.b.c', 'longest')]).toEqual([2, 4]);
    expect(glob('x').prefix('abc', 'longest')).toBeUndefined();
  });
});

test.each(['^(a+)+$', '(a|a)*b', '(a*)*c', '(a|aa)+$', '([a-z]+)*=', '(.*)(.*)(.*)(.*)[^a]', '(a?){40}a{40}b'])(
  'steps grow with the text only: %s',
  (pattern) => {
    const steps = (length: number): number => {
      const meter = { left: 1_000_000 };
      createExpressions(meter).compile(pattern, extended).test(`${'a'.repeat(length)}!`);
      return 1_000_000 - meter.left;
    };
    expect(steps(2_000)).toBeLessThan(2.5 * steps(1_000));
  },
);

test('a search that takes too many steps ends', () => {
  const { compile } = createExpressions({ left: 1_000_000 });
  expect(() => compile('(x*y*z*){20}!', extended).test('xyz'.repeat(100_000))).toThrow(StepLimitError);
});
