/** What the search's dialog does once it is open: searches Pagefind's index and lists what it finds. Loaded when the dialog opens for the first time. */
import { tr } from '../../lesson/words/words.ts';

/** The part of Pagefind's script that is used. */
export interface Pagefind {
  options(options: { baseUrl: string; excerptLength: number }): Promise<void>;
  /** null when a later search has overtaken this one. */
  debouncedSearch(query: string): Promise<{ results: { data(): Promise<Found> }[] } | null>;
  /** Forgets the index: what is loaded next begins anew. */
  destroy(): Promise<void>;
}

/** A page that was found, with the sections in which. */
export interface Found {
  readonly url: string;
  readonly meta: { readonly title?: string };
  readonly excerpt: string;
  readonly sub_results: readonly FoundSection[];
}

interface FoundSection {
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
  /** Where the words stand in it. Code and outputs weigh less than prose, headings more. */
  readonly weighted_locations: readonly { readonly weight: number }[];
}

/** More pages than this aren't listed. */
const most = 8;

/**
 * Wires the inside of a search dialog. Returns what is to be called each time it has been opened.
 *
 * @param load Fetches Pagefind; its address is known only in the built site.
 */
export function wireSearchDialog(dialog: HTMLDialogElement, load: () => Promise<Pagefind>): () => void {
  const input = part(dialog, 'input', HTMLInputElement);
  const list = part(dialog, '[data-found]', HTMLElement);
  const said = part(dialog, '[role="status"]', HTMLElement);
  let pagefind: Promise<Pagefind> | undefined;
  /** Until then one that has failed isn't gone. */
  let ended: Promise<unknown> = Promise.resolve();
  const loaded = (): Promise<Pagefind> => (pagefind ??= ended.then(load));

  const search = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '') return show(list, said, [], '');
    const answer = await (await loaded()).debouncedSearch(query);
    if (!answer) return;
    show(list, said, await Promise.all(answer.results.slice(0, most).map((result) => result.data())), query);
  };
  const sayNotLoaded = (): void => {
    said.textContent = tr('The search could not be loaded. Are you online?');
  };
  // Also where only a part of the index can't be had, which Pagefind wouldn't ask for again.
  const failed = (): void => {
    if (pagefind !== undefined) ended = pagefind.then((each) => each.destroy()).catch(() => undefined);
    pagefind = undefined;
    sayNotLoaded();
  };
  const runSearch = (): void => void search().catch(failed);

  // A search field takes the first Escape to empty itself; here it closes.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  });
  input.addEventListener('input', runSearch);
  return () => {
    if (pagefind !== undefined) return;
    loaded().catch(failed);
    // What was typed before this was here.
    if (input.value !== '') runSearch();
  };
}

function show(list: HTMLElement, said: HTMLElement, found: readonly Found[], query: string): void {
  said.textContent = query === '' ? '' : found.length === 0 ? tr('Nothing found for “{query}”.', { query }) : '';
  list.replaceChildren(...found.map(page));
}

function page({ url, meta, excerpt, sub_results: sections }: Found): HTMLElement {
  const item = document.createElement('li');
  item.append(link(url, meta.title ?? url, 'title'));
  const inside = sections
    .filter((section) => section.url !== url && section.title !== meta.title)
    .toSorted((a, b) => heaviest(b) - heaviest(a));
  if (inside.length === 0) item.append(words(excerpt));
  for (const section of inside.slice(0, 4))
    item.append(link(section.url, section.title, 'section'), words(section.excerpt));
  return item;
}

const heaviest = ({ weighted_locations: found }: FoundSection): number => Math.max(0, ...found.map(({ weight }) => weight));

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
