/** Asking why, from where one is. */
import type { PageCommand } from './command.ts';
import { nearestExercise } from './nearest-exercise.ts';
import type { English } from '../words/words.ts';

const causeButton = (focus: Element): HTMLElement | null => nearestExercise(focus)?.querySelector<HTMLElement>('.cause') ?? null;

export const whyCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
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
    when: ({ focus }) => causeButton(focus) !== null,
    run: ({ focus }) => causeButton(focus)?.click(),
  },
];
