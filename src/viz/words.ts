/**
 * The page's words in the language of its reader. English stands in the source and is the key, as with gettext; another language has a
 * table, such as `de.ts`. What the table doesn't have stays English.
 */

/** By `Intl.PluralRules`' categories; every language has `other`. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A language's table: the English text, and what it is there. The key of a plural is its English `other`. */
export type WordTable = Readonly<Record<string, string | Plural>>;

/** English that `tr` gets where it is shown: texts of a constant, or of a function's returns, whose type says so. */
export type English = string;

/** What goes into the `{places}` of a text. */
export type Values = Readonly<Record<string, string | number>>;

export interface PageLanguage {
  /** As in `<html lang>`. */
  readonly name: string;
  readonly words: WordTable;
}

const english: PageLanguage = { name: 'en', words: {} };

/** In a browser the script `words/<language>.js` sets it before anything is drawn; in the build `usePageLanguage` does. */
const ofPage = globalThis as { pageLanguage?: PageLanguage };

/** What `tr` writes from now on. @param language undefined: English. */
export function usePageLanguage(language: PageLanguage | undefined): void {
  ofPage.pageLanguage = language ?? english;
}

/** The table that `tr` looks into. */
export const wordsOfPage = (): WordTable => (ofPage.pageLanguage ?? english).words;

/** @param text English, with values' names in braces: `in universe {number}`. @returns It in the page's language. */
export function tr(text: string, values: Values = {}): string {
  const { words } = ofPage.pageLanguage ?? english;
  const found = words[text] ?? text;
  return filled(typeof found === 'string' ? found : found.other, values);
}

/** @param plural English, `{count}` for the number: `{ one: '{count} error', other: '{count} errors' }`. */
export function trCount(count: number, plural: Plural, values: Values = {}): string {
  const { name, words } = ofPage.pageLanguage ?? english;
  const found = words[plural.other];
  const forms = typeof found === 'object' ? found : plural;
  const rules = new Intl.PluralRules(forms === plural ? 'en' : name);
  return filled(forms[rules.select(count)] ?? forms.other, { count, ...values });
}

/** A name that has no value stays, braces and all: JSON and JSX in a text are none. */
const filled = (text: string, values: Values): string => text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
