/** The text form of label selectors: `app=web,tier in (a, b),!canary`. Grammar and errors: apimachinery pkg/labels. */
import { badRequest, StatusError } from './errors.ts';
import { checkLabelValue, checkQualifiedName } from './names.ts';

export type SelectorOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** One term; all terms of a selector must hold. Values are sorted and unique. */
export interface Requirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

type TokenType =
  | 'identifier'
  | 'end'
  | '('
  | ')'
  | ','
  | '!'
  | '='
  | '=='
  | '!='
  | '>'
  | '<'
  | 'in'
  | 'notin'
  | 'error';

interface Token {
  readonly type: TokenType;
  readonly text: string;
}

const fail = (message: string): never => {
  throw new StatusError(badRequest(message));
};

/** Parses a selector; '' selects everything. Throws a StatusError (400) with upstream's words. */
export function parseSelector(text: string): readonly Requirement[] {
  const tokens = tokenize(text);
  const requirements: Requirement[] = [];
  let at = 0;
  const peek = (): Token => tokens[at] ?? { type: 'end', text: '' };
  const take = (): Token => {
    const token = peek();
    at++;
    return token;
  };
  while (peek().type !== 'end') {
    const first = peek();
    if (first.type !== '!' && !isWord(first))
      fail(`found '${first.text}', expected: !, identifier, or 'end of string'`);
    requirements.push(parseRequirement(peek, take));
    const next = take();
    if (next.type === 'end') break;
    if (next.type !== ',') fail(`found '${next.text}', expected: ',' or 'end of string'`);
    const after = peek();
    if (after.type !== '!' && !isWord(after)) fail(`found '${after.text}', expected: identifier after ','`);
  }
  return requirements.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Checks a term as upstream's NewRequirement does; the message names the first fault. */
export function checkRequirement({ key, operator, values }: Requirement, path = ''): string | undefined {
  const at = path === '' ? '' : `${path}.`;
  const keyErrors = checkQualifiedName(key);
  if (keyErrors.length > 0) {
    return `${path === '' ? '<nil>' : `${at}key`}: Invalid value: ${JSON.stringify(key)}: ${keyErrors.join('; ')}`;
  }
  const shown = `${at}values: Invalid value: ${JSON.stringify(values)}`;
  const isSet = operator === 'in' || operator === 'notin';
  if (isSet && values.length === 0) return `${shown}: for 'in', 'notin' operators, values set can't be empty`;
  if ((operator === 'gt' || operator === 'lt') && !/^[+-]?\d+$/.test(values[0] ?? '')) {
    return `${at}values[0]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`;
  }
  for (const [index, value] of values.entries()) {
    const errors = checkLabelValue(value);
    if (errors.length > 0) {
      return `${at}values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${errors.join('; ')}`;
    }
  }
  return undefined;
}

const isWord = ({ type }: Token): boolean => type === 'identifier' || type === 'in' || type === 'notin';

function parseRequirement(peek: () => Token, take: () => Token): Requirement {
  const wrap = (message: string): never => fail(`unable to parse requirement: ${message}`);
  const done = (requirement: Requirement): Requirement => {
    const error = checkRequirement(requirement);
    return error === undefined ? requirement : wrap(error);
  };
  const absent = peek().type === '!';
  if (absent) take();
  const { text: key, ...token } = take();
  if (!isWord({ ...token, text: key })) wrap(`found '${key}', expected: identifier`);
  const keyError = checkRequirement({ key, operator: 'exists', values: [] });
  if (keyError !== undefined) wrap(keyError);
  if (absent) return done({ key, operator: '!', values: [] });
  if (peek().type === 'end' || peek().type === ',') return done({ key, operator: 'exists', values: [] });
  const symbol = take();
  switch (symbol.type) {
    case 'in':
    case 'notin':
      return done({ key, operator: symbol.type, values: parseValues(peek, take, wrap) });
    case '=':
    case '==':
    case '!=':
      return done({ key, operator: symbol.type, values: [parseExactValue(peek, take, wrap)] });
    case '>':
    case '<':
      return done({
        key,
        operator: symbol.type === '>' ? 'gt' : 'lt',
        values: [parseExactValue(peek, take, wrap)],
      });
    default:
      return wrap(`found '${symbol.text}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function parseExactValue(peek: () => Token, take: () => Token, wrap: (message: string) => never): string {
  if (peek().type === 'end' || peek().type === ',') return '';
  const token = take();
  return isWord(token) ? token.text : wrap(`found '${token.text}', expected: identifier`);
}

function parseValues(peek: () => Token, take: () => Token, wrap: (message: string) => never): readonly string[] {
  const open = take();
  if (open.type !== '(') return wrap(`found '${open.text}' expected: '('`);
  const values = new Set<string>();
  if (peek().type === ')') take();
  else {
    // An empty place between commas stands for the empty value.
    for (;;) {
      if (peek().type === ',' || peek().type === ')') values.add('');
      else {
        const token = take();
        if (!isWord(token)) return wrap(`found '${token.text}', expected: ',', ')' or identifier`);
        values.add(token.text);
      }
      const next = take();
      if (next.type === ')') break;
      if (next.type !== ',') return wrap(`found '${next.text}', expected: ',' or ')'`);
    }
  }
  return [...values].sort();
}

const SPECIAL = '=!(),><';

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (' \t\r\n'.includes(char)) {
      at++;
      continue;
    }
    let end = at + 1;
    if (SPECIAL.includes(char)) {
      const pair = text.slice(at, at + 2);
      if (pair === '==' || pair === '!=') end = at + 2;
    } else {
      while (end < text.length && !` \t\r\n${SPECIAL}`.includes(text.charAt(end))) end++;
    }
    tokens.push(tokenOf(text.slice(at, end)));
    at = end;
  }
  return tokens;
}

function tokenOf(text: string): Token {
  switch (text) {
    case '(':
    case ')':
    case ',':
    case '!':
    case '=':
    case '==':
    case '!=':
    case '>':
    case '<':
    case 'in':
    case 'notin':
      return { type: text, text };
    default:
      return { type: 'identifier', text };
  }
}
