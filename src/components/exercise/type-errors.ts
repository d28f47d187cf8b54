/** Words for what the type checker found, by file: lines with errors, from 1, in order. */
import { count } from '../../viz/format.ts';

/** "1 type error, line 11"; "3 type errors, the first in line 4 of order.ts" when it isn't in `open`. Undefined for none. */
export function typeErrorWords(lines: Readonly<Record<string, readonly number[]>>, open: string): string | undefined {
  const number = Object.values(lines).flat().length;
  const file = (lines[open]?.length ?? 0) > 0 ? open : Object.keys(lines).find((name) => lines[name]?.length);
  const line = file === undefined ? undefined : lines[file]?.[0];
  if (line === undefined) return undefined;
  const place = `line ${line}${file === open ? '' : ` of ${file}`}`;
  return `${count(number, 'type error')}, ${number === 1 ? place : `the first in ${place}`}`;
}
