/** From a key that is pressed to the command it stands for. */
import type { CommandPlace, PageCommand } from './command.ts';
import { pageCommands } from './commands.ts';

/** What is read of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Milliseconds. */
  readonly timeStamp: number;
}

export interface Shortcuts {
  /** The command that this press asks for, if it means something there. */
  press(press: KeyPress, place: CommandPlace): PageCommand | undefined;
}

/** Keys of a pair, such as `0 0`, are pressed at most so far apart. */
const pairMs = 1000;

/** `characters`: whether keys that type a character stand for anything; a reader may turn them off. */
export function createShortcuts(
  characters: () => boolean,
  commands: readonly PageCommand[] = pageCommands,
): Shortcuts {
  let before: { readonly name: string; readonly at: number } | undefined;
  return {
    press(press, place) {
      const name = keyName(press);
      const pair = before !== undefined && press.timeStamp - before.at <= pairMs ? `${before.name} ${name}` : undefined;
      before = { name, at: press.timeStamp };
      if (!actsAt(name, place) || (name.length === 1 && !characters())) return undefined;
      const found = commands.find(
        ({ keys = [], when }) =>
          (keys.includes(name) || (pair !== undefined && keys.includes(pair))) && when?.(place) !== false,
      );
      if (found !== undefined) before = undefined;
      return found;
    },
  };
}

/** `Mod+Shift+P`, `?`, `ArrowDown`: as commands name their keys. Control and Command are one. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const mod = ctrlKey || metaKey;
  if (key.length === 1 && !mod && !altKey) return key;
  const parts = [mod && 'Mod', altKey && 'Alt', shiftKey && 'Shift', key.length === 1 ? key.toUpperCase() : key];
  return parts.filter(Boolean).join('+');
}

const arrow = { Up: '↑', Down: '↓', Left: '←', Right: '→' } as const;

/** How a reader presses it: `Ctrl+Shift+P`, on a Mac `⌘⇧P`. */
export function keyWords(key: string, mac: boolean): string {
  const arrows = key.replace(/Arrow(Up|Down|Left|Right)/, (_, way: keyof typeof arrow) => arrow[way]);
  return mac ? arrows.replace('Mod+', '⌘').replace('Shift+', '⇧') : arrows.replace('Mod', 'Ctrl').replace('Escape', 'Esc');
}

function actsAt(name: string, { focus, typing }: CommandPlace): boolean {
  if (name.includes('+') || name === 'Escape') return true;
  return name.length === 1 ? !typing : focus.matches('.cell-in pre');
}
