import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { authorError, lineOfTag } from './author-error.ts';

const text = `---
title: Lamps
---

<Prediction id="one" ask="a > b?" cell="first" />

<Prediction
  id="two"
  ask="c?"
  options={[{ text: '=>', because: 'x' }]}
  cell="second"
/>

<Chart cell="second" />
`;

test('a tag is found by its name and some of its words', () => {
  expect(lineOfTag(text, 'Prediction', 'id="one"')).toBe(5);
  expect(lineOfTag(text, 'Prediction', 'id="two"')).toBe(7);
  expect(lineOfTag(text, 'Chart', 'cell="second"')).toBe(14);
  expect(lineOfTag(text, 'Chart', 'cell="first"')).toBeUndefined();
});

test('a mistake that the page finds has the lesson’s file and line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const filePath = join(folder, 'index.mdx');
  writeFileSync(filePath, text);
  expect(authorError({ id: 'lessons/13-lamps', filePath }, 'Prediction', 'id="two"', 'no').message).toMatch(/index\.mdx:7: no$/);
  expect(authorError({ id: 'lessons/13-lamps' }, 'Prediction', 'id="two"', 'no').message).toBe('lessons/13-lamps: no');
});
