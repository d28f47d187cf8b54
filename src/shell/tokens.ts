/** From text to tokens: words with their quotes, operators, redirects, here documents. */

/** Thrown for a script that makes no sense; the message names what is near. */
export class ShellSyntaxError extends Error {
  /** It makes no sense yet: more lines could mend it. */
  readonly open: boolean;
  constructor(message: string, open = false) {
    super(message);
    this.open = open;
  }
}

export type Part =
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly type: 'variable'; readonly name: string; readonly fallback?: string; readonly quoted: boolean }
  | { readonly type: 'command'; readonly script: string; readonly quoted: boolean }
  /** `$((…))`: what stands in it, expanded first. */
  | { readonly type: 'arithmetic'; readonly expression: Word; readonly quoted: boolean };

export type Word = readonly Part[];

export interface Heredoc {
  readonly type: 'heredoc';
  readonly body: Word;
  /** Its last line came; otherwise it ends where the script does. */
  readonly ended: boolean;
}

export type Token =
  | { readonly type: 'word'; readonly word: Word; readonly line: number }
  | { readonly type: 'operator'; readonly text: string }
  | { readonly type: 'redirect'; readonly kind: 'in' | 'out' | 'append' | 'join'; readonly from: 1 | 2 | 3 }
  | Heredoc;

/** Splits a script into tokens. Throws a ShellSyntaxError for quotes that stay open. */
export function tokenize(source: string): readonly Token[] {
  return new Tokenizer(source).run();
}

interface Pending {
  readonly index: number;
  readonly end: string;
  readonly literal: boolean;
  readonly dash: boolean;
}

class Tokenizer {
  private at = 0;
  private readonly source: string;
  private readonly tokens: Token[] = [];
  private pending: Pending[] = [];
  /** Line breaks have been counted up to here. */
  private counted = 0;
  private lines = 1;

  constructor(source: string) {
    this.source = source;
  }

  run(): readonly Token[] {
    while (this.at < this.source.length) this.next();
    if (this.pending.length > 0) this.readHeredocs();
    return this.tokens;
  }

  private next(): void {
    const rest = this.source.slice(this.at);
    const blank = /^(?:[ \t]|\\\n)+/.exec(rest)?.[0];
    if (blank) this.at += blank.length;
    else if (rest.startsWith('\n')) {
      this.push({ type: 'operator', text: '\n' }, 1);
      if (this.pending.length > 0) this.readHeredocs();
    } else if (rest.startsWith('#')) this.at += /^[^\n]*/.exec(rest)?.[0].length ?? 0;
    else if (!this.redirect(rest) && !this.operator(rest)) {
      const line = this.line();
      this.push({ type: 'word', word: this.word(), line }, 0);
    }
  }

  /** Where it stands, from 1. */
  private line(): number {
    for (; this.counted < this.at; this.counted += 1) if (this.source[this.counted] === '\n') this.lines += 1;
    return this.lines;
  }

  private push(token: Token, length: number): void {
    this.tokens.push(token);
    this.at += length;
  }

  private operator(rest: string): boolean {
    const found = /^(&&|\|\||;|\||&)/.exec(rest)?.[0];
    if (found === undefined) return false;
    if (found === '&') throw new ShellSyntaxError('jobs in the background ("&") are not supported');
    this.push({ type: 'operator', text: found }, found.length);
    return true;
  }

  private redirect(rest: string): boolean {
    const here = /^<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|([A-Za-z_]\w*))/.exec(rest);
    if (here !== null) {
      const end = here[2] ?? here[3] ?? here[4] ?? '';
      this.pending.push({ index: this.tokens.length, end, literal: here[4] === undefined, dash: here[1] === '-' });
      this.push({ type: 'heredoc', body: [], ended: false }, here[0].length);
      return true;
    }
    const join = /^(?:2>&1|1?>&2)/.exec(rest)?.[0];
    if (join !== undefined) {
      this.push({ type: 'redirect', kind: 'join', from: join === '2>&1' ? 2 : 1 }, join.length);
      this.tokens.push({ type: 'word', word: [{ type: 'text', text: join.slice(-1), quoted: true }], line: this.line() });
      return true;
    }
    const found = /^(&>|1>>|2>>|>>|1>|2>|>|<)/.exec(rest)?.[0];
    if (found === undefined) return false;
    const from = found.startsWith('&') ? 3 : found.startsWith('2') ? 2 : 1;
    const kind = found === '<' ? 'in' : found.endsWith('>>') ? 'append' : 'out';
    this.push({ type: 'redirect', kind, from }, found.length);
    return true;
  }

  private readHeredocs(): void {
    for (const { index, end, literal, dash } of this.pending) {
      const lines: string[] = [];
      let ended = false;
      for (;;) {
        if (this.at >= this.source.length) break;
        const stop = this.source.indexOf('\n', this.at);
        const raw = this.source.slice(this.at, stop < 0 ? undefined : stop);
        this.at = stop < 0 ? this.source.length : stop + 1;
        const line = dash ? raw.replace(/^\t+/, '') : raw;
        ended = line === end;
        if (ended) break;
        lines.push(`${line}\n`);
      }
      const body = lines.join('');
      this.tokens[index] = { type: 'heredoc', body: literal ? [quotedText(body)] : expandable(body), ended };
    }
    this.pending = [];
  }

  private word(): Word {
    const parts: Part[] = [];
    let plain = '';
    const flush = (): void => {
      if (plain !== '') parts.push({ type: 'text', text: plain, quoted: false });
      plain = '';
    };
    while (this.at < this.source.length) {
      const char = this.source[this.at] ?? '';
      if (/[\s;|&<>]/.test(char)) break;
      if (char === '(' || char === ')') throw new ShellSyntaxError(`syntax error: "${char}" unexpected`);
      if (char === "'" || char === '"' || char === '$' || char === '\\' || char === '`') {
        flush();
        parts.push(...this.special(char));
      } else {
        plain += char;
        this.at += 1;
      }
    }
    flush();
    return parts;
  }

  private special(char: string): readonly Part[] {
    if (char === '\\') {
      const next = this.source[this.at + 1] ?? '';
      this.at += 2;
      return next === '\n' ? [] : [quotedText(next)];
    }
    if (char === "'") {
      const end = this.source.indexOf("'", this.at + 1);
      if (end < 0) throw new ShellSyntaxError('syntax error: unterminated quoted string', true);
      const text = this.source.slice(this.at + 1, end);
      this.at = end + 1;
      return [quotedText(text)];
    }
    if (char === '"') {
      const end = endOfDouble(this.source, this.at + 1);
      const inner = this.source.slice(this.at + 1, end);
      this.at = end + 1;
      return [quotedText(''), ...expandable(inner)];
    }
    const { part, length } = dollar(this.source.slice(this.at), false);
    this.at += length;
    return [part];
  }
}

function quotedText(text: string): Part {
  return { type: 'text', text, quoted: true };
}

function endOfDouble(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at += 1;
    else if (source.startsWith('$(', at)) at += closing(source.slice(at)) - 1;
    else if (source[at] === '"') return at;
  }
  throw new ShellSyntaxError('syntax error: unterminated quoted string', true);
}

/** Text inside double quotes or a here document: `$` and backslashes count. */
function expandable(text: string): Word {
  const parts: Part[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '\\' && /["$`\\\n]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1] === '\n' ? '' : (text[at + 1] ?? '');
      at += 2;
    } else if (char === '$' || char === '`') {
      const { part, length } = dollar(text.slice(at), true);
      if (plain !== '') parts.push(quotedText(plain));
      plain = '';
      parts.push(part);
      at += length;
    } else {
      plain += char;
      at += 1;
    }
  }
  if (plain !== '') parts.push(quotedText(plain));
  return parts;
}

function dollar(rest: string, quoted: boolean): { readonly part: Part; readonly length: number } {
  if (rest.startsWith('`')) {
    const end = rest.indexOf('`', 1);
    if (end < 0) throw new ShellSyntaxError('syntax error: unterminated quoted string', true);
    return { part: { type: 'command', script: rest.slice(1, end), quoted }, length: end + 1 };
  }
  if (rest.startsWith('$(')) {
    const length = closing(rest);
    if (rest.startsWith('$((')) {
      if (rest[length - 2] !== ')') throw new ShellSyntaxError('syntax error: missing "))"');
      return { part: { type: 'arithmetic', expression: expandable(rest.slice(3, length - 2)), quoted }, length };
    }
    return { part: { type: 'command', script: rest.slice(2, length - 1), quoted }, length };
  }
  const braced = /^\$\{([A-Za-z_]\w*|[?#@*0-9])(?::?-([^}]*))?\}/.exec(rest);
  if (braced !== null) {
    const fallback = braced[2] === undefined ? {} : { fallback: braced[2] };
    return { part: { type: 'variable', name: braced[1] ?? '', ...fallback, quoted }, length: braced[0].length };
  }
  const plain = /^\$([A-Za-z_]\w*|[?#@*0-9$])/.exec(rest);
  if (plain !== null) return { part: { type: 'variable', name: plain[1] ?? '', quoted }, length: plain[0].length };
  return { part: { type: 'text', text: '$', quoted: true }, length: 1 };
}

/** Length of `$(…)` at the start of a text. */
function closing(text: string): number {
  let depth = 0;
  for (let at = 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      at = end < 0 ? text.length : end;
    } else if (char === '(') depth += 1;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  throw new ShellSyntaxError('syntax error: unterminated "$("', true);
}
