/** Addresses inside the site, with the base it is served under ("/" or "/k8s/"). */
import { languageFolder, languageOfPath, rootLanguage } from '../../lesson/translation/languages.ts';

export const baseUrl = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** @param slug A lesson's folder, such as "12-replicaset". */
export const lessonUrl = (slug: string, language: string = rootLanguage): string => `${baseUrl}${languageFolder(language)}lessons/${slug}/`;

/** Of a page: `Astro.url`. */
export const languageOfUrl = ({ pathname }: URL): string => languageOfPath(pathname.slice(baseUrl.length));

/** @param part The number of a part that has a checkpoint. */
export const checkpointUrl = (part: number): string => `${baseUrl}checkpoints/${part}/`;

/** The page that mixes all parts. */
export const finalUrl = `${baseUrl}final/`;
