/** Which language a page is in, and where a language’s pages stand: `/de/lessons/12-replicaset/`. */
import { languages } from '../course-languages.ts';

/** What lessons are written in; translations stand beside them. */
export const rootLanguage: string = Object.keys(languages)[0] ?? 'en';

/** In which translations are: the others. */
export const otherLanguages: readonly string[] = Object.keys(languages).slice(1);

/** The folder of a language below the site’s base: `de/`; of the first none. */
export const languageFolder = (language: string): string => (language === rootLanguage ? '' : `${language}/`);

/** @param path Below the site’s base: `de/lessons/12-replicaset/`. */
export const languageOfPath = (path: string): string => otherLanguages.find((language) => path === language || path.startsWith(`${language}/`)) ?? rootLanguage;

/** The same page in another language. @param path Below the site’s base. */
export const pathIn = (language: string, path: string): string => languageFolder(language) + path.slice(languageFolder(languageOfPath(path)).length);

/** `index.de.mdx` is a translation into German. @returns undefined for a lesson itself. */
export const languageOfFile = (path: string): string | undefined => /(?:^|\/)index\.([\w-]+)\.mdx$/.exec(path)?.[1];

/** Where the page of a lesson is in the collection: `lessons/12-replicaset`, `de/lessons/12-replicaset`. */
export const lessonId = (slug: string, language: string): string => `${languageFolder(language)}lessons/${slug}`;

/** The lesson of such a place, whatever the language. */
export const slugOfId = (id: string): string => id.replace(/^(?:[^/]+\/)?lessons\//, '');
