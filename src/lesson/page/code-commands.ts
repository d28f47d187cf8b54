/** The engine's own sources, and what is watched in code. */
import { builtInNames, builtInTitle } from '../editor/built-in.ts';
import type { watchEvent } from '../editor/watches.ts';
import type { PageCommand } from './command.ts';

/** One for each controller and plugin that is built in. */
export const codeCommands: readonly PageCommand[] = [
  ...builtInNames.map(
    (name): PageCommand => ({
      id: `open-${name}`,
      title: /,/.test(builtInTitle(name)) ? `Open ${builtInTitle(name)}` : `Open controller ${builtInTitle(name)}`,
      group: 'Session',
      run: ({ page }) => page.show('code', name),
    }),
  ),
  {
    id: 'watch',
    title: 'Watch an expression in this line',
    group: 'Exercise',
    // Within the editor it hears the key itself.
    keys: ['Mod+Shift+B'],
    when: ({ focus }) => focus.closest('.cm-editor')?.querySelector('.cm-watch-gutter') != null,
    run: ({ focus }) => void focus.closest('.cm-editor')?.dispatchEvent(new Event('converge-watch' satisfies typeof watchEvent)),
  },
];
