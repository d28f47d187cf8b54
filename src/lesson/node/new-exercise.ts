/** A further exercise of a lesson that is there: the answers and the check of a lesson about the same subject, for the author to change. */
import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lessonsFolder, templateOf } from './new-lesson.ts';

export interface NewExercise {
  /** `6-quorum/restore` */
  readonly key: string;
  /** As of a new lesson. */
  readonly subject: string;
  /** Where lessons are; the course's own by default. */
  readonly lessons?: string;
}

/**
 * Makes its folder, and writes it into the lesson's frontmatter and, below the last exercise, into its text. Returns the folder.
 * @throws Error that says what is wrong with the name or the subject.
 */
export function newExercise({ key, subject, lessons = lessonsFolder }: NewExercise): string {
  const [, lesson, name] = /^([1-9]\d?-[a-z0-9-]+)\/([a-z][a-z0-9-]*)$/.exec(key) ?? [];
  if (lesson === undefined || name === undefined) throw new Error(`an exercise’s name is its lesson’s and a word, such as 6-quorum/restore: not "${key}"`);
  const page = globSync(`*/${lesson}/index.mdx`, { cwd: lessons })[0];
  if (page === undefined) throw new Error(`there is no lesson ${lesson}; "lesson new ${lesson}" makes one`);
  const text = readFileSync(join(lessons, page), 'utf8');
  if (!/^exercise:$/m.test(text)) throw new Error(`the lesson ${lesson} has no exercise yet: the first one stands in its own folder`);
  const folder = join(lessons, dirname(page), 'exercises', name);
  if (existsSync(folder)) throw new Error(`${lesson} has an exercise ${name} already`);
  const template = templateOf(subject);
  const clash = startNames(template).find((file) => startNames(join(lessons, dirname(page))).includes(file));
  if (clash !== undefined) throw new Error(`a new exercise about ${subject} begins with ${clash}, and the lesson has a file of that name: all stand in one workspace`);
  copyDeeper(template, folder);
  writeFileSync(join(lessons, page), withExercise(text, name, fieldsOf(readFileSync(join(template, 'index.mdx'), 'utf8'))));
  return folder;
}

/** Names of the files that exercises in this folder begin with. */
const startNames = (folder: string): readonly string[] => globSync(['start/*', 'exercises/*/start/*'], { cwd: folder }).map((path) => basename(path));

/** All but the text and what belongs to the check as it was. Imports reach two folders further up. */
function copyDeeper(template: string, folder: string): void {
  const left = ['index.mdx', 'known-mutants.ts', 'exercises'];
  for (const each of readdirSync(template).filter((name) => !left.includes(name))) cpSync(join(template, each), join(folder, each), { recursive: true });
  for (const file of globSync('*.ts', { cwd: folder })) {
    const code = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), code.replaceAll(/ from '(\.\.\/){4}/g, " from '../../../../../../"));
  }
}

/** What stands under the frontmatter's `exercise:`. */
const fieldsOf = (page: string): readonly string[] => (/^exercise:\n((?: .*\n)+)/m.exec(page)?.[1] ?? '').trimEnd().split('\n');

function withExercise(page: string, name: string, fields: readonly string[]): string {
  const own = [`  ${name}:`, ...fields.map((line) => `  ${line}`)].join('\n');
  const listed = /^exercises:$/m.test(page) ? page.replace(/^exercises:\n/m, (line) => `${line}${own}\n`) : page.replace(/\n---\n/, (end) => `\nexercises:\n${own}${end}`);
  const last = listed.lastIndexOf('<Exercise');
  const end = listed.indexOf('/>', last) + 2;
  return `${listed.slice(0, end)}\n\n<Exercise name="${name}" />${listed.slice(end)}`;
}
