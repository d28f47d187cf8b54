/** What has been typed so far: a whole command, or the beginning of one. */
import { parse } from './syntax.ts';
import { ShellSyntaxError, tokenize } from './tokens.ts';

/**
 * Whether Enter asks for another line instead of running it: a quote, a loop or a here document is still open, or it ends in `|`, `&&`,
 * `||` or a backslash. What makes no sense however it goes on is a whole command: running it says why.
 */
export function needsMore(text: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) return true;
  try {
    parse(text);
  } catch (error) {
    return error instanceof ShellSyntaxError && error.open;
  }
  const tokens = tokenize(text);
  if (tokens.some((token) => token.type === 'heredoc' && !token.ended)) return true;
  const last = tokens.findLast((token) => token.type !== 'operator' || token.text !== '\n');
  return last?.type === 'operator' && (last.text === '&&' || last.text === '||');
}
