import type { Output } from './baked.ts';

/**
 * What a prediction is judged by: how many lines of a cell's output match; or, where the pattern has a group, what the last of them
 * has there.
 *
 * @param pattern A regular expression: `^web-`, `heater is (on|off)`.
 * @returns The count in decimal, or the group's text, as the options say it.
 */
export function countLines(output: readonly Output[], pattern: string): string {
  const text = output.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const expression = new RegExp(pattern);
  const found = text.split('\n').flatMap((line) => {
    const match = expression.exec(line);
    return match === null ? [] : [match[1]];
  });
  return found.at(-1) ?? String(found.length);
}
