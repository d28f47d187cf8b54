/** How kubectl fails: what is thrown inside, and the words and exit code it ends in (upstream pkg/cmd/util/helpers.go). */
import { type Status, StatusError } from '../engine/index.ts';

/** A refusal by kubectl itself: printed as `error: <message>`, exit code 1. */
export class CliError extends Error {
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.name = 'CliError';
    this.code = code;
  }
}

/** Printed word for word, without `error: `. */
export class PlainError extends Error {
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Ends the command with this code; what there was to say has been said. */
export class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Several failures of one command, in order. */
export class Aggregate extends Error {
  readonly errors: readonly unknown[];
  constructor(errors: readonly unknown[]) {
    super(errors.map(messageOf).join('\n'));
    this.errors = errors;
  }
}

/** The user pressed Ctrl+C: exit code 130, nothing is printed. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** `error: <message>` and where to read more (upstream UsageErrorf). */
export function usageError(command: string, message: string): CliError {
  return new CliError(`${message}\nSee '${command} -h' for help and examples`);
}

/** Throws what was collected: nothing, the one, or all of them. Equal messages count once. */
export function throwAll(errors: readonly unknown[]): void {
  const seen = new Set<string>();
  const unique = errors.filter((error) => {
    const message = messageOf(error);
    return seen.has(message) ? false : seen.add(message) !== undefined;
  });
  if (unique.length === 1) throw unique[0];
  if (unique.length > 1) throw new Aggregate(unique);
}

/** Throws what was collected: nothing, the one, or all of them, each as often as it was met. */
export function throwEach(errors: readonly unknown[]): void {
  const flat = errors.flatMap((error) => (error instanceof Aggregate ? error.errors : [error]));
  if (flat.length === 1) throw flat[0];
  if (flat.length > 1) throw new Aggregate(flat);
}

/** What an error says in running text, without a prefix of kubectl's. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One error as a line of a longer message: server errors keep their `Error from server` form. */
export function standardMessage(error: unknown): string {
  return error instanceof StatusError ? serverMessage(error.status) : messageOf(error);
}

/** The message for stderr, with a newline at its end, and the exit code. */
export function renderError(error: unknown): { readonly text: string; readonly code: number } {
  if (error instanceof Exit) return { text: '', code: error.code };
  if (error instanceof Interrupted) return { text: '', code: 130 };
  const code = error instanceof CliError || error instanceof PlainError ? error.code : 1;
  const message = fullMessage(error);
  return { text: message === '' || message.endsWith('\n') ? message : `${message}\n`, code };
}

function fullMessage(error: unknown): string {
  if (error instanceof Aggregate) return error.errors.map((each) => `${standardMessage(each)}\n`).join('');
  if (error instanceof StatusError) {
    return error.status.reason === 'Invalid' ? invalidMessage(error.status) : serverMessage(error.status);
  }
  const message = messageOf(error);
  return error instanceof PlainError || message.startsWith('error: ') ? message : `error: ${message}`;
}

function serverMessage(status: Status): string {
  const message = status.message ?? '';
  if (status.reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  return status.reason ? `Error from server (${status.reason}): ${message}` : `Error from server: ${message}`;
}

function invalidMessage(status: Status): string {
  const { details, message } = status;
  let start = 'The request is invalid';
  if (details === undefined) return message ? `${start}: ${message}` : start;
  const causes = [...new Set((details.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))];
  if (details.kind || details.name) start = `The ${details.kind ?? ''} "${details.name ?? ''}" is invalid`;
  else if (message && causes.length === 0) start += `: ${message}`;
  if (causes.length === 0) return start;
  if (causes.length === 1) return `${start}: ${causes[0]}\n`;
  return `${start}: \n${causes.map((cause) => `* ${cause}\n`).join('')}`;
}
