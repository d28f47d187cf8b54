import { type CollectionEntry, getCollection } from 'astro:content';
import { type CourseLesson, course, type Part, placeOfOriginal } from '../../lesson/course.ts';
import { languageOfPath, lessonId, rootLanguage, slugOfId } from '../../lesson/translation/languages.ts';
import { lessonUrl } from './site.ts';
import { tr } from '../../lesson/words/words.ts';

export interface ListedLesson extends CourseLesson {
  /** The folder's name; absent while the lesson isn't written. */
  readonly slug?: string;
  readonly url?: string;
  /** Of title and idea, where that isn’t the page’s. */
  readonly language?: string;
}

export interface ListedPart extends Omit<Part, 'lessons'> {
  readonly lessons: readonly ListedLesson[];
}

/** Every lesson once: its translation into the language where there is one, else the lesson itself. */
export async function lessonEntries(language: string = rootLanguage): Promise<readonly CollectionEntry<'docs'>[]> {
  const entries = await getCollection('docs');
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.filter(({ id }) => languageOfPath(id) === rootLanguage).map((entry) => byId.get(lessonId(slugOf(entry.id), language)) ?? entry);
}

/** The lesson that this is a translation of; itself where it is none. */
export async function originalOf(entry: CollectionEntry<'docs'>): Promise<CollectionEntry<'docs'>> {
  const slug = slugOf(entry.id);
  return (await lessonEntries()).find(({ id }) => slugOf(id) === slug) ?? entry;
}

/**
 * The course with the addresses of the lessons that exist, as a page in this language names and links them.
 * @throws Error if a lesson's frontmatter disagrees with the course.
 */
export async function listCourse(language: string = rootLanguage): Promise<readonly ListedPart[]> {
  const entries = await lessonEntries(language);
  const slugs = new Map(entries.map(({ id, data }) => [data.number, { id, slug: slugOf(id), data }]));
  for (const [number, { slug, data }] of slugs) {
    const part = course.find(({ lessons }) => lessons.some((lesson) => lesson.number === number));
    if (!part) throw new Error(`${slug}: the course has no lesson ${number}`);
    if (part.number !== data.part) throw new Error(`${slug}: lesson ${number} is in part ${part.number}`);
    if (!slug.startsWith(`${number}-`))
      throw new Error(`${slug}: the folder of lesson ${number} begins with ${number}-`);
  }
  return course.map((part) => ({
    ...part,
    lessons: part.lessons.map((lesson) => {
      const found = slugs.get(lesson.number);
      const foreign = language === rootLanguage ? {} : { language: rootLanguage };
      if (found === undefined) return { ...lesson, ...foreign };
      const place = { slug: found.slug, url: lessonUrl(found.slug, language) };
      if (languageOfPath(found.id) === rootLanguage) return { ...lesson, ...foreign, ...place };
      return { ...lesson, title: found.data.title, idea: tr(lesson.idea), ...place };
    }),
  }));
}

/** The addresses of the lessons that exist, by the number that checkpoints and the final call them. */
export const lessonUrls = (parts: readonly ListedPart[]): ReadonlyMap<number, string> =>
  new Map(parts.flatMap(({ lessons }) => lessons).flatMap(({ originalNumber, url }) => (url === undefined ? [] : [[originalNumber, url] as const])));

/** Where an idea of a checkpoint is taught; undefined while that lesson isn't written. */
export function taughtIn(number: number | undefined, urls: ReadonlyMap<number, string>): { readonly url: string; readonly title: string } | undefined {
  const url = urls.get(number ?? 0);
  return url === undefined ? undefined : { url, title: tr('Lesson {number}', { number: placeOfOriginal(number ?? 0)?.lesson.number ?? '' }) };
}

/** The lesson a Starlight route shows, by its collection id ("lessons/12-replicaset", "de/lessons/12-replicaset"). */
export const slugOf = slugOfId;
