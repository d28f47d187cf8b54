import type { SessionLog } from './types.ts';

/** What reads the inputs of a log is fetched with the first log that has some. `logs`: unchecked. */
export async function loadInputParser(logs: readonly SessionLog[]): Promise<void> {
  if (logs.some(({ inputs }) => Array.isArray(inputs) && inputs.length > 0)) await import('./parse-input.ts');
}
