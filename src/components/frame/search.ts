/** The search: Pagefind's index, asked by its own script, which is fetched when the dialog opens for the first time. */

/** The part of Pagefind's script that is used. */
interface Pagefind {
  options(options: { baseUrl: string; excerptLength: number }): Promise<void>;
  /** null when a later search has overtaken this one. */
  debouncedSearch(query: string): Promise<{ results: { data(): Promise<Found> }[] } | null>;
}

/** A page that was found, with the sections in which. */
export interface Found {
  readonly url: string;
  readonly meta: { readonly title?: string };
  readonly excerpt: string;
  readonly sub_results: readonly { readonly title: string; readonly url: string; readonly excerpt: string }[];
}

/** More pages than this aren't listed. */
const most = 8;

/**
 * Wires a search dialog: opens on its button, on "/" and on Ctrl+K.
 *
 * @param load Fetches Pagefind; its address is known only in the built site.
 */
export function wireSearch(root: HTMLElement, load: () => Promise<Pagefind>): void {
  const dialog = part(root, 'dialog', HTMLDialogElement);
  const input = part(root, 'input', HTMLInputElement);
  const list = part(root, '[data-found]', HTMLElement);
  const said = part(root, '[role="status"]', HTMLElement);
  const button = part(root, '[data-open]', HTMLButtonElement);
  let pagefind: Promise<Pagefind> | undefined;

  const open = (): void => {
    if (!dialog.open) dialog.showModal();
    input.select();
    pagefind ??= load();
    pagefind.catch(() => {
      pagefind = undefined;
      said.textContent = 'The index can’t be read. It is made by "npm run build".';
    });
  };
  const search = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '' || !pagefind) return show(list, said, [], '');
    const answer = await (await pagefind).debouncedSearch(query);
    if (!answer) return;
    show(list, said, await Promise.all(answer.results.slice(0, most).map((result) => result.data())), query);
  };

  button.addEventListener('click', open);
  // A search field takes the first Escape to empty itself; here it closes.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  });
  // A failed load has been said already.
  input.addEventListener('input', () => void search().catch(() => {}));
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

function show(list: HTMLElement, said: HTMLElement, found: readonly Found[], query: string): void {
  said.textContent = query === '' ? '' : found.length === 0 ? `Nothing found for “${query}”.` : '';
  list.replaceChildren(...found.map(page));
}

function page({ url, meta, excerpt, sub_results: sections }: Found): HTMLElement {
  const item = document.createElement('li');
  item.append(link(url, meta.title ?? url, 'title'));
  const inside = sections.filter((section) => section.url !== url && section.title !== meta.title);
  if (inside.length === 0) item.append(words(excerpt));
  for (const section of inside.slice(0, 4))
    item.append(link(section.url, section.title, 'section'), words(section.excerpt));
  return item;
}

function link(url: string, text: string, name: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.className = name;
  anchor.textContent = text;
  return anchor;
}

/** Pagefind escapes the page's text and adds nothing but `<mark>`. */
function words(excerpt: string): HTMLElement {
  const line = document.createElement('p');
  line.innerHTML = excerpt;
  return line;
}

function part<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the search has no ${selector}`);
}
