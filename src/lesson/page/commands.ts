/**
 * What can be done on a lesson's page, each thing once: the palette, the list of keys and the keys themselves are made of this list.
 * To add something: an entry in the list of its part, or another list in `pageCommands`. Loaded on first use, so what `run` needs may be
 * loaded by it.
 */
import { playgroundCommands } from './playground-commands.ts';
import { codeCommands } from './code-commands.ts';
import { navigationCommands } from './cell-navigation.ts';
import type { CommandPlace, PageCommand } from './command.ts';
import type { LessonPage } from './lesson-page.ts';
import { notebookCommands } from './notebook-commands.ts';
import { whyCommands } from './why-commands.ts';
import { siteCommands, viewCommands } from './site-commands.ts';

/** All there are, in the order in which they are listed; the pane's views come to them. */
export const pageCommands: readonly PageCommand[] = [...notebookCommands, ...playgroundCommands, ...navigationCommands, ...siteCommands, ...codeCommands, ...whyCommands];

/** Those that mean something there and now. */
export const commandsFor = (place: CommandPlace): readonly PageCommand[] =>
  [...pageCommands, ...viewCommands()].filter((command) => command.when?.(place) !== false);

/** The place of an element. `open`: see CommandPlace. */
export function placeOf(page: LessonPage, focus: Element, open: CommandPlace['open']): CommandPlace {
  const cell = focus.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  return { page, focus, cell, typing: isTyping(focus), open };
}

const isTyping = (element: Element): boolean =>
  element.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea, select') ||
  element.closest('[contenteditable="true"]') !== null;
