import type { Output } from './baked.ts';

/**
 * What a prediction is judged by: how many lines of a cell's output match.
 *
 * @param pattern A regular expression: `^web-`.
 * @returns The count in decimal, as the options say it.
 */
export function countLines(output: readonly Output[], pattern: string): string {
  const text = output.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const expression = new RegExp(pattern);
  return String(text.split('\n').filter((line) => expression.test(line)).length);
}
