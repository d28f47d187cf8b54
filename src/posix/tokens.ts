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
  return createTokenizer(script, extent)();
}

function createTokenizer(script: string, extent: Extent): () => Tokens {
  const tokens: Token[] = [];
  const pending: Pending[] = [];
  let word = '';
  let at = 0;
  /** Where the word begins, and the line up to which line ends were counted. */
  let wordAt = 0;
  let line = 1;
  let countedTo = 0;

  function lineOf(place: number): number {
    for (; countedTo < place; countedTo += 1) if (script[countedTo] === '\n') line += 1;
    return line;
  }

  function endWord(): void {
    if (word === '') return;
    const previous = tokens.at(-1);
    if (previous?.operator === true && previous.text.startsWith('<<')) {
      pending.push({ at: tokens.length, delimiter: word, tabs: previous.text === '<<-' });
    }
    tokens.push({ text: word, operator: false, line: lineOf(wordAt) });
    word = '';
  }
  function readDocuments(): boolean {
    for (const { at: index, delimiter, tabs } of pending.splice(0)) {
      const end = delimiter.replace(/['"\\]/g, '');
      const lines: string[] = [];
      for (;;) {
        if (at >= script.length) {
          if (extent === 'by lines') return false;
          break;
        }
        const stop = script.indexOf('\n', at);
        const raw = script.slice(at, stop < 0 ? script.length : stop);
        const line = tabs ? raw.replace(/^\t+/, '') : raw;
        at = stop < 0 ? script.length : stop + 1;
        if (line === end) break;
        lines.push(`${line}\n`);
      }
      tokens[index] = { ...tokens[index], text: end, operator: false, body: lines.join(''), literal: end !== delimiter };
    }
    return true;
  }

  return () => {
    while (at < script.length) {
      const char = script[at] ?? '';
      if (word === '') wordAt = at;
      if (char === '#' && word === '') {
        while (at < script.length && script[at] !== '\n') at += 1;
      } else if (script.startsWith('\\\n', at)) {
        at += 2;
      } else if (char === '\\') {
        if (at + 1 >= script.length) return unterminated;
        word += script.slice(at, at + 2);
        at += 2;
      } else if (
        char === "'" ||
        char === '"' ||
        char === '`' ||
        script.startsWith('$(', at) ||
        script.startsWith('${', at)
      ) {
        const end = endOfQuoted(script, at);
        if (end === undefined) return script.startsWith('$(', at) ? unterminatedCommand : unterminated;
        if (script.startsWith('$((', at) && script[end - 2] !== ')') return unclosedArithmetic;
        word += script.slice(at, end);
        at = end;
      } else {
        const operator = OPERATORS.find((each) => script.startsWith(each, at));
        if (operator !== undefined) {
          const isFd = /^[<>]/.test(operator) && /^\d$/.test(word);
          const fd = isFd ? Number(word) : undefined;
          if (isFd) word = '';
          endWord();
          tokens.push(fd === undefined ? { text: operator, operator: true } : { text: operator, operator: true, fd });
          at += operator.length;
          if (operator === '\n' && !readDocuments())
            return { error: 'syntax error: unexpected end of file', incomplete: true };
        } else if (char === ' ' || char === '\t' || char === '\r') {
          endWord();
          at += 1;
        } else {
          word += char;
          at += 1;
        }
      }
    }
    endWord();
    if (pending.length > 0 && !readDocuments())
      return { error: 'syntax error: unexpected end of file', incomplete: true };
    return tokens;
  };
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
