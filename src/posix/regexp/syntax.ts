/** POSIX regular expressions, basic and extended, with GNU's additions (`\+`, `\|`, `\w`, `\<`). No back-references: they can't be matched in linear time. */
import { classNamed, foldCase, negateRanges, type PatternNode, type Ranges, unionOfRanges } from '../../engine/index.ts';

/** Why an expression can't be used, in the C library's words. */
export class ExpressionError extends Error {}

export interface Flavor {
  readonly extended: boolean;
  readonly ignoreCase: boolean;
  /** A backslash is an escape inside of brackets, too, as in awk. */
  readonly escapes?: boolean;
}

export interface Parsed {
  readonly node: PatternNode;
  /** Groups that `\1` … `\9` of a replacement may name. */
  readonly groups: number;
}

const mostRepeats = 1000;
/** Groups within groups. */
const deepest = 200;
/** Groups that are remembered. */
const mostGroups = 9;
const ANY: Ranges = [[0, 0xffff]];
const EMPTY: PatternNode = { type: 'concat', parts: [] };

/** Parses an expression. Throws an ExpressionError. */
export function parseExpression(pattern: string, flavor: Flavor): Parsed {
  return new ExpressionParser(pattern, flavor).whole();
}

class ExpressionParser {
  readonly #text: string;
  readonly #flavor: Flavor;
  #at = 0;
  #depth = 0;
  #groups = 0;

  constructor(text: string, flavor: Flavor) {
    this.#text = text;
    this.#flavor = flavor;
  }

  whole(): Parsed {
    const node = this.#either();
    if (this.#at < this.#text.length) throw new ExpressionError('Unmatched ) or \\)');
    return { node, groups: Math.min(this.#groups, mostGroups) };
  }

  /** Passes an operator: as it is in an extended expression, behind a backslash in a basic one. */
  #accept(operator: string): boolean {
    const found = this.#isNext(operator);
    if (found) this.#at += this.#flavor.extended ? 1 : 2;
    return found;
  }

  #isNext(operator: string): boolean {
    return this.#text.startsWith(this.#flavor.extended ? operator : `\\${operator}`, this.#at);
  }

  #either(): PatternNode {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionError('Regular expression too big');
    const parts = [this.#concat()];
    while (this.#accept('|')) parts.push(this.#concat());
    this.#depth -= 1;
    const [only = EMPTY] = parts;
    return parts.length === 1 ? only : { type: 'either', parts };
  }

  #concat(): PatternNode {
    const parts: PatternNode[] = [];
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#isNext('|') && !this.#isNext(')')) {
      const atStart = this.#at === start || (!this.#flavor.extended && this.#text.slice(start, this.#at) === '^');
      parts.push(this.#repeated(this.#atom(atStart)));
    }
    const [only = EMPTY] = parts;
    return parts.length === 1 ? only : { type: 'concat', parts };
  }

  #repeated(atom: PatternNode): PatternNode {
    // Behind a basic expression's `^` a star means itself.
    if (!this.#flavor.extended && atom.type === 'assert' && atom.what === 'begin') return atom;
    let node = atom;
    for (let bounds = this.#bounds(); bounds !== undefined; bounds = this.#bounds()) {
      const [min, max] = bounds;
      node = { type: 'repeat', node, min, max, greedy: true };
    }
    return node;
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#text[this.#at] === '*') {
      this.#at += 1;
      return [0, Infinity];
    }
    if (this.#accept('+')) return [1, Infinity];
    if (this.#accept('?')) return [0, 1];
    return this.#isNext('{') ? this.#interval() : undefined;
  }

  #interval(): readonly [number, number] | undefined {
    const { extended } = this.#flavor;
    const begin = this.#at + (extended ? 1 : 2);
    const close = extended ? '}' : '\\}';
    const end = this.#text.indexOf(close, begin);
    const inside = end < 0 || end - begin > 20 ? '' : this.#text.slice(begin, end);
    const found = /^(\d*)(,?)(\d*)$/.exec(inside);
    if (found === null || inside === '') {
      // In an extended expression a brace that begins no interval means itself.
      if (extended && !/^\d/.test(this.#text.slice(begin, begin + 1))) return undefined;
      throw new ExpressionError(end < 0 ? 'Unmatched { or \\{' : 'Invalid content of \\{\\}');
    }
    const min = Number(found[1] || 0);
    const max = found[2] === '' ? min : found[3] === '' ? Infinity : Number(found[3]);
    if (max < min) throw new ExpressionError('Invalid content of \\{\\}');
    if (min > mostRepeats || (max !== Infinity && max > mostRepeats))
      throw new ExpressionError('Regular expression too big');
    this.#at = end + close.length;
    return [min, max];
  }

  /** `atStart`: of an expression, a group or an alternative, where `*` means itself. */
  #atom(atStart: boolean): PatternNode {
    if (this.#accept('(')) return this.#group();
    const char = this.#text[this.#at] ?? '';
    this.#at += 1;
    const { extended } = this.#flavor;
    if (char === '[') return this.#brackets();
    if (char === '.') return { type: 'set', ranges: ANY };
    if (char === '^' && (extended || atStart)) return { type: 'assert', what: 'begin' };
    if (char === '$' && (extended || this.#endsHere())) return { type: 'assert', what: 'end' };
    if (char === '\\') return this.#escaped();
    return this.#literal(char);
  }

  #endsHere(): boolean {
    return this.#at >= this.#text.length || this.#isNext(')') || this.#isNext('|');
  }

  #literal(char: string): PatternNode {
    const code = char.charCodeAt(0);
    return this.#set([[code, code]]);
  }

  #set(ranges: Ranges): PatternNode {
    return { type: 'set', ranges: this.#flavor.ignoreCase ? foldCase(ranges) : ranges };
  }

  #group(): PatternNode {
    this.#groups += 1;
    const index = this.#groups;
    const node = this.#either();
    if (!this.#accept(')')) throw new ExpressionError('Unmatched ( or \\(');
    return index <= mostGroups ? { type: 'group', index, node } : node;
  }

  #escaped(): PatternNode {
    const char = this.#text[this.#at];
    if (char === undefined) throw new ExpressionError('Trailing backslash');
    this.#at += 1;
    if (/[1-9]/.test(char)) throw new ExpressionError(`back-references (\\${char}) are not supported`);
    if (char === 'b' || char === '<' || char === '>') return { type: 'assert', what: 'word' };
    if (char === 'B') return { type: 'assert', what: 'not word' };
    const named = 'wWsSdD'.includes(char) ? classNamed(char) : undefined;
    if (named !== undefined) return { type: 'set', ranges: named };
    return this.#literal(ESCAPES[char] ?? char);
  }

  #brackets(): PatternNode {
    const negated = this.#text[this.#at] === '^';
    if (negated) this.#at += 1;
    const found: (readonly [number, number])[] = [];
    for (let first = true; first || this.#text[this.#at] !== ']'; first = false) {
      if (this.#at >= this.#text.length) throw new ExpressionError('Unmatched [, [^, [:, [., or [=');
      found.push(...this.#bracketItem());
    }
    this.#at += 1;
    const ranges = unionOfRanges(found, []);
    const folded = this.#flavor.ignoreCase ? foldCase(ranges) : ranges;
    return { type: 'set', ranges: negated ? negateRanges(folded) : folded };
  }

  #bracketItem(): Ranges {
    const named = /^\[:(\w+):\]/.exec(this.#text.slice(this.#at, this.#at + 20));
    if (named !== null) {
      const ranges = classNamed(`:${named[1] ?? ''}`);
      if (ranges === undefined) throw new ExpressionError('Invalid character class name');
      this.#at += named[0].length;
      return ranges;
    }
    const low = this.#bracketCode();
    const isRange = this.#text[this.#at] === '-' && !['', ']'].includes(this.#text[this.#at + 1] ?? '');
    if (!isRange) return [[low, low]];
    this.#at += 1;
    const high = this.#bracketCode();
    if (high < low) throw new ExpressionError('Invalid range end');
    return [[low, high]];
  }

  #bracketCode(): number {
    const collating = /^\[([.=])([^\]])\1\]/.exec(this.#text.slice(this.#at, this.#at + 5));
    if (collating !== null) {
      this.#at += collating[0].length;
      return (collating[2] ?? '').charCodeAt(0);
    }
    const char = this.#text[this.#at] ?? '';
    this.#at += 1;
    const next = this.#text[this.#at];
    const escapes = char === '\\' && next !== undefined && (this.#flavor.escapes === true || /[nt]/.test(next));
    if (!escapes || next === undefined) return char.charCodeAt(0);
    this.#at += 1;
    return (ESCAPES[next] ?? next).charCodeAt(0);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };
