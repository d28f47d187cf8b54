import { getCollection } from 'astro:content';
import { type CourseLesson, course, type Part, placeOfOriginal } from '../../lesson/course.ts';
import { lessonUrl } from './site.ts';
import { tr } from '../../lesson/words/words.ts';

export interface ListedLesson extends CourseLesson {
  /** The folder's name; absent while the lesson isn't written. */
  readonly slug?: string;
  readonly url?: string;
}

export interface ListedPart extends Omit<Part, 'lessons'> {
  readonly lessons: readonly ListedLesson[];
}

/**
 * The course with the addresses of the lessons that exist.
 * @throws Error if a lesson's frontmatter disagrees with the course.
 */
export async function listCourse(): Promise<readonly ListedPart[]> {
  const entries = await getCollection('docs');
  const slugs = new Map(entries.map(({ id, data }) => [data.number, { slug: id.replace(/^lessons\//, ''), data }]));
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
      const slug = slugs.get(lesson.number)?.slug;
      return slug ? { ...lesson, slug, url: lessonUrl(slug) } : lesson;
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

/** The lesson a Starlight route shows, by its collection id ("lessons/12-replicaset"). */
export const slugOf = (id: string): string => id.replace(/^lessons\//, '');
