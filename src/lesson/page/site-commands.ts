/** The commands of the page around the notebook. */
import type { CommandPlace, PageCommand } from './command.ts';
import { exerciseAt, nearestExercise } from './nearest-exercise.ts';
import { type English, tr } from '../words/words.ts';

const click = (selector: string) => (): void => document.querySelector<HTMLElement>(selector)?.click();
const there = (selector: string) => (): boolean => document.querySelector(selector) !== null;
const notTyping = ({ typing }: CommandPlace): boolean => !typing;

/** Brings a part of the page into sight and gives it the focus. */
function goTo(target: HTMLElement | null): void {
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}

/** One for each view that the pane offers now. */
export function viewCommands(): readonly PageCommand[] {
  const tabs = [...document.querySelectorAll<HTMLElement>('#pane [role="tab"]')];
  return tabs.map((tab) => ({
    id: `view-${tab.id}`,
    title: tr('Show in the panel: {view}', { view: tab.textContent?.trim() ?? '' }),
    group: 'Panel',
    run() {
      tab.click();
      tab.focus();
    },
  }));
}

const editor = '.ed :is(.cm-content, pre)';

/** Within the exercise that is meant. */
const inExercise = (focus: Element, selector: string): HTMLElement | null => nearestExercise(focus)?.querySelector<HTMLElement>(selector) ?? null;

export const siteCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
  {
    id: 'work',
    title: 'Your work: share a link, hand in, save as a file, earlier versions',
    group: 'Page',
    when: there('[data-lesson-action="work"]'),
    run: click('[data-lesson-action="work"]'),
  },
  {
    id: 'save',
    title: 'Save; the exercise’s code goes into the cluster',
    group: 'Exercise',
    keys: ['Mod+S'],
    run({ page, cell, focus }) {
      if (page.exercise !== undefined && cell === undefined) return void exerciseAt(page, focus)?.act((exercise) => exercise.run());
      void page.flush().then(() => page.say(page.value.trouble ?? tr('Kept in this browser.')));
    },
  },
  {
    id: 'check',
    title: 'Check the exercise',
    group: 'Exercise',
    keys: ['Mod+Shift+Enter'],
    has: ({ exercise }) => exercise !== undefined,
    when: ({ page }) => page.exercise !== undefined,
    run: ({ focus }) => inExercise(focus, '.check')?.click(),
  },
  { id: 'to-exercise', title: 'Go to the exercise', group: 'Exercise', when: there(`.exercise ${editor}`), run: ({ focus }) => goTo(inExercise(focus, editor)) },
  {
    id: 'to-pane',
    title: 'Go to the cluster',
    group: 'Panel',
    when: there('#pane'),
    run: () => goTo(document.querySelector<HTMLElement>('#pane [role="tab"][aria-selected="true"]')),
  },
  {
    id: 'palette',
    title: 'All commands',
    group: 'Page',
    keys: ['Mod+Shift+P', 'p'],
    when: ({ typing, focus }) => !typing || focus.closest('dialog') === null,
    run: ({ open }) => open('palette'),
  },
  { id: 'keys', title: 'List the keys', group: 'Page', keys: ['?', 'h'], when: notTyping, run: ({ open }) => open('keys') },
  {
    id: 'search',
    title: 'Search the course',
    group: 'Page',
    keys: ['/', 'Mod+K'],
    when: there('[data-search] [data-open]'),
    run: click('[data-search] [data-open]'),
  },
  {
    id: 'theme',
    title: 'Change between light and dark',
    group: 'Page',
    when: there('[data-theme-button]'),
    run: click('[data-theme-button]'),
  },
];
