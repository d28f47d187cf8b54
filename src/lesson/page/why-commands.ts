/** Asking why, from where one is. */
import type { PageCommand } from './command.ts';

const causeButton = (): HTMLElement | null => document.querySelector<HTMLElement>('.exercise .cause');

export const whyCommands: readonly PageCommand[] = [
  {
    id: 'why-cell',
    title: 'Why: what did this cell cause?',
    group: 'Cells',
    keys: ['w'],
    when: ({ page, cell, typing }) => cell !== undefined && !typing && page.value.view !== undefined,
    run: ({ page, cell }) => (cell === undefined ? undefined : page.why({ cell })),
  },
  {
    id: 'why-line',
    title: 'Why: what did this line of the exercise cause?',
    group: 'Exercise',
    when: () => causeButton() !== null,
    run: () => causeButton()?.click(),
  },
];
