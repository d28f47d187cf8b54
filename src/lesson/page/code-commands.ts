/** The engine's own sources, and what is watched in code. */
import { builtInNames, builtInTitle } from '../editor/built-in.ts';
import type { watchEvent } from '../editor/watches.ts';
import type { PageCommand } from './command.ts';
import { type English, tr } from '../words/words.ts';

/** One for each controller and plugin that is built in. */
export const codeCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
  ...builtInNames.map(
    (name): PageCommand => ({
      id: `open-${name}`,
      title: tr(/,/.test(builtInTitle(name)) ? 'Open {name}' : 'Open controller {name}', { name: builtInTitle(name) }),
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
