import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';

/** The fieldValidation the --validate flag asks for; throws for a value it does not have. */
export function validation(context: Context): 'Strict' | 'Warn' | 'Ignore' {
  const given = context.flags.string('validate');
  if (given === 'true' || given === 'strict') return 'Strict';
  if (given === 'warn') return 'Warn';
  if (given === 'false' || given === 'ignore') return 'Ignore';
  throw new CliError(`invalid - validate option "${given}"; must be one of: strict (or true), warn, ignore (or false)`);
}
