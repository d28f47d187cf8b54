import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLadder, checkWrongAnswers, exerciseKeys, fullName, loadCheck, readExercise, rightAnswersNote } from './lesson-folder.ts';

test('a check that can’t be loaded names its file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(loadCheck(folder)).rejects.toThrow(/index\.mdx:1: the lesson has an exercise, and no check\.ts$/);
  writeFileSync(join(folder, 'check.ts'), '// A comment.\n\nexport default { kind: ConfigMp };\n');
  await expect(loadCheck(folder)).rejects.toThrow(/check\.ts:3: ConfigMp is not defined$/);
});

test('a ladder for a cause that no wrong answer has names the file, the line and the nearest cause', () => {
  const causes = ['made too many Pods', 'left too many'];
  expect(() => checkLadder('3-loops/12-replicaset/index.mdx', ['left too many'], causes, () => 9)).not.toThrow();
  expect(() => checkLadder('3-loops/12-replicaset/index.mdx', ['left to many'], causes, () => 9)).toThrow(
    'src/content/lessons/3-loops/12-replicaset/index.mdx:9: ladder: no file of wrong/ has the cause "left to many"; the nearest is "left too many"',
  );
});

test('wrong answers that are too few, or fail alike, are counted', () => {
  const answers = (...causes: readonly string[]) => causes.map((cause) => ({ causes: [cause] }));
  expect(() => checkWrongAnswers('3-loops/13-lamps/index.mdx', answers('a', 'b', 'c', 'd'))).not.toThrow();
  expect(() => checkWrongAnswers('3-loops/13-lamps/index.mdx', answers('a', 'a', 'b', 'c', 'c'))).toThrow(
    'src/content/lessons/3-loops/13-lamps/wrong: 5 wrong answers with 3 different causes; write at least 4 that fail for different reasons',
  );
});

test('right answers are counted, and each exercise of the course has at least five', () => {
  const answers = (...texts: readonly string[]) => ({ right: texts.map((text) => ({ name: text, path: '', text })) });
  expect(rightAnswersNote(answers('a', 'b', 'b', 'c'))).toBe('right/ has 3 answers that differ; write at least 5 that differ in kind');
  expect(rightAnswersNote(answers('a', 'b', 'c', 'd', 'e'))).toBeUndefined();
  expect(exerciseKeys().filter((key) => rightAnswersNote(readExercise(key).exercise) !== undefined)).toEqual([]);
});

test.each([
  ['12', '12-replicaset'],
  ['6/restore', '6-quorum/restore'],
  ['12-replicaset', '12-replicaset'],
  ['31', '31'],
])('%s is short for %s', (name, full) => expect(fullName(name)).toBe(full));
