/**
 * Where statements begin in a module, and where its functions do: the places at which something can be put in without changing what
 * the module does. Found by its tokens alone; where they leave a doubt, there is no place.
 */
import { parse, type Token } from 'sucrase/dist/parser/index.js';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';

export interface Places {
  /** Offset of the first statement that begins on a line; lines from 1. */
  readonly statements: ReadonlyMap<number, number>;
  /** Offsets right behind the `{` of each function's body. */
  readonly bodies: readonly number[];
}

type Bracket = 'block' | 'other';

type Types = ReadonlySet<number>;
const types = (...names: readonly string[]): Types => new Set(names.map((name) => TokenType[name] ?? -1));
const is = (token: Token | undefined, wanted: Types): boolean => token !== undefined && wanted.has(token.type);

const name = types('name');
const arrow = types('arrow');
const semi = types('semi');
const colon = types('colon');
const braceL = types('braceL');
const braceR = types('braceR');
const parenR = types('parenR');
const opening = types('braceL', 'dollarBraceL', 'parenL', 'bracketL');
const closing = types('braceR', 'parenR', 'bracketR');
const cases = types('_case', '_default');
const whileWord = types('_while');
const forWord = types('_for');
const classWord = types('_class');

/** Words with which a statement may begin; a name or one of these behind a line break can't go on with what stands before it. */
const beginners = types('_const', '_let', '_var', '_if', '_for', '_while', '_do', '_return', '_throw', '_try', '_switch', '_break', '_continue', '_this', '_super', '_new', '_delete', '_void', '_typeof', '_yield');
/** A block follows these directly. */
const blockWords = types('_else', '_try', '_do', '_finally', '_catch');
/** What stands in parentheses behind these is no list of parameters. */
const controls = types('_if', '_for', '_while', '_switch', '_catch', '_with');
/** An operand ends with these: what begins on a new line behind it is another statement. */
const ends = types('name', 'num', 'bigint', 'string', 'regexp', 'backQuote', 'bracketR', 'parenR', 'braceR', 'postIncDec', '_this', '_null', '_true', '_false', '_break', '_continue', '_return');

/** Throws what the parser throws when the source doesn't parse. */
export function placesIn(source: string): Places {
  const tokens = parse(source, false, true, false).tokens.filter(({ isType }) => !isType);
  const lineOf = lineFinder(source);
  const statements = new Map<number, number>();
  const bodies: number[] = [];
  const open: { bracket: Bracket; at: number }[] = [];
  /** Index of the `(` that belongs to each `)`. */
  const partner = new Map<number, number>();
  /** The statement under way began with `case` or `default`: its colon is followed by statements. */
  let label = false;

  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const inside = open.at(-1)?.bracket ?? 'block';
    if (inside === 'block' && begins(tokens, index, partner, label)) {
      label = is(token, cases);
      const line = lineOf(token.start);
      const alone = before === undefined || lineOf(before.end) < line;
      if (alone && isPlain(source, token)) statements.set(line, token.start);
    }
    if (is(token, opening)) {
      const kind = is(token, braceL) ? braceKind(tokens, index, partner) : 'other';
      if (kind === 'function') bodies.push(token.end);
      open.push({ bracket: kind === 'other' ? 'other' : 'block', at: index });
    } else if (is(token, closing)) {
      partner.set(index, open.pop()?.at ?? 0);
    }
  }
  return { statements, bodies };
}

const writing = types('assign', 'preIncDec', 'postIncDec', '_delete');
const equals = types('eq');
const thisWord = types('_this');
const typeofWord = types('_typeof');
const goesOn = types('dot', 'questionDot', 'bracketL', 'parenL', 'backQuote');
/** Sucrase's `IdentifierRole`: a name that is read or written to; `{ name }`. */
const access = 0;
const shorthand = 8;

/** Whether an expression writes to what it names: `left = 0` where `left === 0` was meant. Found by its tokens outside of further brackets. */
export function writes(expression: string): boolean {
  let depth = -1;
  let before: Token | undefined;
  for (const token of parse(`(${expression}\n)`, false, true, false).tokens) {
    if (is(token, opening)) depth += 1;
    else if (is(token, closing)) depth -= 1;
    else if (is(token, writing) || (is(token, equals) && (depth === 0 || before?.identifierRole === access))) return true;
    before = token;
  }
  return false;
}

/** The same expression, with `around` of each name's value where the name stands. */
export function withNames(expression: string, around: (name: string) => string): string {
  const source = `(${expression}\n)`;
  const tokens = parse(source, false, true, false).tokens.filter(({ isType }) => !isType);
  let text = '';
  let from = 1;
  for (const [index, token] of tokens.entries()) {
    const short = token.identifierRole === shorthand;
    if (!short && token.identifierRole !== access && !is(token, thisWord)) continue;
    // `typeof x` also asks whether there is an x.
    if (is(tokens[index - 1], typeofWord) && !is(tokens[index + 1], goesOn)) continue;
    const named = source.slice(token.start, token.end);
    text += source.slice(from, token.start) + (short ? `${named}: ` : '') + around(named);
    from = token.end;
  }
  return text + source.slice(from, -2);
}

/** Whether a statement begins with this token of a block. */
function begins(
  tokens: readonly Token[],
  index: number,
  partner: ReadonlyMap<number, number>,
  label: boolean,
): boolean {
  const before = tokens[index - 1];
  if (before === undefined || is(before, semi)) return true;
  if (is(before, braceL)) return true;
  if (is(before, colon)) return label;
  const opened = partner.get(index - 1);
  if (is(before, parenR) && opened !== undefined && isControl(tokens, opened)) return false;
  return is(before, ends) && (is(tokens[index], beginners) || is(tokens[index], name) || is(tokens[index], cases));
}

/** A probe may stand before it: it isn't a declaration of the module, nor the rest of another statement. */
function isPlain(source: string, token: Token): boolean {
  const word = source.slice(token.start, token.end);
  if (is(token, name)) return !['type', 'interface', 'declare', 'abstract', 'namespace', 'enum', 'of', 'as', 'satisfies'].includes(word);
  return is(token, beginners) && !(is(token, whileWord) && /\}\s*$/.test(source.slice(0, token.start)));
}

function isControl(tokens: readonly Token[], opened: number): boolean {
  const word = tokens[opened - 1];
  return is(word, controls) || (is(word, name) && is(tokens[opened - 2], forWord));
}

function braceKind(
  tokens: readonly Token[],
  index: number,
  partner: ReadonlyMap<number, number>,
): 'function' | 'block' | 'other' {
  const before = tokens[index - 1];
  if (is(before, arrow)) return 'function';
  if (is(before, parenR)) {
    const opened = partner.get(index - 1) ?? 0;
    if (isControl(tokens, opened)) return 'block';
    return tokens[index]?.contextId !== null && isClassHead(tokens, index) ? 'other' : 'function';
  }
  if (is(before, blockWords)) return 'block';
  const starts = before === undefined || is(before, semi) || is(before, braceR) || is(before, braceL);
  return starts && tokens[index]?.contextId === null ? 'block' : 'other';
}

/** `class A extends made() {`: the word stands before, with no bracket of its own between. */
function isClassHead(tokens: readonly Token[], index: number): boolean {
  const { contextId } = tokens[index] ?? {};
  for (let at = index - 1; at >= 0 && at > index - 40; at -= 1) {
    if (is(tokens[at], classWord)) return tokens[at]?.contextId === contextId;
  }
  return false;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
