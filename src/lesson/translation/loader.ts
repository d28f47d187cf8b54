/** Loads lessons and their translations for the pages: what a translation’s frontmatter leaves out is the lesson’s. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { parse } from 'yaml';
import { lessonSlug } from '../course.ts';
import { frontmatterText } from '../frontmatter-text.ts';
import { translatedFields } from './fields.ts';
import { languageOfFile, lessonId, otherLanguages, rootLanguage } from './languages.ts';

/** Each lesson’s `index.mdx`, and `index.de.mdx` where the site has German; not what their exercises hold. */
const patterns = ['*/*/index.mdx', ...otherLanguages.map((language) => `*/*/index.${language}.mdx`)];

/** @param base The folder of the lessons, relative to the site’s. */
export function lessonLoader(base: string): Loader {
  const files = glob({
    base,
    pattern: patterns,
    generateId: ({ entry }) => lessonId(lessonSlug(entry), languageOfFile(entry) ?? rootLanguage),
  });
  return {
    name: 'lessons',
    async load(context) {
      // The lesson may have changed, and not the translation that takes fields from it.
      for (const { id } of context.store.values()) if (otherLanguages.some((language) => id.startsWith(`${language}/`))) context.store.delete(id);
      await files.load({
        ...context,
        parseData: (entry) => context.parseData({ ...entry, data: { ...entry.data, ...fieldsOf(entry.data, entry.filePath) } }),
      });
    },
  };
}

/** @throws Error that names what differs. */
function fieldsOf(data: Record<string, unknown>, filePath = ''): Record<string, unknown> {
  if (languageOfFile(filePath) === undefined) return data;
  const original = join(dirname(filePath), 'index.mdx');
  const where = relative(process.cwd(), filePath);
  if (!existsSync(original)) throw new Error(`${where}: there is no index.mdx that this could be a translation of`);
  const { fields, differing } = translatedFields(frontmatterOf(readFileSync(original, 'utf8')), data);
  if (differing.length > 0) throw new Error(`${where}: ${differing.map((path) => path.join('.')).join(', ')}: index.mdx says something else; leave out what isn’t prose`);
  return { ...fields };
}

const frontmatterOf = (text: string): Record<string, unknown> => parse(frontmatterText(text) ?? '{}');
