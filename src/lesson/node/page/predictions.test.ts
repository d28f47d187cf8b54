/** A prediction that none of its options answers is found once its cell has run. */
import { expect, test } from 'vitest';
import type { BakedLesson } from '../../baked.ts';
import { predictionMistakes } from './predictions.ts';

const text = `---
title: Lamps
---

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

<PredictOrder
  id="order"
  ask="What comes first?"
  cell="light"
  items={[
    { text: 'The Pod', first: '^create Pod/lamp' },
    { text: 'The map', first: '^create ConfigMap/lamp' },
  ]}
/>
`;
const written = (revision: number, object: string) => ({ t: revision, revision, does: 'create' as const, object, fields: [] });
const foot = { exitCode: 0, from: 0, to: 1, fromRevision: 1, toRevision: 3, watched: 0 };
const baked: BakedLesson = {
  cells: { light: { output: [{ kind: 'text', text: 'lamp: on\n' }], foot } },
  stories: { light: [written(2, 'ConfigMap/lamp'), written(3, 'Pod/lamp')] },
} as unknown as BakedLesson;
const found = (mdx: string): readonly string[] => predictionMistakes(mdx, ['light'], baked).map(({ line, message }) => `${line}: ${message}`);

test('what the cell answers is no mistake, and neither is what isn’t written as a text', () => {
  expect(found(text)).toEqual([]);
  expect(found(text.replace("{ text: 'on', because: 'It is.' }", '...options'))).toEqual([]);
});

test.each<[string, string, string, string]>([
  ['a pattern that never matches', 'lamp: (', 'lmap: (', '5: the prediction "lit" has no right option: no line that the cell "light" prints matches lmap: (\\w+), and the options are “on”, “off”'],
  ['an answer that isn’t there', "text: 'on'", "text: 'On'", '5: the prediction "lit" has no right option: the cell "light" says “on”, and the options are “On”, “off”'],
  ['a count', 'reads="lamp: (\\w+)"', 'counts="lamp"', '5: the prediction "lit" has no right option: the cell "light" says “1”, and the options are “on”, “off”'],
  ['objects', 'reads="lamp: (\\w+)"', 'objects="^Pod/"', '5: the prediction "lit" has no right option: the cell "light" says “1”, and the options are “on”, “off”'],
  ['a field that isn’t there', 'reads="lamp: (\\w+)"', "value={{ of: 'Pod/lamp', field: 'status.phase' }}", '5: the prediction "lit" has no right option: the cell "light" says “nothing”, and the options are “on”, “off”'],
  ['an item that never happens', '^create Pod/lamp', '^create Pod/lmap', '16: the order "order": nothing that the cell "light" writes matches ^create Pod/lmap'],
  ['items that stand in order', "'^create Pod/lamp' },\n", "'^create ConfigMap' },\n", '16: the order "order": the items already stand as they happen; mix them'],
])('a mistake is named with its line: %s', (_name, right, wrong, message) => {
  expect(text).toContain(right);
  expect(found(text.replace(right, () => wrong))).toEqual([message]);
});
