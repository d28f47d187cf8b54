/** Opening the engine's own sources. */
import { builtInNames, builtInTitle } from '../editor/built-in.ts';
import type { PageCommand } from './commands.ts';

/** One for each controller and plugin that is built in. */
export const codeCommands: readonly PageCommand[] = builtInNames.map((name) => ({
  id: `open-${name}`,
  title: `Open controller ${builtInTitle(name)}`,
  group: 'Session',
  run: ({ page }) => page.show('code', name),
}));
