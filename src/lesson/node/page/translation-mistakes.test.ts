import { expect, test } from 'vitest';
import { translationMistakes } from './translation-mistakes.ts';

const original = `---
title: Lamps
number: 3
---

Look at it.

\`\`\`ts cell id=lamp
// Observe
const lamp = await client.get(ConfigMap, 'default/lamp') // once
print(lamp.data.light)
\`\`\`

<Prediction
  id="light"
  ask="What does it print?"
  options={[{ text: 'on', because: 'Someone pressed.' }, { text: 'off', because: 'No one did.' }]}
  cell="lamp"
  reads="(on|off)"
/>

<Chart cell="lamp" />
`;
const german = original
  .replace('title: Lamps\nnumber: 3', 'title: Lampen')
  .replace('Look at it.', 'Sieh hin.')
  .replace('Observe', 'Beobachten')
  .replace('// once', '// einmal')
  .replace('What does it print?', 'Was gibt es aus?')
  .replace('Someone pressed.', 'Jemand hat gedrückt.');

/** The mistakes of a translation that is changed in one place, as `line: message`. */
async function check(from: string, to: string): Promise<readonly string[]> {
  expect(german).toContain(from);
  return (await translationMistakes(german.replace(from, to), original)).map(({ line, message }) => `${line}: ${message}`);
}

test('prose differs, and comments in cells', async () => {
  expect(await check('', '')).toEqual([]);
});

test('a cell’s code doesn’t differ, nor how many lines it has', async () => {
  const message = 'the cell "lamp" differs from that of index.mdx in more than comments';
  expect(await check('lamp.data.light', 'lamp.data.lit')).toEqual([`10: ${message}`]);
  expect(await check("'default/lamp'", "'default/lampe'")).toEqual([`9: ${message}`]);
  expect(await check('// Beobachten\n', '// Beobachten:\n// einmal\n')).toEqual([`9: ${message}`]);
});

test('cells are the same ones, with the same words in their fences', async () => {
  expect(await check('cell id=lamp', 'cell id=lampe')).toEqual(['7: the fence of the cell "lampe" differs from that of "lamp" in index.mdx']);
  expect(await check('```ts cell id=lamp', '```ts')).toEqual(['22: the cell "lamp" of index.mdx is missing']);
  expect(await check('<Chart', '```sh cell id=more\nls\n```\n\n<Chart')).toEqual(['21: index.mdx has no cell "more"']);
});

test('components are the same ones, but for their prose', async () => {
  expect(await check("text: 'on'", "text: 'an'")).toEqual(['13: options of <Prediction> isn’t what index.mdx has: a translation changes prose alone']);
  expect(await check('reads="(on|off)"', 'reads="(an|aus)"')).toEqual(['13: reads of <Prediction> isn’t what index.mdx has: a translation changes prose alone']);
  expect(await check('<Chart cell="lamp" />', '<Exercise />')).toEqual(['21: <Exercise> stands where index.mdx has <Chart>']);
  expect(await check('<Chart cell="lamp" />', '')).toEqual(['22: index.mdx has <Chart> here, and this text ends']);
});

test('fields that aren’t prose are named with their line', async () => {
  expect(await check('title: Lampen', 'title: Lampen\nnumber: 4')).toEqual(['3: number: index.mdx says something else; leave out what isn’t prose']);
});
