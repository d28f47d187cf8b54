/** Puts a note into each `catch` of a module: what was caught, and where. The code goes on as it would without; lines are kept. */
import { parse, type Token } from 'sucrase/dist/parser/index.js';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import type { Compile } from './compile.ts';
import { compileTypeScript } from './compile-typescript.ts';
import { caughtName } from './globals.ts';

/** As `compileTypeScript`, and what a `catch` catches is noted. */
export const compileNotingCatches: Compile = (file, source) => compileTypeScript(file, withNotes(file, source));

/** The source with its notes; as it was where none can be put in. */
function withNotes(file: string, source: string): string {
  if (!source.includes('catch')) return source;
  let text = '';
  let from = 0;
  for (const { at, insert } of notesIn(file, source)) {
    text += source.slice(from, at) + insert;
    from = at;
  }
  return text + source.slice(from);
}

interface Note {
  /** Offset of the source. */
  readonly at: number;
  readonly insert: string;
}

function notesIn(file: string, source: string): readonly Note[] {
  let tokens: readonly Token[];
  try {
    tokens = parse(source, false, true, false).tokens.filter(({ isType }) => !isType);
  } catch {
    // Compiling says what is wrong with it.
    return [];
  }
  return tokens.flatMap((token, index) => (is(token, '_catch') ? noteOf(file, source, tokens, index) : []));
}

/** `catch {` gets a name for what it catches; `catch ({ message }) {` has none for the whole of it, and is left. */
function noteOf(file: string, source: string, tokens: readonly Token[], index: number): readonly Note[] {
  const [word, second, third, fourth, fifth] = tokens.slice(index, index + 5);
  const noted = (name: string): string => {
    const line = source.slice(0, word?.start).split('\n').length;
    return `${caughtName}(${name},${line},${JSON.stringify(file)});`;
  };
  if (word !== undefined && is(second, 'braceL'))
    return [
      { at: word.end, insert: '(__e)' },
      { at: second?.end ?? 0, insert: noted('__e') },
    ];
  const isNamed = is(second, 'parenL') && is(third, 'name') && is(fourth, 'parenR') && is(fifth, 'braceL');
  if (!isNamed || third === undefined || fifth === undefined) return [];
  return [{ at: fifth.end, insert: noted(source.slice(third.start, third.end)) }];
}

const is = (token: Token | undefined, name: string): boolean => token !== undefined && token.type === TokenType[name];
