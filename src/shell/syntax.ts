/** The shell's grammar: from text to commands. A small part of POSIX sh: lists, pipes, quotes, redirects, for, while, if. */
import { ShellSyntaxError, type Token, tokenize, type Word } from './tokens.ts';

export interface Redirect {
  readonly type: 'in' | 'out' | 'append' | 'text' | 'join';
  /** 1 standard output, 2 standard error; 3 both. */
  readonly from: 1 | 2 | 3;
  readonly target: Word;
}

export type Node =
  | {
      readonly type: 'simple';
      /** From 1. */
      readonly line: number;
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  | { readonly type: 'for'; readonly variable: string; readonly words: readonly Word[]; readonly body: readonly Item[] }
  | { readonly type: 'while'; readonly until: boolean; readonly test: readonly Item[]; readonly body: readonly Item[] }
  | { readonly type: 'if'; readonly branches: readonly Branch[]; readonly otherwise: readonly Item[] }
  /** `done < file`, `fi > file`. */
  | { readonly type: 'redirected'; readonly node: Node; readonly redirects: readonly Redirect[] };

export interface Branch {
  readonly test: readonly Item[];
  readonly body: readonly Item[];
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** A pipeline and how it hangs on the one before it. */
export interface Item {
  readonly after: ';' | '&&' | '||';
  readonly negated: boolean;
  readonly pipeline: readonly Node[];
}

/** Parses a script. A leading `$ ` on its lines is a prompt and dropped. */
export function parse(text: string): readonly Item[] {
  const parser = new Parser(tokenize(withoutPrompts(text)));
  const items = parser.list([]);
  parser.expectEnd();
  return items;
}

function withoutPrompts(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^\$ /gm, '');
}

class Parser {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Items up to one of these words (not consumed) or the end. */
  list(until: readonly string[]): readonly Item[] {
    const items: Item[] = [];
    let after: Item['after'] = ';';
    for (;;) {
      if (after === ';') this.skip(';', '\n');
      else this.skip('\n');
      if (this.peek() === undefined || until.includes(this.word() ?? '')) return items;
      items.push({ after, ...this.pipeline() });
      const operator = this.operator();
      if (operator === '&&' || operator === '||') {
        after = operator;
        this.at += 1;
      } else if (operator === ';' || operator === '\n' || operator === undefined) after = ';';
      else throw unexpected(operator);
      if (operator === undefined && this.peek() !== undefined) throw unexpected(this.word() ?? '');
    }
  }

  expectEnd(): void {
    if (this.peek() !== undefined) throw unexpected(this.word() ?? this.operator() ?? '');
  }

  private peek(): Token | undefined {
    return this.tokens[this.at];
  }

  private operator(): string | undefined {
    const token = this.peek();
    return token?.type === 'operator' ? token.text : undefined;
  }

  /** The next word when it is bare text: for keywords. */
  private word(): string | undefined {
    const token = this.peek();
    const part = token?.type === 'word' && token.word.length === 1 ? token.word[0] : undefined;
    return part?.type === 'text' && !part.quoted ? part.text : undefined;
  }

  private skip(...operators: readonly string[]): void {
    while (operators.includes(this.operator() ?? '-')) this.at += 1;
  }

  private expect(word: string): void {
    if (this.word() !== word) throw unexpected(this.word() ?? this.operator() ?? 'end of file', word);
    this.at += 1;
  }

  private pipeline(): { readonly negated: boolean; readonly pipeline: readonly Node[] } {
    const negated = this.word() === '!';
    if (negated) this.at += 1;
    const pipeline = [this.command()];
    while (this.operator() === '|') {
      this.at += 1;
      this.skip('\n');
      pipeline.push(this.command());
    }
    return { negated, pipeline };
  }

  private command(): Node {
    const node = this.compound();
    if (node === undefined) return this.simple();
    const redirects: Redirect[] = [];
    for (let next = this.redirect(); next !== undefined; next = this.redirect()) redirects.push(next);
    return redirects.length > 0 ? { type: 'redirected', node, redirects } : node;
  }

  private compound(): Node | undefined {
    const word = this.word();
    if (word === 'for') return this.forLoop();
    if (word === 'while' || word === 'until') return this.whileLoop(word === 'until');
    return word === 'if' ? this.condition() : undefined;
  }

  private redirect(): Redirect | undefined {
    const token = this.peek();
    if (token?.type !== 'heredoc' && token?.type !== 'redirect') return undefined;
    this.at += 1;
    if (token.type === 'heredoc') return { type: 'text', from: 1, target: token.body };
    const target = this.peek();
    if (target?.type !== 'word') throw unexpected(target?.type === 'operator' ? target.text : 'newline');
    this.at += 1;
    return { type: token.kind, from: token.from, target: target.word };
  }

  private forLoop(): Node {
    this.at += 1;
    const variable = this.word() ?? '';
    if (!/^[A-Za-z_]\w*$/.test(variable)) throw unexpected(variable || (this.operator() ?? 'end of file'));
    this.at += 1;
    this.skip('\n');
    this.expect('in');
    const words: Word[] = [];
    for (let token = this.peek(); token?.type === 'word'; token = this.peek()) {
      words.push(token.word);
      this.at += 1;
    }
    this.skip(';', '\n');
    return { type: 'for', variable, words, body: this.body() };
  }

  private body(): readonly Item[] {
    this.expect('do');
    const body = this.list(['done']);
    this.expect('done');
    return body;
  }

  private whileLoop(until: boolean): Node {
    this.at += 1;
    return { type: 'while', until, test: this.list(['do']), body: this.body() };
  }

  private condition(): Node {
    const branches: Branch[] = [];
    let otherwise: readonly Item[] = [];
    do {
      this.at += 1;
      const test = this.list(['then']);
      this.expect('then');
      branches.push({ test, body: this.list(['elif', 'else', 'fi']) });
    } while (this.word() === 'elif');
    if (this.word() === 'else') {
      this.at += 1;
      otherwise = this.list(['fi']);
    }
    this.expect('fi');
    return { type: 'if', branches, otherwise };
  }

  private simple(): Node {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    const first = this.peek();
    const line = first?.type === 'word' ? first.line : 1;
    for (;;) {
      const redirect = this.redirect();
      if (redirect !== undefined) {
        redirects.push(redirect);
        continue;
      }
      const token = this.peek();
      if (token?.type !== 'word') break;
      const assignment = words.length === 0 ? assignmentOf(token.word) : undefined;
      if (assignment) assignments.push(assignment);
      else words.push(token.word);
      this.at += 1;
    }
    if (assignments.length + words.length + redirects.length === 0) throw unexpected(this.operator() ?? 'end of file');
    return { type: 'simple', line, assignments, words, redirects };
  }
}

function assignmentOf(word: Word): Assignment | undefined {
  const [first, ...rest] = word;
  if (first?.type !== 'text' || first.quoted) return undefined;
  const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(first.text);
  if (found === null) return undefined;
  return { name: found[1] ?? '', value: [{ type: 'text', text: found[2] ?? '', quoted: false }, ...rest] };
}

function unexpected(near: string, wanted?: string): ShellSyntaxError {
  const shown = near === '\n' ? 'newline' : near;
  const hint = wanted === undefined ? '' : ` (expecting "${wanted}")`;
  return new ShellSyntaxError(`syntax error: "${shown}" unexpected${hint}`, near === 'end of file');
}
