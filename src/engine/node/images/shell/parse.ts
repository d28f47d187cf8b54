/** A small POSIX shell: lists, && and ||, while, until, for, if, redirections to files, parameters and $(…). */

export type Command =
  | {
      readonly type: 'simple';
      readonly words: readonly string[];
      readonly assignments: readonly string[];
      readonly into?: Redirect;
    }
  | { readonly type: 'and' | 'or'; readonly left: Command; readonly right: Command }
  | { readonly type: 'list'; readonly commands: readonly Command[] }
  | { readonly type: 'while' | 'until'; readonly test: Command; readonly body: Command }
  | { readonly type: 'for'; readonly name: string; readonly words: readonly string[]; readonly body: Command }
  | { readonly type: 'if'; readonly test: Command; readonly body: Command; readonly otherwise?: Command };

export interface Redirect {
  /** A word, still to be expanded. */
  readonly path: string;
  readonly append: boolean;
}

/** The program, or what is wrong with it. */
export function parseShell(script: string): Command | { readonly error: string } {
  const tokens = tokenize(script);
  if (typeof tokens === 'string') return { error: tokens };
  const parser = createParser(tokens);
  const command = parser.list([]);
  const unexpected = parser.failure ?? parser.next();
  return unexpected === undefined ? command : { error: `syntax error: unexpected "${unexpected}"` };
}

const OPERATORS = ['&&', '||', '>>', ';', '&', '|', '>', '\n', '(', ')'];

/** Operators and raw words (quotes kept for the expansion). */
function tokenize(script: string): readonly string[] | string {
  const tokens: string[] = [];
  let word = '';
  let at = 0;
  const endWord = () => {
    if (word !== '') tokens.push(word);
    word = '';
  };
  while (at < script.length) {
    const char = script[at] ?? '';
    if (char === '#' && word === '') {
      while (at < script.length && script[at] !== '\n') at += 1;
      continue;
    }
    if (char === "'" || char === '"' || script.startsWith('$(', at)) {
      const end = endOfQuoted(script, at);
      if (end === undefined) return 'syntax error: unterminated quoted string';
      word += script.slice(at, end);
      at = end;
      continue;
    }
    if (char === '\\') {
      word += script.slice(at, at + 2);
      at += 2;
      continue;
    }
    const operator = OPERATORS.find((each) => script.startsWith(each, at));
    if (operator !== undefined) {
      const stream = operator.startsWith('>') && /^[12]$/.test(word);
      if (stream) word = word === '2' ? '2' : '';
      if (stream && word === '2') {
        tokens.push(`2${operator}`);
        word = '';
        at += operator.length;
        continue;
      }
      endWord();
      tokens.push(operator === '\n' ? ';' : operator);
      at += operator.length;
    } else if (char === ' ' || char === '\t' || char === '\r') {
      endWord();
      at += 1;
    } else {
      word += char;
      at += 1;
    }
  }
  endWord();
  return tokens;
}

/** Index behind the closing quote or bracket. */
export function endOfQuoted(text: string, from: number): number | undefined {
  const open = text[from];
  if (open === "'") {
    const end = text.indexOf("'", from + 1);
    return end < 0 ? undefined : end + 1;
  }
  let depth = 0;
  for (let at = open === '$' ? from + 1 : from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (open === '"' && char === '"') return at + 1;
    else if (open === '$' && char === '(') depth += 1;
    else if (open === '$' && char === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (open === '$' && (char === "'" || char === '"')) {
      const end = endOfQuoted(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}

const ENDS = new Set(['do', 'done', 'then', 'else', 'elif', 'fi', '}', ')']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

function createParser(tokens: readonly string[]) {
  let at = 0;
  let failure: string | undefined;

  const peek = () => tokens[at];
  function next(): string | undefined {
    const token = tokens[at];
    at += 1;
    return token;
  }
  function expect(token: string): void {
    if (peek() === token) at += 1;
    else failure ??= peek() ?? 'end of file';
  }

  function list(ends: readonly string[]): Command {
    const commands: Command[] = [];
    for (;;) {
      while (peek() === ';' || peek() === '&') at += 1;
      const token = peek();
      if (token === undefined || failure !== undefined || ends.includes(token)) break;
      if (ENDS.has(token)) {
        failure ??= token;
        break;
      }
      commands.push(andOr());
    }
    const [only] = commands;
    return only !== undefined && commands.length === 1 ? only : { type: 'list', commands };
  }

  function andOr(): Command {
    let left = command();
    for (let token = peek(); token === '&&' || token === '||'; token = peek()) {
      at += 1;
      left = { type: token === '&&' ? 'and' : 'or', left, right: command() };
    }
    return left;
  }

  function command(): Command {
    switch (peek()) {
      case 'while':
      case 'until': {
        const type = next() === 'while' ? 'while' : 'until';
        const test = list(['do']);
        return { type, test, body: block() };
      }
      case 'for': {
        at += 1;
        const name = next() ?? '';
        const words: string[] = [];
        if (peek() === 'in') {
          at += 1;
          while (peek() !== undefined && peek() !== ';' && peek() !== 'do') words.push(next() ?? '');
        }
        while (peek() === ';') at += 1;
        return { type: 'for', name, words, body: block() };
      }
      case 'if':
        at += 1;
        return ifCommand();
      case '(':
      case '{': {
        const close = next() === '(' ? ')' : '}';
        const body = list([close]);
        expect(close);
        return body;
      }
      default:
        return simple();
    }
  }

  function block(): Command {
    expect('do');
    const body = list(['done']);
    expect('done');
    return body;
  }

  function ifCommand(): Command {
    const test = list(['then']);
    expect('then');
    const body = list(['elif', 'else', 'fi']);
    const token = next();
    if (token === 'elif') return { type: 'if', test, body, otherwise: ifCommand() };
    if (token === 'else') {
      const otherwise = list(['fi']);
      expect('fi');
      return { type: 'if', test, body, otherwise };
    }
    if (token !== 'fi') failure ??= token ?? 'end of file';
    return { type: 'if', test, body };
  }

  function simple(): Command {
    const words: string[] = [];
    const assignments: string[] = [];
    let into: Redirect | undefined;
    for (let token = peek(); token !== undefined; token = peek()) {
      if (token === '>' || token === '>>') {
        at += 1;
        into = { path: next() ?? '', append: token === '>>' };
      } else if (token === '2>' || token === '2>>') {
        at += 1;
        if (peek() === '&') at += 1;
        at += 1;
      } else if (token === '|' || token === '(' || token === ')') {
        failure ??= token;
        break;
      } else if (OPERATORS.includes(token)) break;
      else {
        at += 1;
        if (words.length === 0 && ASSIGNMENT.test(token)) assignments.push(token);
        else words.push(token);
      }
    }
    if (into === undefined) return { type: 'simple', words, assignments };
    return { type: 'simple', words, assignments, into };
  }

  return {
    list,
    next,
    get failure() {
      return failure;
    },
  };
}
