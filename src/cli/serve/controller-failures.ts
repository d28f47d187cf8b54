/** What controllers fail with, as lines for the terminal: each failure once, and again when it still happens a minute later. */
import type { LogLine } from '../../engine/index.ts';

const repeatAfterMs = 60_000;
/** Keys can be any number of objects: the oldest are forgotten. */
const mostRemembered = 1000;

/** The line to print, or undefined where the same failure of the same key was printed less than a minute of the cluster's time ago. */
export function createFailureLines(): (line: LogLine) => string | undefined {
  const printedMs = new Map<string, number>();
  return ({ component, key, level, text, time }) => {
    if (level !== 'error') return undefined;
    const about = key === undefined || key === '' ? component : `${component}: ${key}`;
    const line = `${about}: ${text}`;
    const before = printedMs.get(line);
    if (before !== undefined && time - before < repeatAfterMs) return undefined;
    printedMs.delete(line);
    printedMs.set(line, time);
    const [oldest] = printedMs.keys();
    if (printedMs.size > mostRemembered && oldest !== undefined) printedMs.delete(oldest);
    return line;
  };
}
