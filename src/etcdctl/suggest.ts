/** What may have been meant by an unknown command, as cobra suggests: few letters away, or a longer word of that beginning. */
import type { Command } from './command.ts';

/** `Did you mean this?` with its list; '' when nothing is near. */
export function nearCommands(word: string, commands: readonly Command[]): string {
  const near = commands
    .map(({ name }) => name)
    .filter((name) => distance(word.toLowerCase(), name) <= 2 || name.startsWith(word.toLowerCase()))
    .sort();
  return near.length === 0 ? '' : `\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}\n`;
}

/** Levenshtein. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
