/**
 * What can be done on a lesson's page, each thing once: the palette, the list of keys and the keys themselves are made of this list.
 * To add something: an entry in the list of its part, or another list in `pageCommands`. Loaded on first use, so what `run` needs may be
 * loaded by it.
 */
import { playgroundCommands } from './playground-commands.ts';
import { codeCommands } from './code-commands.ts';
import { navigationCommands } from './cell-navigation.ts';
import type { LessonPage } from './lesson-page.ts';
import { notebookCommands } from './notebook-commands.ts';
import { whyCommands } from './why-commands.ts';
import { siteCommands, viewCommands } from './site-commands.ts';

export interface PageCommand {
  /** `run-all`: unique. */
  readonly id: string;
  /** What it does, as one would ask for it: "Run all cells". */
  readonly title: string;
  /** Its heading in the list of keys. */
  readonly group: CommandGroup;
  /**
   * Keys that do the same: `Shift+Enter`, `Mod+S` (Control or Command), `?`, `0 0` (one after the other). One that types a character acts
   * only while nothing is typed into; arrows and Enter alone only while a cell is chosen, for elsewhere they have another use.
   */
  readonly keys?: readonly string[];
  /** Whether this page has it at all; absent: every page has. What a page hasn't, its list of keys leaves out. */
  has?(page: LessonPage): boolean;
  /** Whether it means something there and now; absent: always. What it refuses, the palette leaves out and the keys leave alone. */
  when?(place: CommandPlace): boolean;
  run(place: CommandPlace): void;
}

export type CommandGroup = 'Cells' | 'Session' | 'Exercise' | 'Pane' | 'Page';

/** Where a command is asked for. */
export interface CommandPlace {
  readonly page: LessonPage;
  /** What has the focus, or had it before the palette opened. */
  readonly focus: Element;
  /** Id of the cell in which that is. */
  readonly cell: string | undefined;
  /** A text is being typed into. */
  readonly typing: boolean;
  /** Shows all commands, or the list of keys. */
  open(dialog: 'palette' | 'keys'): void;
}

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
