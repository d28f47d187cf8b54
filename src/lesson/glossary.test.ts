import { expect, test } from 'vitest';
import { everyNth } from '../../tests/scope.ts';
import { lessonLog } from './cells/run-cell.ts';
import { course } from './course.ts';
import { glossaryData, sceneCell, termId, terms } from './glossary.ts';
import { createNotebook, stepNotebook } from './notebook.ts';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import { cellInput } from './cells/run-cell.ts';

test('terms stand in the order of the alphabet, each once, each with a lesson of the course', () => {
  const names = terms.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  expect(new Set(terms.map(termId)).size).toBe(terms.length);
  const numbers = new Set(course.flatMap(({ lessons }) => lessons.map(({ number }) => number)));
  expect(terms.filter(({ lesson }) => !numbers.has(lesson))).toEqual([]);
});

test('a term’s line needs the Deployment, and no other term’s', () => {
  const { state } = stepNotebook(createNotebook(glossaryData.cells), { type: 'run', id: 'work-queue' });
  expect(state.queue).toEqual([sceneCell.id, 'work-queue']);
});

/** By default every sixth: the build runs all of them, in one cluster. */
test.each(everyNth(6, terms))('$name: its line works in a cluster where nothing ran but the Deployment', async (term) => {
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  await runtime.reset(lessonLog(glossaryData, {}));
  const cell = glossaryData.cells.find(({ id }) => id === termId(term));
  if (cell === undefined) throw new Error('the term has no cell');
  await runtime.run(cellInput(sceneCell, glossaryData.cells));
  const { exitCode, outputs } = await runtime.run(cellInput(cell, glossaryData.cells));
  const printed = outputs.map((output) => ('text' in output ? output.text : '')).join('');
  expect([exitCode, printed === ''], printed).toEqual([0, false]);
  expect(printed).not.toMatch(/command not found|^\s*$/);
  runtime.stop();
});
