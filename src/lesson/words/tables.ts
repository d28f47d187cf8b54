/** The tables that there are: the kit’s, and what a course adds in `words/<language>.json`. Read by the build; pages get one as a script. */
import { de } from './de.ts';
import type { WordTable } from './words.ts';

const kit: Readonly<Record<string, WordTable>> = { de };
const courses = import.meta.glob<WordTable>('./course/*.json', { eager: true, import: 'default' });

/** @returns undefined for a language that has no table: its pages’ words are English. */
export function wordsOf(language: string): WordTable | undefined {
  const [ours, course] = [kit[language], courses[`./course/${language}.json`]];
  return ours === undefined && course === undefined ? undefined : { ...ours, ...course };
}
