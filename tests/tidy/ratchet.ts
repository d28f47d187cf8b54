/** Lists of what still breaks a rule. They only ever get shorter. */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Compares what breaks a rule with the list in `tests/tidy/<list>`, which must name exactly that, a line each. `UPDATE_RATCHETS=1` takes off the
 * list what no longer breaks the rule; nothing adds to it.
 */
export function compareWithList(list: string, found: readonly string[]): { readonly new: string[]; readonly noLongerNeeded: string[] } {
  const file = new URL(list, import.meta.url);
  const listed = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '');
  const isNeeded = (line: string): boolean => found.includes(line);
  if (process.env['UPDATE_RATCHETS'] === '1') writeFileSync(file, listed.filter(isNeeded).map((line) => `${line}\n`).join(''));
  return {
    new: found.filter((line) => !listed.includes(line)),
    noLongerNeeded: listed.filter((line) => !isNeeded(line)),
  };
}
