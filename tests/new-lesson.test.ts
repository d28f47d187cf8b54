/** What `lesson new` makes: a lesson without mistakes, whose check tells its answers apart. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import commitCheck from '../src/content/templates/lesson/commit-rule/check.ts';
import commandsCheck from '../src/content/templates/lesson/commands/check.ts';
import check from '../src/content/templates/lesson/controller/check.ts';
import functionCheck from '../src/content/templates/lesson/function/check.ts';
import manifestsCheck from '../src/content/templates/lesson/manifests/check.ts';
import pluginCheck from '../src/content/templates/lesson/plugin/check.ts';
import webhookCheck from '../src/content/templates/lesson/webhook/check.ts';
import { applyEdits } from '../src/lesson/edits.ts';
import { lessonMistakes } from '../src/lesson/node/lesson-mistakes.ts';
import { newExercise } from '../src/lesson/node/new-exercise.ts';
import { newLesson, newSubjects } from '../src/lesson/node/new-lesson.ts';
import { runUniverse } from '../src/lesson/universes/universe.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { sessionParts } from '../src/session/parts.ts';

function emptyCourse(): string {
  const lessons = mkdtempSync(join(tmpdir(), 'lessons-'));
  onTestFinished(() => rmSync(lessons, { recursive: true }));
  return lessons;
}

test.each(newSubjects)('a new lesson about %s has no mistakes', (subject) => {
  const lessons = emptyCourse();
  const folder = newLesson({ name: '13-hot-lamps', subject, lessons });
  expect(relative(lessons, folder)).toBe('3-the-loops/13-hot-lamps');
  const text = readFileSync(join(folder, 'index.mdx'), 'utf8');
  expect(text).toContain('title: Hot lamps\npart: 3\nnumber: 13\n');
  expect(lessonMistakes({ folder: relative(lessons, folder), text, others: [] })).toEqual([]);
  expect(readdirSync(join(folder, 'wrong')).length).toBeGreaterThanOrEqual(4);
});

test.each(['commands', 'manifests', 'controller'])('a further exercise about %s has no mistakes, and its check finds what it imports', (subject) => {
  const lessons = emptyCourse();
  const lesson = newLesson({ name: '13-hot-lamps', subject: 'work-queue', lessons });
  const folder = newExercise({ key: '13-hot-lamps/more', subject, lessons });
  expect(relative(lesson, folder)).toBe('exercises/more');
  const text = readFileSync(join(lesson, 'index.mdx'), 'utf8');
  expect(text).toMatch(/<Exercise \/>\n\n<Exercise name="more" \/>/);
  expect(lessonMistakes({ folder: relative(lessons, lesson), text, others: [] })).toEqual([]);
  for (const [, path = ''] of readFileSync(join(folder, 'check.ts'), 'utf8').matchAll(/ from '((?:\.\.\/)+[^']+)'/g))
    expect(existsSync(join('src/content/lessons/3-loops/13-hot-lamps/exercises/more', path)), path).toBe(true);
  expect(() => newExercise({ key: '13-hot-lamps/more', subject, lessons })).toThrow('13-hot-lamps has an exercise more already');
  expect(() => newExercise({ key: '13-hot-lamps/again', subject, lessons })).toThrow('the lesson has a file of that name');
});

test('a further exercise needs a lesson with a first one', () => {
  const lessons = emptyCourse();
  expect(() => newExercise({ key: '13-lamps', subject: 'commands', lessons })).toThrow('such as 6-quorum/restore: not "13-lamps"');
  expect(() => newExercise({ key: '13-lamps/more', subject: 'commands', lessons })).toThrow('there is no lesson 13-lamps');
  newLesson({ name: '13-lamps', subject: 'controller', lessons });
  expect(() => newExercise({ key: '13-lamps/more', subject: 'lamps', lessons })).toThrow('there is no subject "lamps"');
});

test('a name or a subject that can’t be is refused, and nothing is written', () => {
  const lessons = emptyCourse();
  expect(() => newLesson({ name: 'lamps', subject: 'controller', lessons })).toThrow('its number and a word or more, such as 13-lamps: not "lamps"');
  expect(() => newLesson({ name: '13-../../x', subject: 'controller', lessons })).toThrow('not "13-../../x"');
  expect(() => newLesson({ name: '13-lamps', subject: 'work queue', lessons })).toThrow('there is no subject "work queue"; the nearest is "work-queue"');
  expect(() => newLesson({ name: '31-lamps', subject: 'controller', lessons })).toThrow("the course has no lesson 31: give src/lesson/course.ts one more line, such as lesson(31, 'Lamps', 'What it is about')");
  expect(readdirSync(lessons)).toEqual([]);
  newLesson({ name: '13-lamps', subject: 'controller', lessons });
  expect(() => newLesson({ name: '13-others', subject: 'controller', lessons })).toThrow('the number 13 is that of 3-the-loops/13-lamps; 1 is free');
  // In the course itself no number is free.
  expect(() => newLesson({ name: '13-lamps', subject: 'controller' })).toThrow("13-deployment; none is free: give src/lesson/course.ts one more line, such as lesson(31, 'Lamps', 'What it is about'), and take 31");
});

test('the check of the new controller lets the solution pass, and no other answer', async () => {
  const folder = new URL('../src/content/templates/lesson/controller/', import.meta.url);
  const parts = sessionParts(nodePlatform());
  const passed = async (path: string): Promise<number> => {
    const files = { 'lamp.ts': readFileSync(new URL(path, folder), 'utf8') };
    let count = 0;
    for (let seed = 1; seed <= 12; seed += 1) if ((await runUniverse({ seed, files, check, parts })).ok) count += 1;
    return count;
  };
  expect([await passed('solution/lamp.ts'), await passed('right/reads-live.ts')]).toEqual([12, 12]);
  for (const path of ['start/lamp.ts', ...readdirSync(new URL('wrong/', folder)).map((name) => `wrong/${name}`)]) expect(await passed(path), path).toBeLessThan(12);
});

test.each([
  ['function', functionCheck, 'surplus.ts', 4],
  ['commands', commandsCheck, 'spare.sh', 4],
  ['manifests', manifestsCheck, 'service.yaml', 1],
  ['plugin', pluginCheck, 'quiet.ts', 2],
  ['webhook', webhookCheck, 'secrets.ts', 4],
] as const)('the check of the new exercise about %s lets right answers pass, and tells the others what each of them says of itself', async (subject, subjectCheck, file, universes) => {
  const folder = new URL(`../src/content/templates/lesson/${subject}/`, import.meta.url);
  const textOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
  const start = Object.fromEntries(readdirSync(new URL('start/', folder)).map((name) => [name, textOf(`start/${name}`)]));
  const original = { name: `solution/${file}`, text: textOf(`solution/${file}`) };
  const parts = sessionParts(nodePlatform());
  const causes = async (text: string): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (let seed = 1; seed <= universes; seed += 1) {
      const verdict = await runUniverse({ seed, files: { ...start, [file]: text }, check: subjectCheck, parts });
      if (!verdict.ok) found.add(verdict.cause);
    }
    return [...found];
  };
  const answers = (kind: string) =>
    readdirSync(new URL(`${kind}/`, folder)).map((name) => {
      const written = textOf(`${kind}/${name}`);
      return { name, cause: /@cause (.+)/.exec(written)?.[1], text: name.endsWith('.diff') ? applyEdits(written, original).text : written };
    });
  expect(await causes(original.text)).toEqual([]);
  expect(await causes(textOf(`start/${file}`))).not.toEqual([]);
  for (const { name, text } of answers('right')) expect(await causes(text), name).toEqual([]);
  for (const { name, text, cause } of answers('wrong')) expect(await causes(text), name).toEqual([cause]);
});

test('the check of the new rule for commits lets right answers pass, and tells the others what each of them says of itself', async () => {
  const folder = new URL('../src/content/templates/lesson/commit-rule/', import.meta.url);
  const part = new URL('../src/engine/parts/commit-rule.ts', import.meta.url);
  const parts = sessionParts(nodePlatform());
  const causes = async (path: URL): Promise<readonly string[]> => {
    const files = { 'commit-rule.ts': readFileSync(path, 'utf8') };
    const found = new Set<string>();
    for (let seed = 1; seed <= 6; seed += 1) {
      const verdict = await runUniverse({ seed, files, check: commitCheck, parts });
      if (!verdict.ok) found.add(verdict.cause);
    }
    return [...found];
  };
  const right = readdirSync(new URL('right/', folder)).map((name) => new URL(`right/${name}`, folder));
  for (const path of [part, ...right]) expect(await causes(path), path.pathname).toEqual([]);
  expect(await causes(new URL('start/commit-rule.ts', folder))).toEqual(['waited longer than for a majority']);
  const saidBy = (path: URL): string | undefined => /@cause (.+)/.exec(readFileSync(path, 'utf8'))?.[1];
  const wrong = readdirSync(new URL('wrong/', folder)).map((name) => new URL(`wrong/${name}`, folder));
  for (const path of wrong) expect(await causes(path), path.pathname).toEqual([saidBy(path)]);
  expect(new Set(wrong.map(saidBy)).size).toBe(commitCheck.cases.length);
});
