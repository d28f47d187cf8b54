/** The script that brings a language’s words to its pages. */
import { createHash } from 'node:crypto';
import { wordsOf } from '../../lesson/words/tables.ts';
import { baseUrl } from './site.ts';

export interface WordsScript {
  /** It changes with the text. */
  readonly url: string;
  readonly text: string;
}

/** @returns undefined for a language that has no table. */
export function wordsScript(name: string): WordsScript | undefined {
  const words = wordsOf(name);
  if (words === undefined) return undefined;
  const text = `globalThis.pageLanguage=${JSON.stringify({ name, words })}\n`;
  return { url: `${baseUrl}words/${name}.js?${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
}
