/** What an author reads where a cell doesn't do what its text says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';
import { cellsOf } from '../cells/cells-of.ts';
import { lessonFrontmatter } from '../frontmatter.ts';
import { frontmatterText } from '../frontmatter-text.ts';
import { tracesOf } from '../traces.ts';
import { bakeFolder, lineOfCell } from './bake-cells.ts';
import { besideOf } from './beside.ts';

const lesson = `---
title: Lamps
part: 1
number: 1
goal: Light a lamp.
why: It is dark.
minutes: 5
nodes: 0
profile: minimal
withoutControllers: ['*']
---

\`\`\`sh cell
echo dark
\`\`\`

<Prediction
  id="lit"
  ask="Is it lit?"
  options={[
    { text: 'on', because: 'It is.' },
    { text: 'off', because: 'Who switched it?' },
  ]}
  cell="light"
  reads="lamp: (\\w+)"
/>

\`\`\`sh cell id=light
echo lamp: on
\`\`\`
`;

/** The message without the folder; '' where there is none. */
async function said(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.mdx'), text);
  const fields = lessonFrontmatter.parse(parse(frontmatterText(text) ?? ''));
  const read = { slug: '1-lamps', folder, fields: { ...fields, beside: besideOf(fields) }, cells: cellsOf(text), traces: tracesOf(text), lanes: [], exercises: [], start: {} };
  const words = await bakeFolder(read).then(
    () => '',
    ({ message }: Error) => message,
  );
  return words.replaceAll(`${relative(process.cwd(), folder)}/`, '');
}

test('cells that run, and answer their predictions, are no mistake', async () => {
  expect(await said(lesson)).toBe('');
});

test.each<[string, string, string, string]>([
  ['a cell that fails', 'echo lamp: on', 'kubectl get lamps', `index.mdx:28: the cell "light" failed: error: the server doesn't have a resource type "lamps". Is it meant to? Then its fence says expect=error`],
  ['a cell without a name', 'echo dark', 'false', 'index.mdx:13: the cell "cell-1" failed: it printed nothing. Is it meant to? Then its fence says expect=error'],
  ['a pattern that never matches', 'lamp: (', 'lmap: (', 'index.mdx:17: the prediction "lit" has no right option: no line that the cell "light" prints matches lmap: (\\w+), and the options are “on”, “off”'],
  ['a trace of what nothing wrote', 'echo dark\n```\n', 'echo dark\n```\n\n<Trace cell="light" of="Pod/lamp" />\n', 'index.mdx:30: cell "light" has written nothing called "Pod/lamp", which one <Trace> asks for'],
])('a mistake is named with file and line: %s', async (_name, right, wrong, message) => {
  expect(lesson).toContain(right);
  expect(await said(lesson.replace(right, () => wrong))).toBe(message);
});

test('a cell without a name is found by its place', () => {
  expect(lineOfCell(lesson, 'light')).toBe(28);
  expect(lineOfCell(lesson, 'cell-1')).toBe(13);
});
