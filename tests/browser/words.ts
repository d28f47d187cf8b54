/** The page's words as tests look for them: in the language that the page is in. */
import { de } from '../../src/lesson/words/de.ts';

/** What the page says in German for an English text. `{count}` and the like are filled in. */
export function german(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = de[text];
  if (typeof found !== 'string') throw new Error(`“${text}” isn’t a text of src/lesson/words/de.ts`);
  return found.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The whole of a text in English or German; where it has a `{count}`, any. */
export const inAnyLanguage = (text: string): RegExp => new RegExp(`^(?:${[text, german(text)].map((each) => each.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+')).join('|')})$`);
