/** Colored lines of a whole text: at build for everything in the page, and in the page where a text has been edited. */
import { emphasize } from './emphasis.ts';
import type { Language } from './language.ts';
import type { Line } from './lines.ts';
import { loadTokenizer, type TokenizedLine } from './tokenizer.ts';

export type Highlighter = (code: string) => readonly Line[];

/** Every character of the code comes back, in order; only prompts are added. */
export async function loadHighlighter(language: Language): Promise<Highlighter> {
  const tokenize = await loadTokenizer(language);
  let before: readonly TokenizedLine[] = [];
  return (code) => {
    before = tokenize(code.split('\n'), before);
    return emphasize(language, before.map(({ tokens }) => tokens));
  };
}

export const highlight = async (language: Language, code: string): Promise<readonly Line[]> => (await loadHighlighter(language))(code);
