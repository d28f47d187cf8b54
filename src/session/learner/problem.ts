/** Turns what learner code throws into words: which line, what stands there, what to do. */
import { type Status, statusOf } from '../../engine/index.ts';
import type { Problem } from '../types.ts';

/** Carries a finished Problem through code that throws. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** Where evaluated modules say they come from; engines put it into stacks. */
export const sourceUrl = (file: string): string => `converge:///${encodeURI(file)}`;
/** Lines that `new Function` puts before a body. */
const wrapperLines = 2;

/** Requests fail long after they were made, with a stack that no longer shows who made them. */
const callers = new WeakMap<object, Error>();

/** Remembers where the request was made that failed with this error. */
export function rememberCaller(error: unknown, caller: Error): void {
  if (typeof error === 'object' && error !== null && !callers.has(error)) callers.set(error, caller);
}

/** Where in learner code an error arose, or where the request was made that it answers. */
export function placeOf(error: unknown): Place | undefined {
  if (!(error instanceof Error)) return undefined;
  return placeIn(error.stack ?? '') ?? placeIn(callers.get(error)?.stack ?? '');
}

export interface Place {
  /** Absent for the script of a cell. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** Name under which the script of a cell is evaluated. */
export const scriptFile = '<cell>';

/** Characters of what was thrown that are passed on. */
const longest = 2_000;
const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest)}…`);

/**
 * What learner code threw, as something whose message can be read safely. It may throw anything: a Proxy, an Error whose message is a getter
 * that throws, an object that no text can be made of, five million letters.
 */
export function tame(thrown: unknown): unknown {
  try {
    if (!(thrown instanceof Error)) {
      const text = shown(thrown);
      return text.length <= longest ? thrown : cut(text);
    }
    const { name, message, stack = '' } = thrown;
    const texts: readonly unknown[] = [name, message, stack];
    if (!texts.every((each) => typeof each === 'string')) throw new TypeError('not the words of an Error');
    if (name.length + message.length <= longest) return thrown;
    // The places stand at the stack's end.
    return Object.assign(new Error(cut(message)), { name: cut(name), stack: stack.slice(-longest) });
  } catch {
    return new Error('what was thrown can’t be shown');
  }
}

/** Words, source lines and a hint for anything thrown by learner code. `read` gives a file's TypeScript. */
export function problemOf(thrown: unknown, read: (file: string) => string | undefined): Problem {
  const error = tame(thrown);
  if (error instanceof ProblemError) {
    const { title, message, hint, line } = error.problem;
    return line === undefined ? problemAt(title, message, hint, placeOf(error), read) : error.problem;
  }
  if (!(error instanceof Error) && statusOf(error) === undefined) {
    const hint = 'Only an Error knows where it was made: throw new Error(…) instead.';
    return { title: `Thrown: ${shown(error)}`, message: '', hint };
  }
  const title = error instanceof Error ? `${error.name}: ${error.message}` : `Thrown: ${shown(error)}`;
  const status = statusOf(error);
  const known = status === undefined ? title : `${status.reason ?? 'Refused'}: ${status.message ?? ''}`;
  return problemAt(known, '', hintFor(title, status), placeOf(error), read);
}

/** The same for a stack that came as text (what a controller threw, from the cluster's log). */
export function problemAt(
  title: string,
  message: string,
  hint: string,
  place: Place | undefined,
  read: (file: string) => string | undefined,
): Problem {
  if (place === undefined) return { title, message, hint };
  const file = place.file === scriptFile ? undefined : place.file;
  const lines = read(place.file ?? scriptFile)?.split('\n');
  const text = lines?.[place.line - 1];
  if (lines === undefined || text === undefined) {
    return { title, message, hint, ...(file === undefined ? {} : { file }), line: place.line };
  }
  const column = Math.min(Math.max(place.column, 1), text.length + 1);
  return {
    title,
    message,
    ...(file === undefined ? {} : { file }),
    line: place.line,
    column,
    sourceLines: [place.line - 1, place.line, place.line + 1].flatMap((line) => {
      const source = lines[line - 1];
      return source === undefined || line < 1 ? [] : [{ line, text: source }];
    }),
    squiggle: {
      from: column - objectBefore(text, column).length,
      to: column + Math.max(1, wordAt(text, column).length),
    },
    hint,
  };
}

/** The topmost frame of a stack that lies in learner code; columns are of the compiled line. */
function placeIn(stack: string): Place | undefined {
  const match = /converge:\/\/\/([^\s)]{1,2000}?):(\d{1,7}):(\d{1,7})\b/.exec(stack);
  if (match === null) return undefined;
  const [, file = '', line, column] = match;
  return { file: decoded(file), line: Number(line) - wrapperLines, column: Number(column) };
}

/** A stack is a text like any other: learner code may have written it. */
function decoded(file: string): string {
  try {
    return decodeURI(file);
  } catch {
    return file;
  }
}

/**
 * Compiling keeps lines but moves columns (`Pod` becomes `_sdk.Pod`): the column in the source of what stands at `column` of the
 * compiled line, found by its word. `near`: about where it is, when the compiled line holds what the author hasn't written.
 */
export function sourceColumn(compiled: string, source: string, column: number, near = column): number {
  const word = wordAt(compiled, column).replace(/^_\w+\./, '');
  const name = /^[\w$]+/.exec(word)?.[0];
  if (name === undefined) return Math.min(near, source.length);
  let best = -1;
  const found = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  for (const match of source.matchAll(found)) {
    if (best < 0 || Math.abs(match.index + 1 - near) < Math.abs(best - near)) best = match.index + 1;
  }
  return best < 0 ? Math.min(near, source.length) : best;
}

/** What stands before a member: `owner.` before `kind`. */
function objectBefore(text: string, column: number): string {
  return /([\w$]+\??\.)+$/.exec(text.slice(0, column - 1))?.[0] ?? '';
}

/** A name with its members, from a column on: `owner.kind`. */
function wordAt(text: string, column: number): string {
  return /^[\w$]+(\.[\w$]+)*/.exec(text.slice(column - 1))?.[0] ?? '';
}

/** A thrown value that is no Error. Throws where no text can be made of it. */
function shown(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return String(value);
  }
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /read only property|object is not extensible|Cannot delete property|read-only/i,
    'Objects from a cache or the API are shared and read-only. Build a new one: { ...pod, metadata: { ...pod.metadata, … } }.',
  ],
  [
    /Cannot read propert|undefined is not an object|is undefined|can't access property/,
    'Something here can be absent. Ask before you read from it: if (x === undefined) return; or x?.y.',
  ],
  [
    /is not a function/,
    'The name before the parentheses isn’t a function: check its spelling and where it is imported from.',
  ],
  [/is not defined/, 'This name is unknown here: declare it, or import it from converge/sdk.'],
  [/Maximum call stack|too much recursion/, 'A function calls itself without end.'],
];

function hintFor(title: string, status: Status | undefined): string {
  if (status?.reason === 'Conflict')
    return 'The object has changed since it was read. Let the error pass: the key is retried.';
  if (status?.reason === 'AlreadyExists')
    return 'Such an object is there already: read before you create, or use generateName.';
  if (status?.reason === 'NotFound') return 'It is gone, or its name or namespace is wrong.';
  if (status?.reason === 'Invalid') return 'The API server checked the object and refused it: mend the field it names.';
  if (status !== undefined) return 'The API server refused the request: its words say why.';
  return HINTS.find(([pattern]) => pattern.test(title))?.[1] ?? '';
}
