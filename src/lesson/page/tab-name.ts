export interface Tab {
  /** The same after a reload, another in each tab. */
  readonly name: string;
  /** Whose session it begins with: its own, or that of the tab it was duplicated from. */
  readonly from: string;
}

const nameKey = 'converge-tab';
/** There while somebody looks at the tab: a duplicate is made of it together with this. A page that goes away takes it along. */
const seenKey = 'converge-tab-seen';

let tab: Tab | undefined;

/** This tab. To be asked for when its page begins. */
export const thisTab = (): Tab => (tab ??= openTab());

function openTab(): Tab {
  try {
    const from = sessionStorage.getItem(nameKey) ?? crypto.randomUUID();
    // Also after a crash: then it goes on under another name.
    const name = sessionStorage.getItem(seenKey) === null ? from : crypto.randomUUID();
    sessionStorage.setItem(nameKey, name);
    const mark = (): void => (document.hidden ? sessionStorage.removeItem(seenKey) : sessionStorage.setItem(seenKey, ''));
    mark();
    document.addEventListener('visibilitychange', mark);
    addEventListener('pagehide', () => sessionStorage.removeItem(seenKey));
    return { name, from };
  } catch {
    return { name: 'tab', from: 'tab' };
  }
}
