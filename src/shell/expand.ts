/** From the words that are written to the words that a command gets: variables, `$(…)`, splitting, file patterns. */
import { ShellSyntaxError, type Word } from './tokens.ts';

/** What words are expanded from. */
export interface Known {
  /** `?` is how the last command ended. */
  variable(name: string): string | undefined;
  /** Every file. */
  paths(): readonly string[];
  /** The value of an arithmetic expression, which may set variables; or why it has none. */
  calculate(expression: string): { readonly value: string } | { readonly error: string };
  /** What a script prints. */
  output(script: string): Promise<string>;
}

/** A path as the workspace knows it. */
export function normalize(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** The fields of words: unquoted expansions are split at blanks, unquoted patterns match files. */
export async function expandAll(words: readonly Word[], known: Known): Promise<readonly string[]> {
  const all: string[] = [];
  for (const word of words) all.push(...(await expand(word, known)));
  return all;
}

/** One word as one text: nothing is split. */
export async function expandText(word: Word, known: Known): Promise<string> {
  let text = '';
  for (const part of word) text += await value(part, known);
  return text;
}

async function expand(word: Word, known: Known): Promise<readonly string[]> {
  const fields: string[] = [];
  let current: string | undefined;
  let pattern = false;
  for (const part of word) {
    const text = await value(part, known);
    if (part.type === 'text' || part.quoted) {
      if (part.type === 'text' && !part.quoted && /[*?]/.test(text)) pattern = true;
      current = (current ?? '') + text;
      continue;
    }
    const pieces = text.split(/[ \t\n]+/);
    if (pieces[0] === '' && current !== undefined && pieces.length > 1) fields.push(current);
    const [first = '', ...rest] = pieces;
    current = first === '' ? (pieces.length > 1 ? undefined : current) : (current ?? '') + first;
    for (const piece of rest) {
      if (current !== undefined) fields.push(current);
      current = piece === '' ? undefined : piece;
    }
  }
  if (current !== undefined) fields.push(current);
  return pattern ? fields.flatMap((field) => glob(field, known.paths())) : fields;
}

function glob(field: string, paths: readonly string[]): readonly string[] {
  const pattern = new RegExp(
    `^${normalize(field)
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}$`,
  );
  const found = paths.filter((path) => pattern.test(path));
  return found.length > 0 ? found.toSorted() : [field];
}

async function value(part: Word[number], known: Known): Promise<string> {
  if (part.type === 'text') return part.text;
  if (part.type === 'variable') return known.variable(part.name) || (part.fallback ?? '');
  if (part.type === 'arithmetic') {
    const expression = await expandText(part.expression, known);
    const result = known.calculate(expression);
    if ('error' in result) throw new ShellSyntaxError(`$((${expression})): ${result.error}`);
    return result.value;
  }
  return (await known.output(part.script)).replace(/\n+$/, '');
}
