/** What goes wrong with expressions, in cel-go's words. */

/** Evaluation failed: `no such key: x`. && and || may make up for it. */
export class CelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CelError';
  }
}

/** An expression went over a limit. No other operand makes up for it. */
export class CelLimitError extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
    this.name = 'CelLimitError';
  }
}

/** Something wrong with the text of an expression; `offset` counts from its start. */
export interface Issue {
  readonly offset: number;
  readonly message: string;
}

/** Thrown by the parser. */
export class SyntaxIssue extends Error {
  readonly issue: Issue;
  constructor(offset: number, message: string) {
    super(message);
    this.issue = { offset, message };
  }
}

/** The operands are of types that the operation doesn't take. */
export function noSuchOverload(): never {
  throw new CelError('no such overload');
}

/** A text that can't be what it should become. */
export function conversionFailed(from: string, to: string): never {
  const [left, right] = [from, to].map((name) => `'${name}'`);
  throw new CelError(`type conversion error from ${left} to ${right}`);
}

/** More would say nothing new. */
const mostIssues = 30;
/** Longer lines aren't shown. */
const longestLine = 16_384;

/** `ERROR: <input>:1:6: undefined field 'x'` with the line and a mark below, for each issue. */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  return issues
    .slice(0, mostIssues)
    .map((issue) => formatIssue(source, issue))
    .join('\n');
}

function formatIssue(source: string, { offset, message }: Issue): string {
  const before = source.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  const end = source.indexOf('\n', offset);
  const text = source.slice(start, end < 0 ? undefined : end);
  const column = offset - start;
  const words = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  if (text.length > longestLine) return words;
  return `${words}\n | ${text}\n | ${'.'.repeat(column)}^`;
}
