/** When a page turns to being read offline: not before the reader has settled down, or asks for it. */
import { isThrifty } from '../../lesson/editor/connection.ts';

/** Opening the page, its first cell, its first check: all that comes first. */
const settledMs = 60_000;

/** Wires the page's entries for reading offline; the code for it is loaded when it is first needed. */
export function prepareOffline(): void {
  const menu = document.querySelector<HTMLElement>('[data-offline]');
  if (menu === null || !isSecureContext || !('serviceWorker' in navigator)) return;
  const wired = () => import('./wire-offline.ts').then(({ wireOffline }) => wireOffline(menu));
  menu.hidden = false;
  menu.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button !== null) void wired().then((offline) => offline.press(button));
  });
  // The code may not come, or the browser refuse to store: the page is read all the same.
  const visit = (): void => void wired().then((offline) => offline.visit(!isThrifty())).catch(() => undefined);
  // What is stored on this device already costs nothing.
  const settle = (): unknown => setTimeout(visit, navigator.serviceWorker.controller === null ? settledMs : 0);
  if (document.readyState === 'complete') settle();
  else addEventListener('load', settle, { once: true });
}
