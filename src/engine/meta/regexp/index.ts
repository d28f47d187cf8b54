/**
 * Regular expressions as Go has them (RE2): matching takes time in proportion to pattern times text, whatever the pattern, so that no
 * CustomResourceDefinition and no policy can make the server hang. JavaScript's own can take exponential time.
 */
import { compile, type Instruction } from './program.ts';
import { search } from './search.ts';
import { PatternError } from './node.ts';
import { parsePattern } from './syntax.ts';

export interface Regexp {
  /** Whether it matches anywhere in a text. */
  test(text: string): boolean;
  /** The first match, the leftmost one. */
  find(text: string): string | undefined;
  /** All matches that don't overlap. */
  findAll(text: string): readonly string[];
}

const compiled = new Map<string, Regexp | { readonly error: string }>();
const remembered = 200;

/** Compiles a pattern; `error` is Go's sentence on what is wrong with it. */
export function compileRegexp(pattern: string): Regexp | { readonly error: string } {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= remembered) compiled.clear();
  const result = create(pattern);
  compiled.set(pattern, result);
  return result;
}

function create(pattern: string): Regexp | { readonly error: string } {
  try {
    return matcher(compile(parsePattern(pattern)));
  } catch (error) {
    if (error instanceof PatternError) return { error: error.message };
    throw error;
  }
}

function matcher(program: readonly Instruction[]): Regexp {
  const points = (text: string): readonly number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const part = (text: readonly number[], [from, to]: readonly [number, number]): string =>
    text
      .slice(from, to)
      .map((point) => String.fromCodePoint(point))
      .join('');
  return {
    test: (text) => search(program, points(text), 0) !== undefined,
    find(text) {
      const given = points(text);
      const found = search(program, given, 0);
      return found === undefined ? undefined : part(given, found);
    },
    findAll(text) {
      const given = points(text);
      const all: string[] = [];
      let from = 0;
      let end = -1;
      while (from <= given.length) {
        const found = search(program, given, from);
        if (found === undefined) break;
        const isEmpty = found[0] === found[1];
        // As Go: an empty match right behind another one doesn't count.
        if (!isEmpty || found[0] !== end) all.push(part(given, found));
        end = found[1];
        from = isEmpty ? found[1] + 1 : found[1];
      }
      return all;
    },
  };
}
