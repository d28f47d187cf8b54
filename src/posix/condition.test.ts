import { expect, test } from 'vitest';
import { startContainer } from './testing/container.ts';
import { parseShell } from './parse.ts';

async function check(script: string, log: string): Promise<void> {
  const { kernel, began, container } = await startContainer(script);
  await kernel.run({ until: began + 60_000, while: () => container.ended === undefined });
  const lines = container.log.entries().map(({ text }) => (typeof text === 'string' ? text : text()));
  expect([script, lines.join('\n')]).toEqual([script, log]);
}

/** Conditions over `x='a b'`, `empty=`, `star='*'` and `re='^a.b$'`; `[[ … ]]` ends with the code. */
test.each([
  // Words are neither split nor matched with files; alone they are tested with -n.
  ['$x', 0],
  ['$empty', 1],
  ['$unset', 1],
  ['-z $empty', 0],
  ['-n $empty', 1],
  ['-d /tmp', 0],
  ['-f /tmp', 1],
  ['-e /nowhere', 1],
  ['-n', 0],
  ['$x == "a b"', 0],
  ['* == "*"', 0],
  // The right side of == is a pattern, but for what is quoted.
  ['$x == a*', 0],
  ['$x = ?" "[a-c]', 0],
  ['$x == "a*"', 1],
  ['$x == $star', 0],
  ['$x == "$star"', 1],
  ['$x == a\\*', 1],
  ['$x != b*', 0],
  ['$x != a*', 1],
  // The right side of =~ is an extended regular expression, but for what is quoted.
  ['$x =~ ^a', 0],
  ['$x =~ $re', 0],
  ['$x =~ "$re"', 1],
  ['a.b =~ a"."b', 0],
  ['$x =~ a"."b', 1],
  ['$x =~ a\\.b', 1],
  ["$x =~ a' 'b", 0],
  ['$x =~ ^(a|c)[[:space:]]b$', 0],
  ['$x =~ ^(a b|c)$', 0],
  ['c =~ a|c', 0],
  ['d =~ a|c', 1],
  ['"" =~ ""', 0],
  ['$x =~ (', 2],
  // Texts in order, numbers as $((…)) has them.
  ['a < b', 0],
  ['b > a', 0],
  ['b < a', 1],
  ['10 < 9', 0],
  ['10 -lt 9', 1],
  ['0x10 -eq 16', 0],
  ['2+2 -eq 4', 0],
  ['$unset -eq 0', 0],
  ['9223372036854775807 -gt 9223372036854775806', 0],
  // ! binds closest, then &&, then ||; brackets group.
  ['! $empty', 0],
  ['! $x', 1],
  ['! ! $x', 0],
  ['! $empty && $empty', 1],
  ['! ( $empty && $empty )', 0],
  ['a || b && $empty', 0],
  ['( a || b ) && $empty', 1],
  ['$empty && $empty || a', 0],
  ['(a == a && b =~ ^(b)$)', 0],
  ['a == a &&\n b == b\n', 0],
])('[[ %s ]]', async (condition, code) => {
  const variables = "x='a b'; empty=; star='*'; re='^a.b$'";
  const { kernel, began, container } = await startContainer(`${variables}; [[ ${condition} ]]`);
  await kernel.run({ until: began + 60_000, while: () => container.ended === undefined });
  expect(container.ended?.code).toBe(code);
});

test('it is a command among others', async () => {
  await check('if [[ a == a ]]; then echo yes; fi; [[ a == b ]] || echo no; ! [[ a == b ]] && echo not', 'yes\nno\nnot');
  await check('i=0; while [[ $i -lt 3 ]]; do i=$((i + 1)); done; echo $i', '3');
  await check('[[ a == b && $(echo called >&2) ]]; [[ a == a || $(echo called >&2) ]]; echo $?', '0');
  await check('[[ a =~ [ ]]; echo $?', 'sh: [[: Unmatched [, [^, [:, [., or [=\n2');
  await check('x="[["; echo [[ a =~ b ]] $x', '[[ a =~ b ]] [[');
  await check('{ [[ 1 == 1 ]] && echo a; } > /tmp/f; cat /tmp/f', 'a');
});

test.each([
  ['[[ a == ]]', 'syntax error: "]]" unexpected', false],
  ['[[ ]]', 'syntax error: "]]" unexpected', false],
  ['[[ a b ]]', 'syntax error: "b" unexpected', false],
  ['[[ a && ]]', 'syntax error: "]]" unexpected', false],
  ['[[ ( a ]]', 'syntax error: "]]" unexpected', false],
  ['[[ a; ]]', 'syntax error: ";" unexpected', false],
  ['[[ a &&', 'syntax error: unexpected end of file', true],
  ['[[ a =~ (b', 'syntax error: unexpected end of file', true],
])('%s is wrong', (script, error, incomplete) => {
  expect(parseShell(script)).toEqual({ error, incomplete });
});

test('conditions within conditions have an end', () => {
  for (const open of ['! ', '( ']) expect(parseShell(`[[ ${open.repeat(5_000)}a ]]`)).toMatchObject({ incomplete: false });
});
