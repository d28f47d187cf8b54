/** A session that begins anew runs what was saved before: controllers and plugins of the workspace. Loaded when something was. */
import type { InputRequest, InputResult } from '../../session/types.ts';
import { parseCode } from './code-autosave.ts';
import { tr } from '../words/words.ts';

/**
 * Writes the files of each program as they were saved last, and swaps it. Returns words for it, or undefined when nothing had run.
 * One that can't be run any more is left out: its editor says why when it is saved again.
 */
export async function reapplySwaps(stored: unknown, run: (input: InputRequest) => Promise<InputResult>): Promise<string | undefined> {
  const { ran } = parseCode(stored);
  const again: string[] = [];
  for (const [controller, { entry, files }] of Object.entries(ran)) {
    for (const [path, text] of Object.entries(files)) await run({ type: 'edit', path, text });
    const { exitCode } = await run({ type: 'swap', controller, entry });
    if (exitCode === 0) again.push(controller);
  }
  return again.length === 0 ? undefined : tr('Started again, with your code for {controllers}.', { controllers: again.join(', ') });
}
