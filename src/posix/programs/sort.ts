/** sort: -k, -n, -r, -t, -u. */
import type { Steps } from '../task.ts';
import { linesOf, options, readInputs, type Tool } from './tool.ts';

export function* sort(tool: Tool): Steps {
  const { words, has, given } = options(tool.args, ['k', 't']);
  const { texts, failed } = yield* readInputs(tool, words);
  // Before they are cut: texts may be larger than what may be sorted.
  tool.cpu.spend(texts.reduce((sum, { text }) => sum + text.length, 0));
  const lines = texts.flatMap(({ text }) => linesOf(text));
  const [from = 0, to = 0] = (given.get('k') ?? '').split(',').map((each) => Number.parseInt(each, 10) || 0);
  const numeric = has('n') || /n/.test(given.get('k') ?? '');
  const separator = given.get('t') ?? /\s+/;
  const key = (line: string) =>
    from === 0
      ? line
      : line
          .trim()
          .split(separator)
          .slice(from - 1, to === 0 ? undefined : to)
          .join(' ');
  tool.cpu.spend(lines.length * (sortSteps * Math.ceil(Math.log2(lines.length + 1)) + keySteps));
  const sorted: SortLine[] = lines.map((line) => {
    const text = key(line);
    return { line, key: text, number: numeric ? Number.parseFloat(text) || 0 : 0 };
  });
  sorted.sort(has('r') ? (a, b) => compareLines(b, a) : compareLines);
  sorted.forEach(({ line, key: text }, index) => {
    if (!has('u') || index === 0 || text !== sorted[index - 1]?.key) tool.output.write(`${line}\n`);
  });
  return failed ? 1 : 0;
}

/** Of a comparison, and of a line's key. */
const sortSteps = 1;
const keySteps = 10;

interface SortLine {
  readonly line: string;
  readonly key: string;
  /** Of the key, where it counts as one. */
  readonly number: number;
}

function compareLines(a: SortLine, b: SortLine): number {
  return a.number - b.number || compareTexts(a.key, b.key) || compareTexts(a.line, b.line);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
