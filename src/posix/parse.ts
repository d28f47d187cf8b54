/** The grammar of a POSIX shell, as far as busybox's ash is used. */
import { type Extent, type SyntaxProblem, type Token, tokenize } from './tokens.ts';

export type Command =
  | {
      readonly type: 'simple';
      readonly words: readonly string[];
      readonly assignments: readonly string[];
      readonly redirects: readonly Redirect[];
      /** Of the script, from 1. */
      readonly line: number;
    }
  | { readonly type: 'and' | 'or'; readonly left: Command; readonly right: Command }
  | { readonly type: 'list'; readonly commands: readonly Command[] }
  | { readonly type: 'pipe'; readonly stages: readonly Command[] }
  | { readonly type: 'not' | 'background' | 'subshell'; readonly body: Command }
  | { readonly type: 'redirected'; readonly body: Command; readonly redirects: readonly Redirect[] }
  | { readonly type: 'function'; readonly name: string; readonly body: Command }
  | { readonly type: 'while' | 'until'; readonly test: Command; readonly body: Command }
  | {
      readonly type: 'for';
      readonly name: string;
      readonly words: readonly string[] | undefined;
      readonly body: Command;
    }
  | { readonly type: 'case'; readonly word: string; readonly branches: readonly Branch[] }
  | { readonly type: 'if'; readonly test: Command; readonly body: Command; readonly otherwise?: Command };

export interface Branch {
  readonly patterns: readonly string[];
  readonly body: Command;
}

export interface Redirect {
  readonly fd: number;
  readonly operator: '<' | '>' | '>>' | '>&' | '<<';
  /** A word, still to be expanded; of a here-document its body. */
  readonly target: string;
  /** Of a here-document: not to be expanded. */
  readonly literal: boolean;
}

/** The program, or what is wrong with it. */
export function parseShell(script: string, extent?: Extent): Command | SyntaxProblem {
  const tokens = tokenize(script, extent);
  if ('error' in tokens) return tokens;
  const parser = createParser(tokens);
  const command = parser.list([]);
  const problem = parser.problem();
  if (problem === undefined) return command;
  const { at, expected } = problem;
  if (at === 'end') return { error: 'syntax error: unexpected end of file', incomplete: true };
  const shown = at.text === '\n' ? 'newline' : at.text;
  const hint = expected === undefined ? '' : ` (expecting "${expected}")`;
  return { error: `syntax error: "${shown}" unexpected${hint}`, incomplete: false };
}

const ENDS = new Set(['do', 'done', 'then', 'else', 'elif', 'fi', 'esac', '}', ')', ';;']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** Commands within commands. */
const deepest = 100;
const SEPARATORS = new Set([';', '\n']);

/** Where a script stops making sense, and the word that would have been right. */
interface Failure {
  readonly at: Token | 'end';
  readonly expected: string | undefined;
}

function createParser(tokens: readonly Token[]) {
  let at = 0;
  let depth = 0;
  let failure: Failure | undefined;

  const peek = (): Token | undefined => tokens[at];
  const isNext = (text: string): boolean => peek()?.text === text;
  function fail(expected?: string): void {
    failure ??= { at: peek() ?? 'end', expected };
  }
  function next(): string {
    const token = tokens[at];
    if (token === undefined) fail();
    at += 1;
    return token?.text ?? '';
  }
  function expect(text: string): void {
    if (isNext(text)) at += 1;
    else fail(text);
  }
  function skipLines(): void {
    while (isNext('\n')) at += 1;
  }

  /** Up to one of these words, which is left. */
  function list(ends: readonly string[]): Command {
    const commands: Command[] = [];
    for (;;) {
      while (SEPARATORS.has(peek()?.text ?? '') && peek()?.operator === true) at += 1;
      const token = peek();
      if (token === undefined || failure !== undefined || ends.includes(token.text)) break;
      if (ENDS.has(token.text)) {
        fail();
        break;
      }
      const body = andOr();
      if (isNext('&') && peek()?.operator === true) {
        at += 1;
        commands.push({ type: 'background', body });
      } else {
        commands.push(body);
        const after = peek();
        if (after !== undefined && !SEPARATORS.has(after.text) && !ends.includes(after.text)) fail();
      }
    }
    const [only] = commands;
    return only !== undefined && commands.length === 1 ? only : { type: 'list', commands };
  }

  function andOr(): Command {
    let left = pipeline();
    for (let token = peek(); token?.operator === true && (token.text === '&&' || token.text === '||'); token = peek()) {
      at += 1;
      skipLines();
      left = { type: token.text === '&&' ? 'and' : 'or', left, right: pipeline() };
    }
    return left;
  }

  function pipeline(): Command {
    const negated = isNext('!');
    if (negated) at += 1;
    const stages = [command()];
    while (isNext('|') && peek()?.operator === true) {
      at += 1;
      skipLines();
      stages.push(command());
    }
    const [only] = stages;
    const body: Command = only !== undefined && stages.length === 1 ? only : { type: 'pipe', stages };
    return negated ? { type: 'not', body } : body;
  }

  function command(): Command {
    const token = peek();
    depth += 1;
    if (depth > deepest) fail();
    const compound = token === undefined || failure !== undefined ? undefined : compoundCommand(token.text);
    depth -= 1;
    if (compound === undefined) return simple();
    const redirects: Redirect[] = [];
    while (isRedirect(peek())) redirects.push(redirect());
    return redirects.length === 0 ? compound : { type: 'redirected', body: compound, redirects };
  }

  function compoundCommand(word: string): Command | undefined {
    switch (word) {
      case 'while':
      case 'until': {
        at += 1;
        const test = list(['do']);
        return { type: word, test, body: block() };
      }
      case 'for':
        return forCommand();
      case 'if':
        at += 1;
        return ifCommand();
      case 'case':
        return caseCommand();
      case '(':
      case '{': {
        at += 1;
        const body = list([word === '(' ? ')' : '}']);
        expect(word === '(' ? ')' : '}');
        return word === '(' ? { type: 'subshell', body } : body;
      }
      default:
        return functionDefinition();
    }
  }

  function functionDefinition(): Command | undefined {
    const [name, open, close] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    const bare = name?.text === 'function';
    if (!bare && !(open?.text === '(' && close?.text === ')' && name?.operator === false)) return undefined;
    if (bare) at += 1;
    const called = next();
    if (isNext('(')) at += 2;
    skipLines();
    return { type: 'function', name: called, body: command() };
  }

  function forCommand(): Command {
    at += 1;
    const name = next();
    let words: string[] | undefined;
    skipLines();
    if (isNext('in')) {
      at += 1;
      words = [];
      for (let token = peek(); token !== undefined && !token.operator; token = peek()) words.push(next());
    }
    while (SEPARATORS.has(peek()?.text ?? '')) at += 1;
    return { type: 'for', name, words, body: block() };
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
    if (isNext('elif')) {
      at += 1;
      return { type: 'if', test, body, otherwise: ifCommand() };
    }
    if (isNext('else')) {
      at += 1;
      const otherwise = list(['fi']);
      expect('fi');
      return { type: 'if', test, body, otherwise };
    }
    expect('fi');
    return { type: 'if', test, body };
  }

  function caseCommand(): Command {
    at += 1;
    const word = next();
    skipLines();
    expect('in');
    const branches: Branch[] = [];
    for (skipLines(); !isNext('esac') && failure === undefined && peek() !== undefined; skipLines()) {
      if (isNext('(')) at += 1;
      const patterns = [next()];
      while (isNext('|')) {
        at += 1;
        patterns.push(next());
      }
      expect(')');
      branches.push({ patterns, body: list([';;', 'esac']) });
      if (isNext(';;')) at += 1;
    }
    expect('esac');
    return { type: 'case', word, branches };
  }

  function redirect(): Redirect {
    const token = peek();
    at += 1;
    const target = peek();
    const text = next();
    const operator = token?.text ?? '';
    if (operator.startsWith('<<')) {
      return { fd: token?.fd ?? 0, operator: '<<', target: target?.body ?? '', literal: target?.literal ?? false };
    }
    if (operator === '<') return { fd: token?.fd ?? 0, operator: '<', target: text, literal: false };
    const kind = operator === '>>' || operator === '>&' ? operator : operator === '<&' ? '>&' : '>';
    // `&>` is both; nobody minds that errors then go where output goes.
    return { fd: operator === '&>' ? -1 : (token?.fd ?? 1), operator: kind, target: text, literal: false };
  }

  function simple(): Command {
    const words: string[] = [];
    const assignments: string[] = [];
    const redirects: Redirect[] = [];
    const line = peek()?.line ?? 1;
    for (let token = peek(); token !== undefined; token = peek()) {
      if (isRedirect(token)) redirects.push(redirect());
      else if (token.operator) break;
      else if (words.length === 0 && ASSIGNMENT.test(token.text)) assignments.push(next());
      else words.push(next());
    }
    if (words.length + assignments.length + redirects.length === 0) fail();
    return { type: 'simple', words, assignments, redirects, line };
  }

  return {
    list,
    problem(): Failure | undefined {
      const left = tokens[at];
      return failure ?? (left === undefined ? undefined : { at: left, expected: undefined });
    },
  };
}

function isRedirect(token: Token | undefined): boolean {
  return token?.operator === true && /[<>]/.test(token.text);
}
