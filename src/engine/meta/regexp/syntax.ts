/** RE2's syntax, as Go's regexp takes it: no backreferences and no lookaround, so that matching takes linear time. */
import { classNamed, foldCase, negate, type Ranges, union } from './classes.ts';
import { type Node, PatternError, weight } from './node.ts';

const MAX_REPEAT = 1000;
const MAX_DEPTH = 500;
const ANY: Ranges = [[0, 0x10ffff]];
const ANY_BUT_NEWLINE: Ranges = [
  [0, 9],
  [11, 0x10ffff],
];

/** Parses a pattern. Throws a PatternError. */
export function parsePattern(pattern: string): Node {
  const parser = new PatternParser([...pattern]);
  return parser.whole();
}

class PatternParser {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;
  #fold = false;
  #dotAll = false;
  #lines = false;
  #lazy = false;

  constructor(chars: readonly string[]) {
    this.#chars = chars;
  }

  whole(): Node {
    const node = this.#either();
    if (this.#at < this.#chars.length) throw new PatternError('unexpected )', this.#chars.join(''));
    return node;
  }

  #peek(ahead = 0): string {
    return this.#chars[this.#at + ahead] ?? '';
  }

  #accept(text: string): boolean {
    const found = this.#chars.slice(this.#at, this.#at + text.length).join('') === text;
    if (found) this.#at += text.length;
    return found;
  }

  #rest(from = this.#at): string {
    return this.#chars.slice(from).join('');
  }

  #either(): Node {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new PatternError('expression nests too deeply', this.#chars.join(''));
    const parts = [this.#concat()];
    while (this.#accept('|')) parts.push(this.#concat());
    this.#depth -= 1;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'either', parts };
  }

  #concat(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#chars.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const start = this.#at;
      const node = this.#atom();
      if (node !== undefined) parts.push(this.#repeated(node, start));
    }
    return { type: 'concat', parts };
  }

  #repeated(atom: Node, start: number): Node {
    let node = atom;
    let before: number | undefined;
    for (;;) {
      const at = this.#at;
      const bounds = this.#bounds();
      if (bounds === undefined) return node;
      if (before !== undefined) {
        throw new PatternError('invalid nested repetition operator', this.#chars.slice(before, this.#at).join(''));
      }
      const [min, max] = bounds;
      if (
        min > MAX_REPEAT ||
        (max !== Infinity && (max > MAX_REPEAT || max < min)) ||
        weight(node) * min > MAX_REPEAT * 20
      ) {
        throw new PatternError('invalid repeat count', this.#chars.slice(at, this.#at).join(''));
      }
      const greedy = this.#accept('?') === this.#lazy;
      node = { type: 'repeat', node, min, max, greedy };
      before = at;
      if (this.#at === start) return node;
    }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#accept('*')) return [0, Infinity];
    if (this.#accept('+')) return [1, Infinity];
    if (this.#accept('?')) return [0, 1];
    const match = this.#peek() === '{' ? /^\{(\d+)(,)?(\d+)?\}/.exec(this.#rest().slice(0, 40)) : null;
    if (match === null) return undefined;
    this.#at += match[0].length;
    const min = Number(match[1]);
    return [min, match[2] === undefined ? min : match[3] === undefined ? Infinity : Number(match[3])];
  }

  #atom(): Node | undefined {
    const start = this.#at;
    const char = this.#peek();
    this.#at += 1;
    switch (char) {
      case '(':
        return this.#group(start);
      case '[':
        return this.#set(start);
      case '.':
        return { type: 'set', ranges: this.#dotAll ? ANY : ANY_BUT_NEWLINE };
      case '^':
        return { type: 'assert', what: this.#lines ? 'line begin' : 'begin' };
      case '$':
        return { type: 'assert', what: this.#lines ? 'line end' : 'end' };
      case '*':
      case '+':
      case '?':
        throw new PatternError('missing argument to repetition operator', char);
      case '\\':
        return this.#escaped(start);
      default:
        return this.#literal(char);
    }
  }

  #literal(char: string): Node {
    const code = char.codePointAt(0) ?? 0;
    const ranges: Ranges = [[code, code]];
    return { type: 'set', ranges: this.#fold ? foldCase(ranges) : ranges };
  }

  #group(start: number): Node | undefined {
    const saved = [this.#fold, this.#dotAll, this.#lines, this.#lazy] as const;
    if (this.#accept('?')) {
      const name = /^P?<([A-Za-z_]\w*)>/.exec(this.#rest().slice(0, 100));
      if (name !== null) this.#at += name[0].length;
      else if (this.#flags(start) === 'only flags') return undefined;
    }
    const node = this.#either();
    if (!this.#accept(')')) throw new PatternError('missing closing )', this.#chars.join(''));
    [this.#fold, this.#dotAll, this.#lines, this.#lazy] = saved;
    return node;
  }

  #flags(start: number): 'only flags' | 'group' {
    const match = /^([imsU]*)(?:-([imsU]+))?([:)])/.exec(this.#rest().slice(0, 20));
    if (match === null) {
      throw new PatternError('invalid or unsupported Perl syntax', this.#chars.slice(start, start + 3).join(''));
    }
    this.#at += match[0].length;
    for (const flag of match[1] ?? '') this.#setFlag(flag, true);
    for (const flag of match[2] ?? '') this.#setFlag(flag, false);
    return match[3] === ')' ? 'only flags' : 'group';
  }

  #setFlag(flag: string, on: boolean): void {
    if (flag === 'i') this.#fold = on;
    else if (flag === 's') this.#dotAll = on;
    else if (flag === 'm') this.#lines = on;
    else this.#lazy = on;
  }

  #escaped(start: number): Node {
    const char = this.#peek();
    switch (char) {
      case '':
        throw new PatternError('trailing backslash at end of expression', '');
      case 'A':
        this.#at += 1;
        return { type: 'assert', what: 'begin' };
      case 'z':
        this.#at += 1;
        return { type: 'assert', what: 'end' };
      case 'b':
        this.#at += 1;
        return { type: 'assert', what: 'word' };
      case 'B':
        this.#at += 1;
        return { type: 'assert', what: 'not word' };
      case 'Q': {
        this.#at += 1;
        const parts: Node[] = [];
        while (this.#at < this.#chars.length && !this.#accept('\\E')) {
          parts.push(this.#literal(this.#peek()));
          this.#at += 1;
        }
        return { type: 'concat', parts };
      }
      default: {
        const ranges = this.#escapedSet(start);
        return { type: 'set', ranges: this.#fold ? foldCase(ranges) : ranges };
      }
    }
  }

  /** After the backslash: `d`, `pL`, `x41`, `.` … */
  #escapedSet(start: number): Ranges {
    const char = this.#peek();
    this.#at += 1;
    const named = classNamed(char);
    if (named !== undefined) return named;
    if (char === 'p' || char === 'P') {
      const match = /^(?:\{(\^?)(\w+)\}|(\w))/.exec(this.#rest().slice(0, 40));
      const ranges = match === null ? undefined : classNamed(`p:${match[2] ?? match[3] ?? ''}`);
      if (match === null || ranges === undefined) {
        throw new PatternError('invalid character class range', this.#chars.slice(start, this.#at + 1).join(''));
      }
      this.#at += match[0].length;
      return (char === 'P') !== (match[1] === '^') ? negate(ranges) : ranges;
    }
    const code = this.#escapedCode(char);
    if (code === undefined) {
      throw new PatternError('invalid escape sequence', this.#chars.slice(start, this.#at).join(''));
    }
    return [[code, code]];
  }

  #escapedCode(char: string): number | undefined {
    const simple = SIMPLE[char];
    if (simple !== undefined) return simple;
    if (char === 'x') {
      const match = /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/.exec(this.#rest().slice(0, 10));
      if (match === null) return undefined;
      this.#at += match[0].length;
      const code = Number.parseInt(match[1] ?? match[2] ?? '', 16);
      return code > 0x10ffff ? undefined : code;
    }
    if (char === '0') {
      const digits = /^[0-7]{0,2}/.exec(this.#rest().slice(0, 2))?.[0] ?? '';
      this.#at += digits.length;
      return Number.parseInt(`0${digits}`, 8);
    }
    const code = char.codePointAt(0) ?? 0;
    return code < 0x80 && !/\w/.test(char) ? code : undefined;
  }

  #set(start: number): Node {
    const negated = this.#accept('^');
    let ranges: Ranges = [];
    let first = true;
    while (first || this.#peek() !== ']') {
      if (this.#at >= this.#chars.length) throw new PatternError('missing closing ]', this.#rest(start));
      ranges = union(ranges, this.#setItem());
      first = false;
    }
    this.#at += 1;
    if (this.#fold) ranges = foldCase(ranges);
    return { type: 'set', ranges: negated ? negate(ranges) : union(ranges, []) };
  }

  #setItem(): Ranges {
    const posix = /^\[:(\^?)(\w+):\]/.exec(this.#rest().slice(0, 20));
    if (posix !== null) {
      const ranges = classNamed(`:${posix[2] ?? ''}`);
      if (ranges === undefined) throw new PatternError('invalid character class range', posix[0]);
      this.#at += posix[0].length;
      return posix[1] === '^' ? negate(ranges) : ranges;
    }
    const start = this.#at;
    const low = this.#setChar();
    const isPoint = low.length === 1 && low[0] !== undefined && low[0][0] === low[0][1];
    if (!isPoint || this.#peek() !== '-' || this.#peek(1) === ']' || this.#peek(1) === '') return low;
    this.#at += 1;
    const high = this.#setChar();
    const from = low[0]?.[0] ?? 0;
    const to = high[0]?.[0] ?? 0;
    if (high.length !== 1 || to < from) {
      throw new PatternError('invalid character class range', this.#chars.slice(start, this.#at).join(''));
    }
    return [[from, to]];
  }

  #setChar(): Ranges {
    const start = this.#at;
    if (this.#accept('\\')) return this.#escapedSet(start);
    const code = this.#peek().codePointAt(0) ?? 0;
    this.#at += 1;
    return [[code, code]];
  }
}

const SIMPLE: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
