/** What a word becomes: quotes go, parameters and substitutions come in, unquoted blanks split, patterns find files. */
import { arithmetic } from './arithmetic.ts';
import type { CpuTime } from './cpu-time.ts';
import { checkLength, ShellFailure } from './limits.ts';
import { findFiles } from './patterns.ts';
import type { Glob } from './regexp/index.ts';
import { createExpressions } from './regexp/index.ts';
import type { Shell } from './shell.ts';
import type { Steps } from './task.ts';
import { endOfQuoted } from './tokens.ts';

/** Runs `$( … )` and gives its output without the last line ends. */
export type Substitute = (script: string) => Steps<string>;

interface Field {
  text: string;
  /** The same with quoted pattern characters escaped. */
  pattern: string;
  hasPattern: boolean;
}

interface Expansion {
  readonly fields: Field[];
  field: Field | undefined;
  readonly split: boolean;
  /** Characters that a quoted text keeps from having a meaning in `pattern`. */
  readonly special: RegExp;
  readonly cpu: CpuTime;
}

const globSpecial = /[\\*?[\]]/g;
const expressionSpecial = /[\\^$.*+?()[\]{}|]/g;

const textExpansion = ({ cpu }: Shell, special = globSpecial): Expansion => ({ fields: [], field: undefined, split: false, special, cpu });

/** 64 characters of a word cost a step; a field that a value is split into costs more than its characters. */
const charsShift = 6;
const fieldSteps = 4;

/** The fields of a word: none when it comes to nothing unquoted. */
export function* expandWord(word: string, shell: Shell, substitute: Substitute): Steps<string[]> {
  const into: Expansion = { ...textExpansion(shell), split: true };
  yield* walk(word, false, into, shell, substitute);
  endField(into);
  return into.fields.flatMap((field) => {
    const found = field.hasPattern ? findFiles(shell, field.pattern) : [];
    return found.length > 0 ? found : [field.text];
  });
}

/** One text, neither split nor matched with files: assignments, redirections, here-documents. */
export function* expandText(word: string, shell: Shell, substitute: Substitute): Steps<string> {
  const into = textExpansion(shell);
  yield* walk(word, false, into, shell, substitute);
  return into.field?.text ?? '';
}

/** A here-document's body: as between double quotes. */
export function* expandDocument(body: string, shell: Shell, substitute: Substitute): Steps<string> {
  const into = textExpansion(shell);
  yield* walk(body, true, into, shell, substitute);
  return into.field?.text ?? '';
}

/** A pattern of `case` or `${x%…}`: quoted characters mean themselves. */
export function* expandPattern(word: string, shell: Shell, substitute: Substitute): Steps<Glob> {
  const into = textExpansion(shell);
  yield* walk(word, false, into, shell, substitute);
  return createExpressions(shell.cpu).glob(into.field?.pattern ?? '');
}

/** An extended regular expression behind `=~`: quoted characters mean themselves. */
export function* expandExpression(word: string, shell: Shell, substitute: Substitute): Steps<string> {
  const into = textExpansion(shell, expressionSpecial);
  yield* walk(word, false, into, shell, substitute);
  return into.field?.pattern ?? '';
}

function append(into: Expansion, text: string, quoted: boolean): void {
  into.cpu.spend(1 + (text.length >> charsShift));
  into.field ??= { text: '', pattern: '', hasPattern: false };
  checkLength(into.field.text.length + text.length);
  into.field.text += text;
  into.field.pattern += quoted ? text.replace(into.special, '\\$&') : text;
  if (!quoted && /[*?[]/.test(text)) into.field.hasPattern = true;
}

function endField(into: Expansion): void {
  if (into.field !== undefined) into.fields.push(into.field);
  into.field = undefined;
}

/** The value of a parameter: unquoted it is split at blanks. */
function appendValue(into: Expansion, value: string, quoted: boolean): void {
  if (quoted || !into.split) return append(into, value, quoted);
  const parts = value.split(/[ \t\n]+/);
  into.cpu.spend(parts.length * fieldSteps + (value.length >> charsShift));
  parts.forEach((part, index) => {
    if (index > 0) endField(into);
    if (part !== '') append(into, part, false);
  });
}

const NAME = /^\$([A-Za-z_][A-Za-z0-9_]*|[0-9?#@*$!-])/;

function* walk(text: string, quoted: boolean, into: Expansion, shell: Shell, substitute: Substitute): Steps<void> {
  if (!quoted && /^~(?=\/|$)/.test(text)) {
    append(into, shell.state.variables.get('HOME') ?? '/root', true);
    text = text.slice(1);
  }
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '\\') {
      const next = text[at + 1] ?? '';
      const kept = quoted && !'$`"\\\n'.includes(next);
      append(into, kept ? `\\${next}` : next === '\n' ? '' : next, true);
      at += 2;
    } else if (!quoted && (char === "'" || char === '"')) {
      const end = endOfQuoted(text, at) ?? text.length;
      const inner = text.slice(at + 1, end - 1);
      if (char === "'") append(into, inner, true);
      else {
        if (inner !== '"$@"' && inner !== '$@') append(into, '', true);
        yield* walk(inner, true, into, shell, substitute);
      }
      at = end;
    } else if (char === '`' || text.startsWith('$(', at)) {
      const end = endOfQuoted(text, at) ?? text.length;
      const inner = text.slice(at + (char === '`' ? 1 : 2), end - 1);
      if (char === '$' && inner.startsWith('(') && inner.endsWith(')')) {
        const source = yield* expandDocument(inner.slice(1, -1), shell, substitute);
        appendValue(into, calculate(source, shell), quoted);
      } else appendValue(into, yield* substitute(inner), quoted);
      at = end;
    } else if (text.startsWith('${', at)) {
      const end = endOfQuoted(text, at) ?? text.length;
      yield* braced(text.slice(at + 2, end - 1), quoted, into, shell, substitute);
      at = end;
    } else {
      const name = char === '$' ? NAME.exec(text.slice(at)) : null;
      if (name === null) append(into, char, quoted);
      else if (name[1] === '@' && quoted && into.split) appendAll(into, shell.state.parameters.slice(1));
      else appendValue(into, demanded(name[1] ?? '', shell), quoted);
      at += name === null ? 1 : name[0].length;
    }
  }
}

/** `"$@"`: each parameter a field of its own. */
function appendAll(into: Expansion, words: readonly string[]): void {
  words.forEach((word, index) => {
    if (index > 0) endField(into);
    append(into, word, true);
  });
}

/** Of a character. */
const arithmeticSteps = 10;
/** Characters of an expression that a message shows. */
const longestShown = 60;

/** The value of an arithmetic expression, in decimal. */
export function calculate(source: string, shell: Shell): string {
  shell.cpu.spend(source.length * arithmeticSteps);
  const result = arithmetic(source, shell.state.variables);
  if ('value' in result) return result.value;
  const shown = source.length > longestShown ? `${source.slice(0, longestShown)}...` : source;
  throw new ShellFailure(`$((${shown})): ${result.error}`);
}

const BRACED = /^(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?#@*$!-])(?:(:?[-=?+])|(%%|%|##|#)|(\/\/?)|:(?=-?\d))?([\s\S]*)$/;

function* braced(inner: string, quoted: boolean, into: Expansion, shell: Shell, substitute: Substitute): Steps<void> {
  const match = BRACED.exec(inner);
  if (match === null) {
    shell.io.error.write('sh: syntax error: bad substitution\n');
    return;
  }
  const [whole, length, name = '', test, trim, replace, rest = ''] = match;
  const value = parameterOf(name, shell);
  if (length === '#') return appendValue(into, String((value ?? '').length), quoted);
  if (test !== undefined) {
    const missing = value === undefined || (test.startsWith(':') && value === '');
    const uses = test.endsWith('+') ? !missing : missing;
    if (!uses) return appendValue(into, test.endsWith('+') ? '' : (value ?? ''), quoted);
    const word = yield* expandText(rest, shell, substitute);
    if (test.endsWith('=')) shell.state.variables.set(name, word);
    if (test.endsWith('?')) throw new ShellFailure(`${name}: ${word === '' ? 'parameter not set' : word}`);
    appendValue(into, word, quoted);
    return;
  }
  if (trim !== undefined) {
    const pattern = yield* expandPattern(rest, shell, substitute);
    return appendValue(into, trimmed(value ?? '', trim, pattern), quoted);
  }
  if (replace !== undefined) {
    const [from = '', to = ''] = rest.split('/', 2);
    const pattern = yield* expandPattern(from, shell, substitute);
    const text = yield* expandText(to, shell, substitute);
    return appendValue(into, replaced(value ?? '', pattern, text, replace === '//'), quoted);
  }
  const slice = /^(-?\d+)(?::(\d+))?$/.exec(rest);
  if (slice !== null && whole.includes(':')) {
    const from = Number(slice[1]);
    const sliced = (value ?? '').slice(from, slice[2] === undefined ? undefined : from + Number(slice[2]));
    return appendValue(into, sliced, quoted);
  }
  appendValue(into, value ?? '', quoted);
}

/** The doubled sign takes the longest match, the single one the shortest. */
function trimmed(value: string, how: string, pattern: Glob): string {
  const which = how.length === 2 ? 'longest' : 'shortest';
  if (how.startsWith('#')) return value.slice(pattern.prefix(value, which) ?? 0);
  return value.slice(0, value.length - (pattern.suffix(value, which) ?? 0));
}

function replaced(value: string, { expression }: Glob, by: string, all: boolean): string {
  let result = '';
  let end = 0;
  for (const { from, to } of expression.all(value)) {
    result += value.slice(end, from) + by;
    checkLength(result.length);
    end = to;
    if (!all) break;
  }
  return result + value.slice(end);
}

/** Under \`set -u\`, what is not set is a failure. */
function demanded(name: string, shell: Shell): string {
  const value = parameterOf(name, shell);
  if (value === undefined && shell.state.options.includes('u')) throw new ShellFailure(`${name}: parameter not set`);
  return value ?? '';
}

function parameterOf(name: string, { state, host }: Shell): string | undefined {
  const { parameters } = state;
  if (name === '@' || name === '*') return parameters.slice(1).join(' ');
  if (name === '#') return String(Math.max(0, parameters.length - 1));
  if (name === '$') return String(host.pid);
  if (name === '?') return String(state.lastCode);
  if (name === '!') return state.lastJob === 0 ? '' : String(state.lastJob);
  if (name === '-') return state.options;
  if (/^\d+$/.test(name)) return parameters[Number(name)] ?? (name === '0' ? 'sh' : undefined);
  if (name === 'PWD') return state.cwd;
  if (name === 'RANDOM') return String(Math.floor(host.random() * 32_768));
  return state.variables.get(name);
}
