/** Every format of --write-out. */
import { CommandError, exitCodes } from '../errors.ts';
import type { Io } from '../types.ts';
import { createFieldsPrinter } from './fields.ts';
import { createJsonPrinter } from './json.ts';
import type { Printer } from './printer.ts';
import { createSimplePrinter } from './simple.ts';
import { createTablePrinter } from './table.ts';

/** The printer of a format. Throws what etcdctl says about one there isn't. */
export function createPrinter(format: string, io: Pick<Io, 'stdout' | 'stderr'>, hex: boolean): Printer {
  switch (format) {
    case 'simple':
      return createSimplePrinter(io, hex);
    case 'fields':
      return createFieldsPrinter(io, hex);
    case 'json':
      return createJsonPrinter(io, hex);
    case 'table':
      return createTablePrinter(io);
    default:
      throw new CommandError('unsupported output format', exitCodes.badFeature);
  }
}
