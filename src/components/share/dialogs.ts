/** Puts a component into the page as a modal dialog and takes it away when it closes. */
import { type Component, mount, unmount } from 'svelte';

/** `component` has one `<dialog>` as its root. */
export function openDialog<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLDialogElement {
  const before = document.activeElement;
  const mounted = mount(component, { target: document.body, props });
  const dialog = [...document.body.querySelectorAll(':scope > dialog')].at(-1);
  if (!(dialog instanceof HTMLDialogElement)) throw new Error('the component is no dialog');
  dialog.addEventListener('close', () => {
    void unmount(mounted);
    if (before instanceof HTMLElement) before.focus();
  });
  dialog.showModal();
  return dialog;
}

/** Hands the reader a file. */
export function saveFile(name: string, data: BlobPart, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
