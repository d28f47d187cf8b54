/** Words for what the type checker found, by file: lines with errors, from 1, in order. */
import { trCount } from '../../lesson/words/words.ts';

/** "1 type error, line 11"; "3 type errors, the first in line 4 of order.ts" when it isn't in `open`. Undefined for none. */
export function typeErrorWords(lines: Readonly<Record<string, readonly number[]>>, open: string): string | undefined {
  const number = Object.values(lines).flat().length;
  const file = (lines[open]?.length ?? 0) > 0 ? open : Object.keys(lines).find((name) => lines[name]?.length);
  const line = file === undefined ? undefined : lines[file]?.[0];
  if (line === undefined) return undefined;
  if (file === undefined || file === open) return trCount(number, { one: '{count} type error, line {line}', other: '{count} type errors, the first in line {line}' }, { line });
  return trCount(number, { one: '{count} type error, line {line} of {file}', other: '{count} type errors, the first in line {line} of {file}' }, { line, file });
}
