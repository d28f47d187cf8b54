/** What a test of a case says, as the page puts it under that case. */
import { loopWords } from './loop-words.ts';

/**
 * The check says `In “copies”, it isn’t controller/replicaset that undoes it.`, by the names of the exercise's file. Under the case itself
 * its name is left out, and a loop is called what the list of loops calls it.
 */
export function wordsUnderCase(seen: string, name: string, components: readonly string[]): string {
  const text = seen.replace(`In “${name}”, `, '');
  const words = text.replace(/(?<=\bisn’t )[\w-]+(?:\/[\w.-]*\w)?/, (loop) => (components.includes(loop) ? withArticle(loop) : loop));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const withArticle = (loop: string): string => (loop === 'kubectl' ? loop : `the ${loopWords(loop)}`);
