/** The search's button and keys. What is inside its dialog is fetched when it opens for the first time. */
import type { Pagefind } from './search-dialog.ts';
import { tr } from '../../lesson/words/words.ts';

/**
 * Wires a search dialog: opens on its button, on "/" and on Ctrl+K.
 *
 * @param load Fetches Pagefind; its address is known only in the built site.
 */
export function wireSearch(root: HTMLElement, load: () => Promise<Pagefind>): void {
  const dialog = root.querySelector('dialog');
  if (dialog === null) throw new Error('the search has no dialog');
  let inside: Promise<() => void> | undefined;

  const open = (): void => {
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
    inside ??= import('./search-dialog.ts').then(({ wireSearchDialog }) => wireSearchDialog(dialog, load));
    void inside.then(
      (opened) => opened(),
      () => {
        inside = undefined;
        const said = dialog.querySelector('[role="status"]');
        if (said) said.textContent = tr('The search could not be loaded. Are you online?');
      },
    );
  };

  root.querySelector('[data-open]')?.addEventListener('click', open);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    const modified = event.ctrlKey || event.metaKey;
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (!(event.key === 'k' && modified) && !(event.key === '/' && !modified && !event.altKey && !typing)) return;
    event.preventDefault();
    open();
  });
}
