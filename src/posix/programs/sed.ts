/** sed: s, y, d, p, q, a, i, c and = with addresses by number, `$` and expression; -n, -e, -E, -i. */
import { checkLength } from '../limits.ts';
import type { Expression, Expressions, Match } from '../regexp/index.ts';
import type { Steps } from '../task.ts';
import { contentOf, options, pathOf, readPieces, type Tool, visitPieces } from './tool.ts';

type Address = number | '$' | Expression;

type Action =
  | { readonly type: 's'; readonly find: Expression; readonly by: string; readonly flags: SubstituteFlags }
  | { readonly type: 'y'; readonly map: ReadonlyMap<string, string> }
  | { readonly type: 'a' | 'i' | 'c'; readonly text: string }
  | { readonly type: 'd' | 'p' | 'q' | '=' };

interface SubstituteFlags {
  /** Every match from the nth on. */
  readonly all: boolean;
  readonly nth: number;
  readonly print: boolean;
}

interface Instruction {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly negated: boolean;
  readonly action: Action;
}

/** Of an instruction, beside what its expressions take. */
const instructionSteps = 12;

/** A script that can't be read. */
class SedError extends Error {}

/** Runs its script over the lines of its input, as they come. */
export function* sed(tool: Tool): Steps {
  const inPlace = tool.args.some((each) => /^(-i.*|--in-place.*|-[nEr]+i)$/.test(each));
  const { values, words, has } = options(
    tool.args.filter((each) => !/^(-i.*|--in-place.*)$/.test(each)),
    ['e', 'f', 'expression'],
  );
  const given = values.get('e') ?? values.get('expression');
  const script = given?.join('\n') ?? words[0];
  if (script === undefined) {
    tool.error.write("Usage: sed [-i] [-nrE] [-e SCRIPT]... 's/OLD/NEW/g' [FILE]...\n");
    return 1;
  }
  const paths = given === undefined ? words.slice(1) : words;
  try {
    const program = parseScript(script, has('E') || has('r'), tool.expressions);
    return yield* (inPlace ? editFiles : editInput)(tool, program, paths, has('n'));
  } catch (error) {
    if (!(error instanceof SedError)) throw error;
    tool.error.write(`sed: ${error.message}\n`);
    return 1;
  }
}

function* editFiles(
  tool: Tool,
  program: readonly Instruction[],
  paths: readonly string[],
  quiet: boolean,
): Steps {
  let code = 0;
  for (const path of paths) {
    const content = contentOf(tool, path);
    let problem = 'problem' in content ? content.problem : undefined;
    if ('text' in content) {
      let result = '';
      const editor = createEditor(tool, program, quiet, (text) => {
        result += text;
        checkLength(result.length);
      });
      yield* visitPieces(tool, content.text, (piece) => editor.take(piece));
      editor.end();
      problem = tool.host.files.write(pathOf(tool, path), result);
    }
    if (problem === undefined) continue;
    tool.error.write(`sed: ${path}: ${problem}\n`);
    code = 1;
  }
  return code;
}

function* editInput(
  tool: Tool,
  program: readonly Instruction[],
  paths: readonly string[],
  quiet: boolean,
): Steps {
  const editor = createEditor(tool, program, quiet, (text) => tool.output.write(text));
  const fine = yield* readPieces(tool, paths, (piece) => {
    editor.take(piece);
    return editor.over() || tool.output.broken;
  });
  editor.end();
  return fine ? 0 : 1;
}

interface Editor {
  /** A piece of the input, lines or not. */
  take(text: string): void;
  /** No more comes. */
  end(): void;
  /** Has quit. */
  over(): boolean;
}

/** Edits lines as they come; it waits for the one behind only where a script names the last one. */
function createEditor(
  { cpu }: Tool,
  program: readonly Instruction[],
  quiet: boolean,
  print: (text: string) => void,
): Editor {
  const namesLast = program.some(({ from, to }) => from === '$' || to === '$');
  const active = new Set<Instruction>();
  let rest = '';
  let held: string | undefined;
  let number = 0;
  let quit = false;

  function edit(line: string, isLast: boolean, ended: boolean): void {
    if (quit) return;
    number += 1;
    cpu.spend(instructionSteps * (1 + program.length));
    const result = editLine(line, program, { number, isLast, active }, quiet);
    quit = result.quit;
    print(ended ? result.text : result.text.replace(/\n$/, ''));
  }
  function line(text: string): void {
    if (!namesLast) return edit(text, false, true);
    if (held !== undefined) edit(held, false, true);
    held = text;
  }
  return {
    take(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) line(each);
    },
    end() {
      const hasRest = rest !== '';
      if (held !== undefined) edit(held, !hasRest, true);
      if (hasRest) edit(rest, true, false);
    },
    over: () => quit,
  };
}

interface Place {
  readonly number: number;
  readonly isLast: boolean;
  /** Instructions whose range has begun. */
  readonly active: Set<Instruction>;
}

function editLine(
  source: string,
  program: readonly Instruction[],
  place: Place,
  quiet: boolean,
): { readonly text: string; readonly quit: boolean } {
  let line = source;
  let [text, after] = ['', ''];
  let [deleted, quit] = [false, false];
  for (const instruction of program) {
    if (deleted || quit) break;
    if (applies(instruction, line, place) === instruction.negated) continue;
    const { action } = instruction;
    switch (action.type) {
      case 's': {
        const changed = substitute(line, action.find, action.by, action.flags);
        if (changed !== undefined && action.flags.print) text += `${changed}\n`;
        line = changed ?? line;
        break;
      }
      case 'y':
        line = Array.from(line, (char) => action.map.get(char) ?? char).join('');
        break;
      case 'a':
        after += `${action.text}\n`;
        break;
      case 'i':
        text += `${action.text}\n`;
        break;
      case 'c':
        text += `${action.text}\n`;
        deleted = true;
        break;
      case 'd':
        deleted = true;
        break;
      case 'p':
        text += `${line}\n`;
        break;
      case '=':
        text += `${place.number}\n`;
        break;
      case 'q':
        quit = true;
    }
  }
  if (!deleted && !quiet) text += `${line}\n`;
  return { text: text + after, quit };
}

function applies(instruction: Instruction, line: string, place: Place): boolean {
  const { from, to } = instruction;
  if (from === undefined) return true;
  if (to === undefined) return isAt(from, line, place);
  const { active, number } = place;
  // `0,/x/` has begun before the first line, so it may end there.
  if (active.has(instruction) || (from === 0 && number === 1)) {
    active.add(instruction);
    if (isAt(to, line, place) || (typeof to === 'number' && number >= to)) active.delete(instruction);
    return true;
  }
  if (!isAt(from, line, place)) return false;
  if (typeof to !== 'number' || to > number) active.add(instruction);
  return true;
}

function isAt(address: Address, line: string, { number, isLast }: Place): boolean {
  if (address === '$') return isLast;
  return typeof address === 'number' ? number === address : address.test(line);
}

/** Undefined where nothing matched. */
function substitute(line: string, find: Expression, by: string, { all, nth }: SubstituteFlags): string | undefined {
  let result = '';
  let end = 0;
  let count = 0;
  for (const match of find.all(line)) {
    count += 1;
    if (count < nth) continue;
    result += line.slice(end, match.from) + replacement(by, match);
    checkLength(result.length);
    end = match.to;
    if (!all) break;
  }
  return count < nth || count === 0 ? undefined : result + line.slice(end);
}

function replacement(by: string, { groups }: Match): string {
  return by.replace(/\\(\d|n|t|[\s\S])|&/g, (_, code: string | undefined) => {
    if (code === undefined) return groups[0] ?? '';
    if (/\d/.test(code)) return groups[Number(code)] ?? '';
    return { n: '\n', t: '\t' }[code] ?? code;
  });
}

function parseScript(script: string, extended: boolean, expressions: Expressions): readonly Instruction[] {
  const program: Instruction[] = [];
  const reader: Reader = { script, at: 0, extended, expressions };
  for (;;) {
    skip(reader, /[\s;]/);
    if (reader.at >= script.length) return program;
    program.push(readInstruction(reader));
  }
}

interface Reader {
  readonly script: string;
  at: number;
  readonly extended: boolean;
  readonly expressions: Expressions;
  /** The one that was read last, which an empty one means. */
  last?: Expression;
}

/** @throws SedError where it is empty, and the first. */
function readExpression(reader: Reader, pattern: string, ignoreCase = false): Expression {
  if (pattern !== '') reader.last = reader.expressions.compile(pattern, { extended: reader.extended, ignoreCase });
  if (reader.last === undefined) throw new SedError('no previous regular expression');
  return reader.last;
}

function skip(reader: Reader, what: RegExp): void {
  while (reader.at < reader.script.length && what.test(reader.script[reader.at] ?? '')) reader.at += 1;
}

function readInstruction(reader: Reader): Instruction {
  const from = readAddress(reader);
  let to: Address | undefined;
  if (from !== undefined && reader.script[reader.at] === ',') {
    reader.at += 1;
    to = readAddress(reader);
    if (to === undefined) throw new SedError('unexpected ,');
  }
  skip(reader, /\s/);
  const negated = reader.script[reader.at] === '!';
  if (negated) reader.at += 1;
  skip(reader, /\s/);
  const action = readAction(reader);
  return { from, to, negated, action };
}

function readAddress(reader: Reader): Address | undefined {
  const char = reader.script[reader.at] ?? '';
  if (char === '$') {
    reader.at += 1;
    return '$';
  }
  if (char === '/' || char === '\\') {
    if (char === '\\') reader.at += 1;
    const pattern = readPart(reader, 'unterminated address regex');
    reader.at += 1;
    return readExpression(reader, pattern);
  }
  const begin = reader.at;
  skip(reader, /\d/);
  return reader.at === begin ? undefined : Number(reader.script.slice(begin, reader.at));
}

/** What stands up to the next delimiter, which is the character at the reader's place. */
function readPart(reader: Reader, problem: string): string {
  const { script } = reader;
  const delimiter = script[reader.at] ?? '';
  let part = '';
  for (let at = reader.at + 1; at < script.length; at += 1) {
    const char = script[at] ?? '';
    if (char === delimiter) {
      reader.at = at;
      return part;
    }
    if (char === '\\') {
      at += 1;
      const next = script[at] ?? '';
      part += next === delimiter ? next : char + next;
    } else part += char;
  }
  throw new SedError(problem);
}

function readAction(reader: Reader): Action {
  const { script } = reader;
  const letter = script[reader.at] ?? '';
  reader.at += 1;
  switch (letter) {
    case 's':
      return readSubstitution(reader);
    case 'y': {
      const from = Array.from(readPart(reader, "unterminated `y' command"));
      const to = Array.from(readPart(reader, "unterminated `y' command"));
      reader.at += 1;
      return { type: 'y', map: new Map(from.map((char, index) => [char, to[index] ?? char])) };
    }
    case 'a':
    case 'i':
    case 'c': {
      const end = script.indexOf('\n', script.startsWith('\\\n', reader.at) ? reader.at + 2 : reader.at);
      const text = script.slice(reader.at, end < 0 ? undefined : end);
      reader.at = end < 0 ? script.length : end;
      return { type: letter, text: text.replace(/^\s*\\?\n?/, '') };
    }
    case 'd':
    case 'p':
    case 'q':
    case '=':
      return { type: letter };
    default:
      throw new SedError(letter === '' ? 'missing command' : `unsupported command ${letter}`);
  }
}

function readSubstitution(reader: Reader): Action {
  const pattern = readPart(reader, "unterminated `s' command");
  const by = readPart(reader, "unterminated `s' command");
  reader.at += 1;
  const begin = reader.at;
  skip(reader, /[gpiI0-9]/);
  const flags = reader.script.slice(begin, reader.at);
  const find = readExpression(reader, pattern, /[iI]/.test(flags));
  const nth = Number(/\d+/.exec(flags)?.[0] ?? 1);
  return { type: 's', find, by, flags: { all: flags.includes('g'), nth: Math.max(1, nth), print: flags.includes('p') } };
}

