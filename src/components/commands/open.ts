/** Shows the palette or the list of keys in a dialog of the browser's own: it keeps the focus, and gives it back. */
import { mount, unmount } from 'svelte';
import type { CommandPlace, PageCommand } from '../../lesson/page/command.ts';
import { commandsFor } from '../../lesson/page/commands.ts';
import KeyList from './KeyList.svelte';
import Palette from './Palette.svelte';

/** `typed`: what has been typed since the key was pressed. */
export function openCommands(which: 'palette' | 'keys', place: CommandPlace, typed = ''): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'commands';
  dialog.setAttribute('aria-label', which === 'palette' ? 'Commands' : 'Keys');
  document.body.append(dialog);
  const shut = (): void => dialog.close();
  // What it does begins when the focus is back where it was.
  const onrun = (command: PageCommand): void => {
    dialog.addEventListener('close', () => command.run(place), { once: true });
    shut();
  };
  const content =
    which === 'palette'
      ? mount(Palette, { target: dialog, props: { commands: commandsFor(place), typed: typed.replace(/\n.*/s, ''), onrun } })
      : mount(KeyList, { target: dialog, props: { page: place.page, onshut: shut } });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) shut();
  });
  dialog.addEventListener('close', () => {
    void unmount(content);
    dialog.remove();
  });
  dialog.showModal();
  const input = dialog.querySelector('input');
  input?.focus();
  if (typed.includes('\n')) input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}
