/** What has been typed so far: a whole command, or the beginning of one. */
import { parseShell } from '../posix/parse.ts';

/**
 * Whether Enter asks for another line instead of running it: a quote, a loop or a here document is still open, or it ends in `|`, `&&`,
 * `||` or a backslash. What makes no sense however it goes on is a whole command: running it says why.
 */
export function needsMore(text: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) return true;
  const parsed = parseShell(text);
  return 'error' in parsed && parsed.incomplete;
}
