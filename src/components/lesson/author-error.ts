/** A mistake of a lesson's author that shows when the page is made. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The lesson's entry: where its text stands. */
export interface Written {
  readonly id: string;
  readonly filePath?: string | undefined;
}

/** @param words Parts of the tag that tell it from others: `id="lit"`. */
export function authorError({ id, filePath }: Written, tag: string, words: string, message: string): Error {
  const file = filePath === undefined ? id : relative(process.cwd(), filePath);
  const line = filePath === undefined ? undefined : lineOfTag(readFileSync(filePath, 'utf8'), tag, words);
  return new Error(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
}

/** From 1: where `<Prediction` begins that has these words before it ends. */
export function lineOfTag(text: string, tag: string, words: string): number | undefined {
  for (const { 0: written, index } of text.matchAll(new RegExp(`<${tag}\\b[\\s\\S]*?/?>(?=\\n|$)`, 'g'))) if (written.includes(words)) return text.slice(0, index).split('\n').length;
  return undefined;
}
