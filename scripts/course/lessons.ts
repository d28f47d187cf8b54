/** Which folders the lessons of a course are, and how a lesson's text reads at its place there. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../../src/lesson/nearest.ts';
import type { CourseLessonOptions, CoursePart } from './options.ts';

/** Where lessons are, in a course as in the kit: `src/content/lessons/<part>/<lesson>/`. */
const lessonsFolder = 'src/content/lessons';

/** A lesson at its place in a course. */
export interface PlacedLesson {
  /** The place, from 1. */
  readonly number: number;
  readonly part: number;
  /** `2-replicaset`: the place, and the name without the number that it has elsewhere. */
  readonly slug: string;
  readonly title: string;
  readonly idea: string;
  /** Its number in Converge; 0: it is the course's own. */
  readonly originalNumber: number;
  /** Where its files are; undefined: it is still to come. */
  readonly folder: string | undefined;
}

/** A lesson that lies on the disk. */
interface FoundLesson {
  /** `12-replicaset` */
  readonly name: string;
  readonly folder: string;
}

const foundIn = (root: string): readonly FoundLesson[] =>
  globSync(`${lessonsFolder}/*/*/index.mdx`, { cwd: root }).map((path) => ({ name: basename(dirname(path)), folder: join(root, dirname(path)) }));

const withoutNumber = (name: string): string => name.replace(/^\d+-/, '');

/** The one of this name, also without its number; nothing where two have it. */
function named(name: string, lessons: readonly FoundLesson[]): FoundLesson | undefined {
  const exact = lessons.find((each) => each.name === name);
  if (exact !== undefined) return exact;
  const [found, ...others] = lessons.filter((each) => withoutNumber(each.name) === withoutNumber(name));
  return others.length === 0 ? found : undefined;
}

export interface LessonSources {
  readonly course: string;
  readonly kit: string;
  /** Names of lessons that are in the course's list, and are only now to be made. */
  readonly toCome?: readonly string[];
}

/** @throws Error that names the nearest lesson, where there is none of a name. */
export function placedLessons(parts: readonly CoursePart[], { course, kit, toCome = [] }: LessonSources): readonly PlacedLesson[] {
  const own = foundIn(course);
  const ours = foundIn(kit);
  const ideas = ideasOf(kit);
  let number = 0;
  const placed = parts.flatMap(({ lessons }, index) =>
    lessons.map((each) => {
      number += 1;
      const { name, idea }: CourseLessonOptions = typeof each === 'string' ? { name: each } : each;
      const place = { number, part: index + 1, slug: `${number}-${withoutNumber(name)}` };
      const mine = named(name, own);
      const found = mine ?? named(name, ours);
      if (found === undefined && !toCome.includes(name)) throw new Error(missing(name, [...own, ...ours]));
      if (found === undefined) return { ...place, title: titleOf(name), idea: idea ?? '', originalNumber: 0, folder: undefined };
      const originalNumber = mine === undefined ? Number.parseInt(found.name, 10) : 0;
      const { title, goal } = fieldsOf(found);
      return { ...place, slug: `${number}-${withoutNumber(found.name)}`, title, idea: idea ?? ideas.get(originalNumber) ?? goal, originalNumber, folder: found.folder };
    }),
  );
  const twice = placed.find(({ slug }, index) => placed.findIndex((other) => withoutNumber(other.slug) === withoutNumber(slug)) < index);
  if (twice !== undefined) throw new Error(`astro.config.mjs: the lesson ${withoutNumber(twice.slug)} is in the course twice`);
  return placed;
}

function missing(name: string, lessons: readonly FoundLesson[]): string {
  const near = nearest(name, lessons.map((each) => each.name)) ?? '';
  return `astro.config.mjs: there is no lesson ${name}; the nearest is ${near}. \`npm run lesson -- new ${name}\` makes one`;
}

/** `2-hot-lamps`: Hot lamps */
function titleOf(name: string): string {
  const words = withoutNumber(name).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function fieldsOf({ name, folder }: FoundLesson): { readonly title: string; readonly goal: string } {
  const text = readFileSync(join(folder, 'index.mdx'), 'utf8');
  const field = (key: string): string => (new RegExp(`^${key}: *(.*)$`, 'm').exec(text)?.[1] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2');
  return { title: field('title') || titleOf(name), goal: field('goal') };
}

/** Our lessons' ideas, as our course lists them. The list is read as text: below `node_modules` Node imports no TypeScript. */
function ideasOf(kit: string): ReadonlyMap<number, string> {
  const text = readFileSync(join(kit, 'src/lesson/course.ts'), 'utf8');
  return new Map([...text.matchAll(/\blesson\((\d+), '[^']*', '([^']*)'/g)].map(([, number, idea = '']) => [Number(number), idea]));
}

/** The text of a lesson's `index.mdx`, or of a translation, at its place. @param all The course's lessons: what others are called there. */
export function textAt(lesson: PlacedLesson, text: string, all: readonly PlacedLesson[]): string {
  const fields = withField(withField(text, 'part', lesson.part), 'number', lesson.number);
  if (lesson.originalNumber === 0 || lesson.originalNumber === lesson.number) return fields;
  return withTitles(withRecall(fields, lesson, all), titlesOf(all));
}

const withField = (text: string, key: string, value: number): string => text.replace(new RegExp(`^${key}: .*$`, 'm'), `${key}: ${value}`);

/** Questions of earlier lessons, by their numbers here; none where one of the lessons isn't before this one, or not far enough. */
function withRecall(text: string, { number }: PlacedLesson, all: readonly PlacedLesson[]): string {
  return text.replace(/^recall: \[(.*)\]\n/m, (_, ids: string) => {
    const moved = ids.split(/,\s*/).map((id) => {
      const [lesson = '', question = ''] = id.split('/');
      return { lesson: all.find(({ originalNumber }) => originalNumber === Number(lesson))?.number ?? Number.POSITIVE_INFINITY, question };
    });
    const [older = 0, newer = 0] = moved.map(({ lesson }) => lesson).sort((a, b) => a - b);
    if (older > number - 3 || newer !== number - 1) return '';
    return `recall: [${moved.map(({ lesson, question }) => `${lesson}/${question}`).join(', ')}]\n`;
  });
}

/** Original number -> title of those in the course. */
const titlesOf = (all: readonly PlacedLesson[]): ReadonlyMap<number, string> =>
  new Map(all.flatMap(({ originalNumber, title }) => (originalNumber === 0 ? [] : [[originalNumber, title] as const])));

/** "lesson 12" means another one here, or none: the words name it by its title, or as one of Converge's. So does "Lektion 12", in German. */
const withTitles = (text: string, titles: ReadonlyMap<number, string>): string =>
  text.replaceAll(/\b([Ll]esson|Lektion) (\d+)\b/g, (_, word: string, number: string) => {
    const title = titles.get(Number(number));
    if (word === 'Lektion') return title === undefined ? `Lektion ${number} von Converge` : `Lektion „${title}“`;
    return title === undefined ? `${word} ${number} of Converge` : `${word} “${title}”`;
  });
