/** Mistakes of an author, made on purpose: each is found, with its line. */
import { expect, test } from 'vitest';
import { lessonMistakes } from './lesson-mistakes.ts';

const lesson = `---
title: Lamps
part: 3
number: 13
goal: Light a lamp.
why: It is dark.
minutes: 10
exercise:
  file: lamp.ts
  replaces: lamp
  hints:
    - 'Look.'
---

\`\`\`sh cell id=light
kubectl get nodes
\`\`\`

<Chart cell="light" />
`;
const folder = '3-loops/13-lamps';
const names = { controllers: ['replicaset', 'deployment'], programs: ['room', 'counter'] };
const found = (text: string, others: readonly string[] = []) => lessonMistakes({ folder, text, others, ...names }).map(({ line, message }) => `${line}: ${message}`);

test('a lesson without mistakes has none', () => {
  expect(found(lesson, ['3-loops/12-replicaset'])).toEqual([]);
});

test.each<[string, string, string, RegExp]>([
  ['an unknown field', 'minutes: 10', 'minutes: 10\nminuts: 12', /^8: a lesson has no field "minuts"; the nearest is "minutes"$/],
  ['an unknown field of the exercise', '  file: lamp.ts', '  file: lamp.ts\n  hint: x', /^10: exercise has no field "hint"; the nearest is "hints"$/],
  ['an unknown field of a rung', '  file: lamp.ts', '  file: lamp.ts\n  ladder: { dark: { look: x, lok: y } }', /^10: exercise\.ladder\.dark has no field "lok"; the nearest is "look"$/],
  ['a text for a number', 'minutes: 10', 'minutes: ten', /^7: minutes: expected number, received string$/],
  ['another profile', 'minutes: 10', 'minutes: 10\nprofile: minimum', /^8: profile: there is no "minimum"; the nearest is "minimal", and there are /],
  ['an add-on that isn’t there', 'minutes: 10', 'minutes: 10\naddons: [ingres]', /^8: addons\.0: there is no "ingres"; the nearest is "ingress", and there are /],
  ['too many minutes', 'minutes: 10', 'minutes: 600', /^7: minutes: /],
  ['a field that is missing', 'goal: Light a lamp.\n', '', /^2: the field goal is missing: expected string$/],
  ['no YAML', 'goal: Light a lamp.', 'goal: "Light a lamp.', /^\d+: no YAML: Missing closing "quote$/],
  ['a colon within a text', 'goal: Light a lamp.', 'goal: Light: a lamp.', /^5: no YAML: Nested mappings are not allowed in compact mappings$/],
  ['no frontmatter', '---\ntitle', 'title', /^1: the file begins with no frontmatter/],
  ['no hints', "  hints:\n    - 'Look.'\n", '', /^8: the exercise has no hints/],
  ['another part', 'part: 3', 'part: 2', /^3: part is 2, and the folder is called 3-loops$/],
  ['another number', 'number: 13', 'number: 14', /^4: number is 14, and the folder is called 13-lamps$/],
  ['a part of the engine that isn’t there', '  replaces: lamp', '  replaces: lamp\n  part: lamp-post', /^11: exercise\.part: .*work-queue/],
  ['a component that names no cell', 'cell="light"', 'cell="ligth"', /^19: no cell is called "ligth"; the nearest is "light"$/],
  ['a component that names no cell, in other quotes', 'cell="light"', "cell={'ligth'}", /^19: no cell is called "ligth"/],
  ['a component that isn’t there', '<Chart', '<Chrat', /^19: no component is called <Chrat>; the nearest is <Chart>$/],
  ['a program that isn’t there', 'minutes: 10', 'minutes: 10\nprograms: [rom]', /^8: programs: src\/lesson\/programs\/ has no "rom"; the nearest is "room"$/],
  ['a controller that isn’t there', 'minutes: 10', 'minutes: 10\nwithoutControllers: [replicasets]', /^8: withoutControllers: no controller is called "replicasets"; the nearest is "replicaset"$/],
  ['an unknown word in a fence', 'id=light', 'id=light wait=3', /^15: unknown word "wait=3"/],
  ['two cells of one name', '<Chart', '```sh cell id=light\nls\n```\n\n<Chart', /^19: two cells are called "light"$/],
  ['a fence that doesn’t end', 'nodes\n```', 'nodes', /^15: the code fence doesn’t end$/],
])('a mistake is named with its line: %s', (_name, right, wrong, message) => {
  expect(lesson).toContain(right);
  expect(found(lesson.replace(right, wrong))).toEqual([expect.stringMatching(message)]);
});

test('what is wrong about further exercises is named with its line', () => {
  const two = (fields: string, element: string): string[] => found(lesson.replace("    - 'Look.'\n---", `    - 'Look.'\nexercises:\n  socket:\n    file: socket.sh\n${fields}---`).replace('<Chart', `${element}\n<Chart`));
  const hints = "    hints:\n      - 'Look.'\n";
  expect(two(hints, '<Exercise name="socket" />')).toEqual([]);
  expect(two('', '<Exercise name="socket" />')).toEqual(['14: the exercise socket has no hints: a learner who is stuck finds nothing']);
  expect(two(hints, '<Exercise name="sockte" />')).toEqual([
    '14: the text doesn’t show it: it has no <Exercise name="socket" />',
    '24: no exercise is called "sockte"; the nearest is "socket"',
  ]);
  expect(found(lesson.replace('exercise:', 'exercises:\n  lamp:').replaceAll(/^( {2}(?:file|replaces|hints):| {4}- ')/gm, '  $1').replace('<Chart', '<Exercise name="lamp" />\n\n<Chart'))).toEqual([
    '8: exercises are those beside the first, which is “exercise:”; there is none',
  ]);
});

const printing = (code: string): string[] => found(lesson.replace('<Chart', `\`\`\`ts cell id=clock\n// A comment.\n${code}\n\`\`\`\n\n<Chart`));

test.each([
  ['print(new Date(now()).toLocaleTimeString())', 'toLocaleTimeString', 'toISOString(), toFixed() or String()'],
  ['print((3).toLocaleString())', 'toLocaleString', 'toISOString(), toFixed() or String()'],
  ['names.sort((a, b) => a.localeCompare(b))', 'localeCompare', 'a < b ? -1 : 1'],
  ['print(new Intl.NumberFormat().format(3))', 'Intl', 'plain texts and numbers'],
  ['print(new Date(now()).getHours())', 'getHours', 'the method with UTC in its name, such as getUTCHours()'],
  ['print(new Date(now()).toString())', 'toString', 'toISOString()'],
])('what depends on the reader’s language or time zone is named with its line: %s', (code, name, instead) => {
  expect(printing(code)).toEqual([`21: the cell "clock" uses ${name}, which prints something else where the language or the time zone is another; use ${instead}`]);
});

test('times and numbers that are the same everywhere are let through', () => {
  expect(printing('print(new Date(now()).toISOString(), new Date(now()).getUTCHours(), (3).toFixed(1), String(now()))')).toEqual([]);
});

test('a number that is used twice names the other lesson', () => {
  expect(found(lesson, ['2-memory/13-etcd'])).toEqual(['4: the number 13 is that of 2-memory/13-etcd, too']);
});

test('a cell that shows a file of the exercise has its text', () => {
  const text = lesson.replace('sh cell id=light', 'yaml cell file=lamp.yaml id=light');
  const messages = (lamp: string) => lessonMistakes({ folder, text, others: [], start: { 'lamp.yaml': lamp } }).map(({ line, message }) => `${line}: ${message}`);
  expect(messages('kubectl get nodes\n')).toEqual([]);
  expect(messages('kubectl get pods\n')).toEqual([
    '15: the cell "light" is lamp.yaml, and differs from start/lamp.yaml: the exercise would begin with another file than the page shows',
  ]);
});
