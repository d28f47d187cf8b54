/** A new lesson that passes its own check: an author changes what is there, instead of beginning with nothing. */
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partNames } from '../../session/part-names.ts';
import { course } from '../course.ts';
import { nearest } from '../nearest.ts';

const content = fileURLToPath(new URL('../../content/', import.meta.url));

/** Where the course lists its lessons. */
const coursePath = 'src/lesson/course.ts';

/** The course's own lessons. */
export const lessonsFolder = join(content, 'lessons');

/** The parts of which there is no whole lesson to begin with: only a further exercise. */
const withoutLesson: readonly string[] = ['service-rules', 'network-policy', 'rate-limiter', 'expectations', 'owner-graph'];

/** What can be the exercise of a new lesson. */
export const newSubjects: readonly string[] = [
  ...['controller', 'function', 'plugin', 'webhook', 'manifests', 'commands', 'diagnosis'],
  ...partNames.filter((name) => !withoutLesson.includes(name)),
];

export interface NewLesson {
  /** `13-lamps` */
  readonly name: string;
  /** `controller`, `function`, `plugin`, `webhook`, `manifests`, `commands`, `diagnosis`, or a part of the engine. */
  readonly subject: string;
  /** Where lessons are; the course's own by default. */
  readonly lessons?: string;
}

/**
 * Makes the folder, and returns its path.
 * @throws Error that says what is wrong with the name or the subject.
 */
export function newLesson({ name, subject, lessons = lessonsFolder }: NewLesson): string {
  const number = /^([1-9]\d?)-[a-z0-9]+(?:-[a-z0-9]+)*$/.exec(name)?.[1];
  if (number === undefined) throw new Error(`a lesson’s name is its number and a word or more, such as 13-lamps: not "${name}"`);
  const template = templateOf(subject);
  const twin = globSync('*/*/index.mdx', { cwd: lessons }).find((path) => Number.parseInt(basename(dirname(path)), 10) === Number(number));
  if (twin !== undefined) throw new Error(`the number ${number} is that of ${dirname(twin)}${freeNumber(lessons)}`);
  const part = course.find(({ lessons: planned }) => planned.some((each) => each.number === Number(number))) ;
  if (part === undefined) throw new Error(`the course has no lesson ${number}: give ${coursePath} one more line, such as lesson(${number}, '${titleOf(name)}', 'What it is about'), or take a number that is free`);
  const folder = join(lessons, partFolder(lessons, part.number, part.title), name);
  mkdirSync(folder, { recursive: true });
  copyFrom(template, folder);
  const page = join(folder, 'index.mdx');
  writeFileSync(page, withFields(readFileSync(page, 'utf8'), { title: titleOf(name), part: String(part.number), number }));
  return folder;
}

/** A number that the course has and no folder. */
function freeNumber(lessons: string): string {
  const taken = globSync('*/*/index.mdx', { cwd: lessons }).map((path) => Number.parseInt(basename(dirname(path)), 10));
  const numbers = course.flatMap(({ lessons: planned }) => planned.map(({ number }) => number));
  const free = numbers.find((number) => !taken.includes(number));
  if (free !== undefined) return `; ${free} is free`;
  const next = Math.max(0, ...numbers) + 1;
  return `; none is free: give ${coursePath} one more line, such as lesson(${next}, 'Lamps', 'What it is about'), and take ${next}`;
}

/** `3-loops`: the one that is there, or one of the part's own title. */
function partFolder(lessons: string, number: number, title: string): string {
  const there = existsSync(lessons) ? readdirSync(lessons).find((folder) => Number.parseInt(folder, 10) === number) : undefined;
  return there ?? `${number}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** Made for this where no lesson could be changed; else the first lesson about it. @throws Error that names the nearest subject. */
export function templateOf(subject: string): string {
  if (!newSubjects.includes(subject)) throw new Error(`there is no subject "${subject}"; the nearest is "${nearest(subject, newSubjects)}", and there are ${newSubjects.join(', ')}`);
  const own = join(content, 'templates/lesson', subject);
  if (existsSync(own)) return own;
  const all = globSync('lessons/*/*/index.mdx', { cwd: content }).sort();
  const line = lineOf[subject] ?? new RegExp(`^  part: ${subject}$`, 'm');
  const found = all.find((path) => line.test(readFileSync(join(content, path), 'utf8')));
  if (found === undefined) throw new Error(`no lesson has the subject ${subject} that a new one could begin with`);
  return join(content, dirname(found));
}

/** What the frontmatter of such a lesson has. */
const lineOf: Readonly<Record<string, RegExp>> = { manifests: /^ {2}file: .+\.yaml$/m, commands: /^ {2}file: .+\.sh$/m, diagnosis: /^ {2}file: .+\.diagnosis$/m, plugin: /^ {2}replaces: scheduler\//m, webhook: /^ {2}replaces: webhook\//m };

/** Known mutants are of the check as it was. */
const copyFrom = (template: string, folder: string): void =>
  cpSync(template, folder, { recursive: true, filter: (path) => basename(path) !== 'known-mutants.ts' });

/** The frontmatter with these fields, and without questions of lessons that needn't come before. */
function withFields(page: string, fields: Readonly<Record<string, string>>): string {
  let text = page.replace(/^recall: .*\n/m, '');
  for (const [field, value] of Object.entries(fields)) text = text.replace(new RegExp(`^${field}: .*$`, 'm'), `${field}: ${value}`);
  return text;
}

/** `13-hot-lamps`: Hot lamps */
function titleOf(name: string): string {
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
