/** Where in a `check.ts` an error was thrown, or what it called threw. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the error says, after file and line of the innermost place in a check; its message alone where it comes from none. */
export function withPlace(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, file, line] = /\((file:\/\/\S*\/check\.ts):(\d+):\d+\)|$/.exec(stack) ?? [];
  return file === undefined || line === undefined ? message : `${relative(process.cwd(), fileURLToPath(file))}:${line}: ${message}`;
}
