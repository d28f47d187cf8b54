import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { emptyLog, openSession } from '../../session/session.ts';
import { assembleExercise } from '../exercise.ts';
import { readAnswers, readFiles } from './exercise-folder.ts';

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'exercise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

test('texts with any ending are files of the exercise, and the shell reads them', async () => {
  const start = readFiles(folderWith({ 'repair.sh': 'cat notes.txt', 'notes.txt': 'node-2\n', 'data.json': '{}', 'main.tf': '', 'repair.test.ts': '', '.swp': '' }));
  expect(Object.keys(start)).toEqual(['data.json', 'main.tf', 'notes.txt', 'repair.sh']);
  const exercise = assembleExercise({ file: 'repair.sh', fixed: ['data.json', 'main.tf'] }, { start, wrong: {}, engine: {} });
  expect(exercise.fixed).toEqual(['data.json', 'main.tf']);
  const { session } = await openSession(emptyLog(1, { nodes: 0 }, exercise.start), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const { outputs } = await session.run({ type: 'command', text: 'cat notes.txt', after: 'now' });
  expect(outputs).toMatchObject([{ text: 'node-2\n' }]);
});

test('what can’t be in a workspace, or is no answer, is named with its path', () => {
  expect(() => readFiles(folderWith({ 'logo.png': new Uint8Array([137, 80, 0, 255]) }))).toThrow(/logo\.png: it is no text in UTF-8/);
  expect(() => readFiles(folderWith({ 'my notes.txt': '' }))).toThrow(/my notes\.txt: its name has other characters/);
  const folder = folderWith({});
  mkdirSync(join(folder, 'deeper'));
  expect(() => readFiles(folder)).toThrow(/deeper: it isn’t a file/);
  expect(() => readAnswers(folderWith({ 'scores.txt': '' }))).toThrow(/scores\.txt: an answer ends as the exercise’s file does, or with \.diff$/);
  expect(readAnswers(folderWith({ 'a.diff': '', 'b.yaml': '' }))).toEqual({ 'a.diff': '', 'b.yaml': '' });
});

test('an exercise’s own file is of a kind that can be graded', () => {
  const start = { 'notes.txt': '' };
  expect(() => assembleExercise({ file: 'notes.txt' }, { start, wrong: {}, engine: {} })).toThrow('the exercise’s file is notes.txt: what is graded is code, manifests, commands or diagnoses, and ends with .ts, .yaml, .sh or .diagnosis');
});
