/** The keys of the page, and its two dialogs. Loaded with the first press of a key, or when one of the buttons for it is used. */
import type { CommandPlace } from '../../lesson/page/command.ts';
import { placeOf } from '../../lesson/page/commands.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { createShortcuts } from '../../lesson/page/shortcuts.ts';
import { charactersOn } from './key-settings.ts';
import { tr } from '../../lesson/words/words.ts';

export interface Keys {
  /** Takes a press that nobody else has used. `held`: it was kept from the browser until this was loaded. */
  press(event: KeyboardEvent, held?: boolean): void;
  open(dialog: 'palette' | 'keys'): void;
}

/** From now on the document's keys are listened to. */
export function listenForKeys(page: LessonPage): Keys {
  const shortcuts = createShortcuts(charactersOn);
  /** Characters since a dialog was requested that isn't there yet; `\n`: Enter. */
  let ahead: string | undefined;
  const place = (target: EventTarget | null): CommandPlace =>
    placeOf(page, target instanceof Element ? target : document.body, open);

  function open(dialog: 'palette' | 'keys'): void {
    const here = place(document.activeElement);
    ahead = '';
    document.addEventListener('keydown', typeAhead, { capture: true });
    import('../commands/open.ts')
      .then(
        ({ openCommands }) => openCommands(dialog, here, ahead),
        () => page.say(tr('The commands could not be loaded. Reload the page when you are online.')),
      )
      .finally(() => {
        ahead = undefined;
        document.removeEventListener('keydown', typeAhead, { capture: true });
      });
  }

  /** What is typed while a dialog is loaded is typed into it. */
  function typeAhead(event: KeyboardEvent): void {
    if (ahead === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') ahead = ahead.slice(0, -1);
    else if (event.key === 'Enter') ahead += '\n';
    else if (event.key.length === 1) ahead += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function press(event: KeyboardEvent, held = false): void {
    if (ahead !== undefined) return typeAhead(event);
    if (event.isComposing || (event.defaultPrevented && !held)) return;
    if (document.querySelector('dialog[open]') !== null || (event.repeat && event.key === 'Enter')) return;
    const at = place(event.target);
    const command = shortcuts.press(event, at);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command.run(at);
  }

  /** Before a cell's editor sees them. */
  function pressInCell(event: KeyboardEvent): void {
    if (!(event.target instanceof Element) || event.target.closest('[data-cell]') === null) return;
    if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) press(event);
    else if (isSaving(event)) press(event);
  }

  document.addEventListener('keydown', pressInCell, { capture: true });
  document.addEventListener('keydown', (event) => press(event));
  return { press, open };
}

/** Mod+S: the browser's own dialog for it is never wanted. */
const isSaving = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key.toLowerCase() === 's';
