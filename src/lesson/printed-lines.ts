/** Printed text in a narrow column: its tables stay in line, and its long sentences go over several lines. */
import { type TextRun, textRuns } from './ansi.ts';

/** Its lines belong below each other: a table, or something indented. Two spaces after a comma are a slip of upstream's in a message. */
export const inColumns = (text: string): boolean => /(?<!,) {2}/.test(text);

/** The class of a line that may wrap beside lines that may not. */
const wrapping = 'wraps';
/** The narrowest column has room for as many characters. */
const shortLine = 40;

/** The text's runs. In a text with a table, the runs of each long line outside of the table have the class `wraps`. */
export function printedRuns(text: string): readonly TextRun[] {
  const runs = textRuns(text);
  return inColumns(text) ? linesOf(runs).flatMap((line) => (mayWrap(line) ? line.map(wrapped) : line)) : runs;
}

const wrapped = ({ text, classes }: TextRun): TextRun => ({ text, classes: `${classes} ${wrapping}`.trim() });

function mayWrap(line: readonly TextRun[]): boolean {
  const text = line.map((run) => run.text).join('');
  return text.length > shortLine && !inColumns(text);
}

/** Each line with the break that ends it. */
function linesOf(runs: readonly TextRun[]): readonly (readonly TextRun[])[] {
  const lines: TextRun[][] = [[]];
  for (const { text, classes } of runs) {
    for (const piece of text.split(/(?<=\n)/)) {
      lines.at(-1)?.push({ text: piece, classes });
      if (piece.endsWith('\n')) lines.push([]);
    }
  }
  return lines;
}
