/** Errors of the server about something a file asked for name the file (upstream AddSourceToErr). */
import { StatusError } from '../../engine/index.ts';
import { CliError, messageOf } from '../errors.ts';

/** The same error with `error when <doing> "<source>": ` before its message. */
export function withSource(doing: string, source: string | undefined, error: unknown): unknown {
  if (source === undefined || source === '') return error;
  const message = `error when ${doing} ${JSON.stringify(source)}: ${messageOf(error)}`;
  if (error instanceof StatusError) return new StatusError({ ...error.status, message });
  return error instanceof CliError ? new CliError(message, error.code) : error;
}
