/** The entries of the page's menu for reading offline, and the offer of a new version. */
import { activeWorker, onWaitingVersion, requestOf, takeVersion } from './client.ts';
import type { HeldFor, HeldPages } from './protocol.ts';
import { tr } from '../../lesson/words/words.ts';

export interface Offline {
  /** One of the menu's buttons was pressed. */
  press(button: HTMLElement): Promise<void>;
  /** The reader is here. `store`: the page is to work offline from now on. */
  visit(store: boolean): Promise<void>;
}

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

let wired: Offline | undefined;

export function wireOffline(menu: HTMLElement): Offline {
  wired ??= createOffline(menu);
  return wired;
}

function createOffline(menu: HTMLElement): Offline {
  const page = location.pathname.slice(base.length).replace(/\/?$/, '/');
  const all = (menu.dataset['pages'] ?? '').split(' ');
  const buttons = [...menu.querySelectorAll('button')];
  const pagesOf = (button: HTMLElement): readonly string[] => (button.dataset['keep'] === 'all' ? all : [page]);
  const registering = register();

  function say(words: string): void {
    const status = menu.querySelector('[role="status"]');
    if (status !== null && status.textContent !== words) status.textContent = words;
  }

  function show(held: HeldPages['pages']): void {
    for (const button of buttons) button.setAttribute('aria-pressed', String(pagesOf(button).every((each) => held[each] === 'kept')));
    if (all.every((each) => each in held)) say(tr('All pages work offline.'));
    else say(page in held ? tr('This page works offline.') : '');
  }

  async function hold(pages: readonly string[], heldFor: HeldFor): Promise<void> {
    const worker = await registering.then(activeWorker);
    const progress = menu.querySelector('progress');
    const isShown = heldFor === 'kept' && progress !== null;
    if (isShown) progress.hidden = false;
    try {
      show(
        await requestOf(worker, { type: 'hold', pages, heldFor }, (done, total) => {
          if (isShown) Object.assign(progress, { value: done, max: total });
        }),
      );
    } finally {
      if (isShown) progress.hidden = true;
    }
  }

  return {
    async press(button) {
      const pages = pagesOf(button);
      try {
        if (button.getAttribute('aria-pressed') === 'true') {
          show(await requestOf(await registering.then(activeWorker), { type: 'release', pages }));
          return;
        }
        say(tr('Storing …'));
        await hold(pages, 'kept');
      } catch {
        say(tr(navigator.onLine ? 'The browser could not store it.' : 'You are offline: it can be stored when you are online again.'));
      }
    },
    async visit(store) {
      const held = await requestOf(await registering.then(activeWorker), { type: 'list' });
      show(held);
      if (store && !(page in held)) await hold([page], 'visited');
    },
  };
}

/** Where the reader chooses *Later*, the version waits for the next page. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${base}service-worker.js`, { scope: base, updateViaCache: 'none' });
  onWaitingVersion(registration, offerVersion);
}

function offerVersion(worker: ServiceWorker): void {
  document.querySelector('.new-version')?.remove();
  const offer = document.createElement('div');
  offer.className = 'new-version';
  offer.setAttribute('role', 'status');
  const words = document.createElement('p');
  words.textContent = tr('There is a new version of the course. Your work is kept.');
  const load = document.createElement('button');
  load.className = 'btn';
  load.type = 'button';
  load.textContent = tr('Load it');
  load.addEventListener('click', () => takeVersion(worker));
  const later = document.createElement('button');
  later.className = 'btn';
  later.type = 'button';
  later.textContent = tr('Later');
  later.addEventListener('click', () => offer.remove());
  offer.append(words, load, later);
  document.body.append(offer);
}
