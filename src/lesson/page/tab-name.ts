export interface Tab {
  /** The same after a reload, another in each tab. */
  readonly name: string;
  /** Whose session it begins with, as far as there is one: its own, that of the tab it was duplicated from, and so on. */
  readonly from: readonly string[];
}

const nameKey = 'converge-tab';
/** There while the page is: a duplicate is made of it together with this. A page that goes away takes it along. */
const seenKey = 'converge-tab-seen';

let tab: Tab | undefined;

/** This tab. To be called when its page begins. */
export const thisTab = (): Tab => (tab ??= openTab());

function openTab(): Tab {
  try {
    const before = (sessionStorage.getItem(nameKey) ?? '').split(' ').filter((each) => each !== '');
    // Also after a crash: then it goes on under another name, and finds what it had.
    const own = before.length > 0 && sessionStorage.getItem(seenKey) === null;
    const from = own ? before : [crypto.randomUUID(), ...before].slice(0, 8);
    const [name = 'tab'] = from;
    sessionStorage.setItem(nameKey, from.join(' '));
    const mark = (): void => sessionStorage.setItem(seenKey, '');
    mark();
    addEventListener('pageshow', mark);
    addEventListener('pagehide', () => sessionStorage.removeItem(seenKey));
    return { name, from };
  } catch {
    return { name: 'tab', from: ['tab'] };
  }
}
