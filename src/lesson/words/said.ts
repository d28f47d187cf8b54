/** Sentences that come whole, with their values in them, from where there is no table: the engine, a check, a grader. */
import { tr, wordsOfPage } from '../../viz/words.ts';
import type { WordTable } from './words.ts';

/** Begins a key of a table whose places stand for what such a sentence holds there: `~At {time} your loop wrote {what}.` */
const mark = '~';

interface SaidPattern {
  readonly key: string;
  readonly pattern: RegExp;
}
/** Longer ones stay as they are: what someone's code has put into them must not keep the patterns busy. */
const longestSaid = 500;
const patterns = new WeakMap<WordTable, readonly SaidPattern[]>();

/** @returns The sentence in the page's language, where the table has it, or its pattern; phrases in its places are looked up as well. */
export function trSaid(said: string): string {
  const table = wordsOfPage();
  if (table[said] !== undefined) return tr(said);
  if (said.length > longestSaid) return said;
  for (const { key, pattern } of patternsOf(table)) {
    const values = pattern.exec(said)?.groups;
    if (values !== undefined) return tr(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.includes(' ') ? trSaid(value) : value])));
  }
  return said;
}

/** In the table's order: the first that fits is taken. */
function patternsOf(table: WordTable): readonly SaidPattern[] {
  const known = patterns.get(table);
  if (known !== undefined) return known;
  const made = Object.keys(table).filter((key) => key.startsWith(mark)).map((key) => ({ key, pattern: patternOf(key.slice(mark.length)) }));
  patterns.set(table, made);
  return made;
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? `(?<${part}>.+?)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`, 's');
}
