/** What a command of a lesson's page is; `commands.ts` lists them. */
import type { LessonPage } from './lesson-page.ts';

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

export type CommandGroup = 'Cells' | 'Session' | 'Exercise' | 'Panel' | 'Page';

/** Where a command is called. */
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
