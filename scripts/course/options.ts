/** What a course says of itself in its `astro.config.mjs`. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrationName } from './integration.ts';

export interface CourseOptions {
  /** In titles, in the footer and on the certificate. */
  readonly name: string;
  /** After the name, in the title of the home page, and as its heading: "learn control loops by writing them". */
  readonly promise?: string;
  /** For those who search the web. */
  readonly description?: string;
  /** On the certificate, after the name: "a course on control loops". */
  readonly kind?: string;
  /** An SVG file, relative to the course. */
  readonly logo?: string;
  /** A style sheet with colors by their tokens, relative to the course. */
  readonly colors?: string;
  /**
   * By their tags, as each calls itself: `{ en: 'English', de: 'Deutsch' }`. Lessons are written in the first; `index.de.mdx` beside a lesson's
   * `index.mdx` translates it, and `words/de.json` adds to the page's own words. Absent: English alone.
   */
  readonly languages?: Readonly<Record<string, string>>;
  readonly parts: readonly CoursePart[];
}

export interface CoursePart {
  readonly title: string;
  /** What one meets there, for the home page. */
  readonly about?: string;
  /**
   * In their order. A name is that of a folder in the course's own `src/content/lessons/<part>/`, or of a lesson of Converge: `12-replicaset`.
   * A lesson gets the number of its place.
   */
  readonly lessons: readonly (string | CourseLessonOptions)[];
}

export interface CourseLessonOptions {
  readonly name: string;
  /** The lesson's idea in a few words, for the links that lead to it. */
  readonly idea?: string;
}

/** @throws Error that says what is wrong in the course's `astro.config.mjs`. */
export async function readOptions(course: string): Promise<CourseOptions> {
  const file = join(course, 'astro.config.mjs');
  // Again after a change: Node keeps a module that has been imported, by its address.
  const module: { readonly default?: { readonly integrations?: readonly unknown[] } } = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  const found = (module.default?.integrations ?? []).flat().find(isOurs);
  if (found === undefined) throw new Error('astro.config.mjs: its integrations don’t name the course: converge({ name, parts })');
  return checkedOptions(found.options);
}

const isOurs = (each: unknown): each is { readonly options: unknown } => isRecord(each) && each['name'] === integrationName;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const texts: readonly string[] = ['name', 'promise', 'description', 'kind', 'logo', 'colors'];

function checkedOptions(options: unknown): CourseOptions {
  if (!isRecord(options)) throw wrong('converge() takes { name, parts }');
  const unknown = Object.keys(options).find((key) => key !== 'parts' && key !== 'languages' && !texts.includes(key));
  if (unknown !== undefined) throw wrong(`there is no option ${unknown}; there are ${texts.join(', ')}, languages, parts`);
  const notText = texts.find((key) => key !== 'name' && options[key] !== undefined && !isText(options[key]));
  if (notText !== undefined) throw wrong(`${notText} is a text`);
  const { name, parts, languages, ...others } = options;
  if (!isText(name)) throw wrong('a course has a name');
  if (!Array.isArray(parts) || parts.length === 0) throw wrong('parts is a list of { title, lessons }');
  return { ...others, name, parts: parts.map(checkedPart), ...(languages === undefined ? {} : { languages: checkedLanguages(languages) }) };
}

function checkedLanguages(languages: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(languages) ? Object.entries(languages) : [];
  const named = entries.flatMap(([tag, name]) => (isText(name) ? [[tag, name] as const] : []));
  if (named.length === 0 || named.length < entries.length) throw wrong("languages is a list by tags: { en: 'English', de: 'Deutsch' }");
  const odd = named.find(([tag]) => !/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(tag));
  if (odd !== undefined) throw wrong(`languages: ${odd[0]} is no tag of a language, such as de or pt-BR`);
  return Object.fromEntries(named);
}

function checkedPart(part: unknown): CoursePart {
  if (!isRecord(part) || !isText(part['title'])) throw wrong('each of parts has a title');
  const { title, about, lessons } = part;
  if (about !== undefined && !isText(about)) throw wrong(`about of the part "${title}" is a text`);
  if (!Array.isArray(lessons) || lessons.length === 0) throw wrong(`lessons of the part "${title}" is a list of names`);
  return { title, ...(about === undefined ? {} : { about }), lessons: lessons.map((lesson) => checkedLesson(lesson, title)) };
}

function checkedLesson(lesson: unknown, part: string): string | CourseLessonOptions {
  if (isText(lesson)) return lesson;
  if (!isRecord(lesson) || !isText(lesson['name'])) throw wrong(`a lesson of the part "${part}" is its name, or { name, idea }`);
  const { name, idea } = lesson;
  if (idea !== undefined && !isText(idea)) throw wrong(`idea of the lesson ${name} is a text`);
  return { name, ...(idea === undefined ? {} : { idea }) };
}

const wrong = (message: string): Error => new Error(`astro.config.mjs: ${message}`);
