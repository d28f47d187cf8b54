import { describe, expect, test } from 'vitest';
import type { Json } from '../../meta/index.ts';
import { compile, DYN, fromJson, INT, listOf, mapOf, objectOf, STRING, type Type, toJson, tryRun } from './index.ts';

const self: Json = {
  name: 'web',
  replicas: 3,
  tags: ['a', 'b'],
  labels: { app: 'x' },
  max: 5,
  time: '2024-01-02T03:04:05Z',
};
const variables = new Map<string, Type>([
  ['self', DYN],
  [
    'typed',
    objectOf(
      'typed',
      new Map<string, Type>([
        ['name', STRING],
        ['replicas', INT],
        ['tags', listOf(STRING)],
        ['labels', mapOf(STRING, STRING)],
      ]),
    ),
  ],
]);

function run(source: string): Json | { error: string } {
  const program = compile(source, variables);
  if ('error' in program) return { error: program.error };
  const value = fromJson(self);
  const result = tryRun(program, { get: (name) => (name === 'self' || name === 'typed' ? value : undefined) });
  return 'error' in result ? { error: result.error } : toJson(result.value, () => undefined);
}

describe('expressions', () => {
  test.each<[string, Json]>([
    ['1 + 2 * 3', 7],
    ['-7 / 2', -3],
    ['7 % 3 == 1 && !(2 > 3)', true],
    ['self.replicas <= self.max', true],
    ['typed.replicas * 2', 6],
    ['"a" + "b"', 'ab'],
    ["r'\\d' + '\\x41\\u0042'", '\\dAB'],
    ['"abc".matches("^a.c$")', true],
    ['size("äöü") + size([1, 2]) + {"a": 1}.size()', 6],
    ['"b" in self.tags', true],
    ['"app" in self.labels', true],
    ['has(self.name) && !has(self.missing)', true],
    ['self.tags.all(t, t.size() == 1)', true],
    ['self.tags.exists(t, t == "b")', true],
    ['self.tags.exists_one(t, t == "b")', true],
    ['self.tags.map(t, t + "!")', ['a!', 'b!']],
    ['self.tags.map(t, t != "a", t + "!")', ['b!']],
    ['[1, 2, 3].filter(i, i % 2 == 1)', [1, 3]],
    ['[1, 2].all(i, v, v == i + 1)', true],
    ['{"a": 1}.transformMap(k, v, v + 1)', { a: 2 }],
    ['["x", "y"].transformList(i, v, v + string(i))', ['x0', 'y1']],
    ['self.labels.all(k, k == "app")', true],
    ['self.?missing.orValue("none")', 'none'],
    ['self.?name.hasValue()', true],
    ['optional.of(1).optMap(x, x + 1).value()', 2],
    ['self.labels[?"zone"].orValue("?")', '?'],
    ['cel.bind(x, self.replicas + 1, x * x)', 16],
    ['true || (1 / 0 > 1)', true],
    ['(1 / 0 > 1) || true', true],
    ['false ? 1 : 2', 2],
    ['1 == 1.0 && 1u == 1', { error: '' }],
    ['dyn(1) == 1.0', true],
    ['timestamp(self.time).getFullYear()', 2024],
    ['timestamp("2024-01-02T03:04:05Z") + duration("1h") < timestamp("2024-01-02T04:04:06Z")', true],
    ['duration("90m").getHours()', 1],
    ['string(duration("1h30m"))', '5400s'],
    ['"a,b,c".split(",")', ['a', 'b', 'c']],
    ['"a,b,c".split(",", 2)', ['a', 'b,c']],
    ['["a", "b"].join("-")', 'a-b'],
    ['"hello".substring(1, 3)', 'el'],
    ['"hello".indexOf("l") + "hello".lastIndexOf("l")', 5],
    ['"Hello".lowerAscii() + "x".upperAscii()', 'helloX'],
    ['"aaa".replace("a", "b", 2)', 'bba'],
    ['"%s has %d (%.2f)".format(["web", 3, 1.5])', 'web has 3 (1.50)'],
    ['[1, 2, 3].isSorted() && [3, 1].max() == 3 && [1, 2].sum() == 3', true],
    ['[1, 2, 1].lastIndexOf(1)', 2],
    ['"abc 123 45".find("[0-9]+")', '123'],
    ['"abc 123 45".findAll("[0-9]+")', ['123', '45']],
    ['quantity("1.5Gi").isGreaterThan(quantity("1Gi"))', true],
    ['quantity("50k").add(20).asInteger()', 50020],
    ['ip("192.168.0.1").isLoopback()', false],
    ['cidr("10.0.0.0/8").containsIP("10.1.2.3")', true],
    ['cidr("10.0.0.0/8").containsCIDR(cidr("10.1.0.0/16"))', true],
    ['string(ip("2001:DB8:0::1"))', '2001:db8::1'],
    ['ip.isCanonical("2001:db8::1")', true],
    ['url("https://example.com:80/p?a=1").getHost()', 'example.com:80'],
    ['url("https://example.com:80/p?a=1").getQuery()', { a: ['1'] }],
    ['isURL("nope")', false],
    ['format.dns1123Label().validate("UPPER").hasValue()', true],
    ['!format.dns1123Label().validate("ok").hasValue()', true],
    ['semver("1.2.3").isLessThan(semver("1.10.0"))', true],
    ['sets.contains([1, 2], [2])', true],
    ['type(1) == int', true],
  ])('%s', (source, wanted) => {
    const result = run(source);
    if (typeof wanted === 'object' && wanted !== null && 'error' in wanted) expect(result).toHaveProperty('error');
    else expect(result).toEqual(wanted);
  });
});

test('failures of an evaluation are worded as by cel-go', () => {
  expect(run('self.missing')).toEqual({ error: 'no such key: missing' });
  expect(run('self.tags[2]')).toEqual({ error: 'index out of bounds: 2' });
  expect(run('1 / 0')).toEqual({ error: 'division by zero' });
  expect(run('9223372036854775807 + 1')).toEqual({ error: 'integer overflow' });
  expect(run('self.name < 1')).toEqual({ error: 'no such overload' });
});

test('failures of a compilation show the place', () => {
  expect(run('typed.nam == "x"')).toEqual({
    error: `ERROR: <input>:1:6: undefined field 'nam'\n | typed.nam == "x"\n | .....^`,
  });
  expect(run('nope')).toEqual({
    error: `ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^`,
  });
  expect(run('typed.name == 1')).toEqual({
    error: `ERROR: <input>:1:12: found no matching overload for '_==_' applied to '(string, int)'\n | typed.name == 1\n | ...........^`,
  });
  expect(run('typed.name.matches(1)')).toHaveProperty('error', expect.stringContaining(`'string.(int)'`));
  expect(run('1 +')).toHaveProperty('error', expect.stringContaining(`mismatched input '<EOF>' expecting {'[', '{'`));
  expect(run('(1')).toHaveProperty('error', expect.stringContaining(`Syntax error`));
});

describe('nothing runs away', () => {
  const doubling = (times: number): string => {
    let body = 'size(x0)';
    for (let step = 0; step < times; step += 1) body = `cel.bind(x${step}, x${step + 1} + x${step + 1}, ${body})`;
    return `cel.bind(x${times}, "aaaaaaaaaa", ${body})`;
  };
  test.each([
    doubling(60),
    doubling(60).replace('"aaaaaaaaaa"', '[1, 2]'),
    '[1,2,3,4,5,6,7,8,9,10].map(a, [1,2,3,4,5,6,7,8,9,10].map(b, [1,2,3,4,5,6,7,8,9,10].map(c, [1,2,3,4,5,6,7,8,9,10].map(d, [1,2,3,4,5,6,7,8,9,10].map(e, [1,2,3,4,5,6,7,8,9,10].map(f, a))))))',
  ])('%s', (source) => {
    expect(run(source)).toEqual({ error: 'operation cancelled: actual cost limit exceeded' });
  });

  test('patterns that make backtracking explode', () => {
    expect(run(`"${'a'.repeat(5000)}b".matches("^(a+)+$")`)).toBe(false);
  });

  test('deep nesting is refused', () => {
    expect(run('('.repeat(5000))).toHaveProperty('error', expect.stringContaining('recursion limit'));
    expect(run('!'.repeat(20000) + 'true')).toBe(true);
    expect(run('-'.repeat(300) + 'x' + '[0]'.repeat(300))).toHaveProperty('error');
  });
});
