/** The words of a Go template: text between actions, and what stands inside `{{ }}` (text/template/parse/lex.go). */

/** Thrown for a template that can't be read, with Go's words. */
export class TemplateSyntaxError extends Error {
  constructor(line: number, message: string) {
    super(`template: output:${line}: ${message}`);
  }
}

export interface Token {
  readonly type: 'word' | 'field' | 'variable' | 'string' | 'number' | 'char' | 'symbol' | 'end';
  readonly text: string;
  /** In the template, from 0. */
  readonly at: number;
  /** Whether a blank stands before it: `a .b` is not `a.b`. */
  readonly spaced: boolean;
}

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly tokens: readonly Token[]; readonly at: number };

const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<char>'(?:[^'\\\n]|\\.)+')|(?<number>[+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))|(?<field>\.[\p{L}_][\p{L}\p{N}_]*)|(?<variable>\$[\p{L}\p{N}_]*)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<symbol>:=|[.|()=,])/uy;

/** Line of a place in a text, from 1. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Cuts a template into texts and actions; `{{-` and `-}}` trim the text beside them, comments vanish. */
export function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trimNext = false;
  for (;;) {
    const open = template.indexOf('{{', at);
    let text = template.slice(at, open < 0 ? undefined : open);
    if (trimNext) text = text.trimStart();
    const trims = open >= 0 && /^-\s/.test(template.slice(open + 2, open + 4));
    if (trims) text = text.trimEnd();
    if (text !== '') pieces.push({ type: 'text', text });
    if (open < 0) return pieces;
    const start = open + (trims ? 3 : 2);
    const comment = /^\s*\/\*/.test(template.slice(start)) ? commentEnd(template, start) : undefined;
    const action = comment ?? readAction(template, start);
    if (comment === undefined) pieces.push({ type: 'action', tokens: action.tokens, at: start });
    trimNext = action.trims;
    at = action.end;
  }
}

interface Action {
  readonly tokens: readonly Token[];
  readonly end: number;
  readonly trims: boolean;
}

function commentEnd(template: string, start: number): Action {
  const close = template.indexOf('*/', start);
  if (close < 0) throw new TemplateSyntaxError(lineOf(template, start), 'unclosed comment');
  const after = /^(\s+-)?\}\}/.exec(template.slice(close + 2));
  if (after === null) throw new TemplateSyntaxError(lineOf(template, start), 'comment ends before closing delimiter');
  return { tokens: [], end: close + 2 + after[0].length, trims: after[1] !== undefined };
}

function readAction(template: string, start: number): Action {
  const tokens: Token[] = [];
  let at = start;
  let depth = 0;
  for (;;) {
    const blank = /^\s+/.exec(template.slice(at))?.[0] ?? '';
    const trims = blank !== '' && template.startsWith('-}}', at + blank.length);
    at += blank.length;
    if (trims || template.startsWith('}}', at)) {
      if (depth > 0) throw new TemplateSyntaxError(lineOf(template, at), 'unclosed left paren');
      tokens.push({ type: 'end', text: '', at, spaced: blank !== '' });
      return { tokens, end: at + (trims ? 3 : 2), trims };
    }
    if (at >= template.length) throw new TemplateSyntaxError(lineOf(template, start), 'unclosed action');
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(template);
    if (found === null) throw new TemplateSyntaxError(lineOf(template, at), badCharacter(template, at));
    const [type] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? ['symbol'];
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth < 0) throw new TemplateSyntaxError(lineOf(template, at), 'unexpected right paren');
    tokens.push({ type: tokenType(type), text: found[0], at, spaced: blank !== '' });
    at += found[0].length;
  }
}

function tokenType(group: string): Token['type'] {
  switch (group) {
    case 'word':
    case 'field':
    case 'variable':
    case 'string':
    case 'number':
    case 'char':
      return group;
    default:
      return 'symbol';
  }
}

function badCharacter(template: string, at: number): string {
  const [char = ''] = template.slice(at);
  if (char === '"') return 'unterminated quoted string';
  if (char === '`') return 'unterminated raw quoted string';
  if (!/[\p{L}\p{N}_]$/u.test(template.slice(0, at)) && (char === '+' || char === '-'))
    return `bad number syntax: "${char}"`;
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const inWord = /[\p{L}\p{N}_]$/u.test(template.slice(0, at));
  return inWord ? `bad character U+${code} '${char}'` : `unexpected ${JSON.stringify(char)} in command`;
}
