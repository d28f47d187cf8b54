/** Cuts a script into operators and raw words; quotes stay in the words, for the expansion. */

export interface Token {
  readonly text: string;
  readonly operator: boolean;
  /** Of a word: where it stands, from 1. */
  readonly line?: number;
  /** Of a redirection: `2` of `2>`. */
  readonly fd?: number;
  /** Of a here-document: its lines. */
  readonly body?: string;
  /** Its delimiter was quoted: nothing in it is expanded. */
  readonly literal?: boolean;
}

export type Tokens = readonly Token[] | SyntaxProblem;

export interface SyntaxProblem {
  readonly error: string;
  /** More lines might make it right. */
  readonly incomplete: boolean;
}

const OPERATORS = ['&&', '||', '<<-', '<<', '>>', '>&', '<&', '&>', ';;', ';', '&', '|', '>', '<', '\n', '(', ')'];
const QUOTES = /['"`]/;
const OPENING = /[({]/;
const BLANK = /\s/;
const unterminated: SyntaxProblem = { error: 'syntax error: unterminated quoted string', incomplete: true };
const unterminatedCommand: SyntaxProblem = { error: 'syntax error: unterminated "$("', incomplete: true };
const unclosedArithmetic: SyntaxProblem = { error: 'syntax error: missing "))"', incomplete: false };

interface Pending {
  readonly at: number;
  readonly delimiter: string;
  readonly tabs: boolean;
}

/** Of a script: it comes line by line, or is all there, so that an open here-document ends with it. */
export type Extent = 'by lines' | 'whole';

/** The tokens, or what is wrong. A line's end is the operator `\n`. */
export function tokenize(script: string, extent: Extent = 'by lines'): Tokens {
  return new Tokenizer(script, extent).tokens();
}

const endOfFile: SyntaxProblem = { error: 'syntax error: unexpected end of file', incomplete: true };

/** Goes through a script once; what it has of a word is kept until the word ends. */
class Tokenizer {
  readonly #script: string;
  readonly #extent: Extent;
  readonly #tokens: Token[] = [];
  /** Here-documents whose lines come behind this line. */
  #pending: Pending[] = [];
  #at = 0;
  #word = '';
  /** Where the word begins, and the line up to which line ends were counted. */
  #wordAt = 0;
  /** Within `[[ … ]]`. */
  #isCondition = false;
  #line = 1;
  #countedTo = 0;

  constructor(script: string, extent: Extent) {
    this.#script = script;
    this.#extent = extent;
  }

  tokens(): Tokens {
    while (this.#at < this.#script.length) {
      if (this.#word === '') this.#wordAt = this.#at;
      const problem = this.#step();
      if (problem !== undefined) return problem;
    }
    this.#endWord();
    return this.#readDocuments() ?? this.#tokens;
  }

  /** One character, quoted text or operator. */
  #step(): SyntaxProblem | undefined {
    const script = this.#script;
    const char = script[this.#at] ?? '';
    if (char === '#' && this.#word === '') return this.#skipComment();
    if (this.#isExpressionNext()) return this.#expression();
    if (char === '\\') return this.#escaped();
    if (QUOTES.test(char) || (char === '$' && OPENING.test(script[this.#at + 1] ?? ''))) return this.#quoted();
    const operator = OPERATORS.find((each) => script.startsWith(each, this.#at));
    if (operator !== undefined) return this.#operator(operator);
    if (char === ' ' || char === '\t' || char === '\r') this.#endWord();
    else this.#word += char;
    this.#at += 1;
    return undefined;
  }

  #skipComment(): undefined {
    const end = this.#script.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#script.length : end;
  }

  /** What follows `=~` is a regular expression, in which brackets and bars are no operators. */
  #isExpressionNext(): boolean {
    return this.#isCondition && this.#word === '' && this.#tokens.at(-1)?.text === '=~' && !BLANK.test(this.#script[this.#at] ?? '');
  }

  /** Up to a blank or an operator outside of brackets. */
  #expression(): SyntaxProblem | undefined {
    const end = endOfExpression(this.#script, this.#at);
    if (end === undefined) return endOfFile;
    this.#word = this.#script.slice(this.#at, end);
    this.#at = end;
    this.#endWord();
    return undefined;
  }

  /** A backslash at a line's end joins it with the next one. */
  #escaped(): SyntaxProblem | undefined {
    if (this.#at + 1 >= this.#script.length) return unterminated;
    const both = this.#script.slice(this.#at, this.#at + 2);
    if (both !== '\\\n') this.#word += both;
    this.#at += 2;
    return undefined;
  }

  #quoted(): SyntaxProblem | undefined {
    const script = this.#script;
    const end = endOfQuoted(script, this.#at);
    if (end === undefined) return script.startsWith('$(', this.#at) ? unterminatedCommand : unterminated;
    if (script.startsWith('$((', this.#at) && script[end - 2] !== ')') return unclosedArithmetic;
    this.#word += script.slice(this.#at, end);
    this.#at = end;
    return undefined;
  }

  #operator(text: string): SyntaxProblem | undefined {
    const isFd = !this.#isCondition && /^[<>]/.test(text) && /^\d$/.test(this.#word);
    const fd = isFd ? { fd: Number(this.#word) } : {};
    if (isFd) this.#word = '';
    this.#endWord();
    this.#tokens.push({ text, operator: true, ...fd });
    this.#at += text.length;
    return text === '\n' ? this.#readDocuments() : undefined;
  }

  #endWord(): void {
    const text = this.#word;
    if (text === '') return;
    const previous = this.#tokens.at(-1);
    if (previous?.operator === true && previous.text.startsWith('<<'))
      this.#pending.push({ at: this.#tokens.length, delimiter: text, tabs: previous.text === '<<-' });
    if (text === '[[' && beginsCommand(previous)) this.#isCondition = true;
    else if (text === ']]') this.#isCondition = false;
    this.#tokens.push({ text, operator: false, line: this.#lineOf(this.#wordAt) });
    this.#word = '';
  }

  #lineOf(place: number): number {
    for (; this.#countedTo < place; this.#countedTo += 1) if (this.#script[this.#countedTo] === '\n') this.#line += 1;
    return this.#line;
  }

  /** The here-documents that were begun on the line that has ended. */
  #readDocuments(): SyntaxProblem | undefined {
    const pending = this.#pending;
    this.#pending = [];
    for (const { at, delimiter, tabs } of pending) {
      const end = delimiter.replace(/['"\\]/g, '');
      const body = this.#readDocument(end, tabs);
      if (body === undefined) return endOfFile;
      this.#tokens[at] = { ...this.#tokens[at], text: end, operator: false, body, literal: end !== delimiter };
    }
    return undefined;
  }

  /** Its lines, up to the delimiter; undefined where that hasn't come yet. */
  #readDocument(delimiter: string, tabs: boolean): string | undefined {
    const lines: string[] = [];
    while (this.#at < this.#script.length) {
      const stop = this.#script.indexOf('\n', this.#at);
      const end = stop < 0 ? this.#script.length : stop;
      const raw = this.#script.slice(this.#at, end);
      this.#at = end + (stop < 0 ? 0 : 1);
      const line = tabs ? raw.replace(/^\t+/, '') : raw;
      if (line === delimiter) return lines.join('');
      lines.push(`${line}\n`);
    }
    return this.#extent === 'whole' ? lines.join('') : undefined;
  }
}

const BEFORE_COMMANDS = new Set(['if', 'elif', 'else', 'then', 'while', 'until', 'do', '{', '!']);

/** Whether the word behind this token is the first one of a command. */
function beginsCommand(previous: Token | undefined): boolean {
  return previous === undefined || (previous.operator ? !/[<>]/.test(previous.text) : BEFORE_COMMANDS.has(previous.text));
}

/** Index behind a regular expression, one character at least; undefined where a quote or a bracket stays open. */
function endOfExpression(text: string, from: number): number | undefined {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (depth === 0 && at > from && /[\s)&;<>]/.test(char)) break;
    if (char === '\\') at += 2;
    else if (QUOTES.test(char) || (char === '$' && OPENING.test(text[at + 1] ?? ''))) {
      const end = endOfQuoted(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else {
      if (char === '(') depth += 1;
      else if (char === ')') depth -= 1;
      at += 1;
    }
  }
  return depth > 0 ? undefined : Math.min(at, text.length);
}

/** Index behind the closing quote or bracket of what begins here: '…' "…" `…` $(…) ${…}. */
export function endOfQuoted(text: string, from: number): number | undefined {
  const open = text[from];
  if (open === "'") {
    const end = text.indexOf("'", from + 1);
    return end < 0 ? undefined : end + 1;
  }
  if (open === '$') return endOfBrackets(text, from + 1);
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === open) return at + 1;
    else if (open === '"' && char === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = endOfBrackets(text, at + 1);
      if (end === undefined) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}

function endOfBrackets(text: string, from: number): number | undefined {
  const open = text[from];
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === open) depth += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (char === "'" || char === '"' || char === '`') {
      const end = endOfQuoted(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}
