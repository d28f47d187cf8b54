/** Mutants of commands: one is left out, or a number in it is one off. */
import type { Mutant } from './types.ts';

/** In the order of the file. Comments and empty lines have none. */
export function makeCommandMutants(file: string, text: string): readonly Mutant[] {
  const lines = text.split('\n');
  return lines.flatMap((before, index) => {
    if (before.trim() === '' || before.startsWith('#')) return [];
    const mutant = (operator: string, after: string): Mutant => ({
      id: `${operator}: ${before} → ${after}`,
      operator,
      file,
      line: index + 1,
      before,
      after,
      text: lines.with(index, after).join('\n'),
    });
    return [mutant('drop-command', ''), ...numbersOff(before).map((after) => mutant('number-by-one', after))];
  });
}

/** The line with each number of it one larger, and one smaller. Digits that end a name (`node-2`) count as well. */
function numbersOff(line: string): readonly string[] {
  return [...line.matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const withNumber = (by: number): string => line.slice(0, index) + String(Number(digits) + by) + line.slice(index + digits.length);
    return [withNumber(1), withNumber(-1)];
  });
}
