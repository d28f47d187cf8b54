/** Keys that parts of the page have for themselves: listed with the commands, so that one place tells all of them. */
import type { PageCommand } from './command.ts';
import type { English } from '../words/words.ts';

export const componentKeys: readonly (Pick<PageCommand, 'title' | 'group' | 'keys' | 'has'> & { readonly title: English; readonly group: English })[] = [
  { title: 'In an editor: indent, once you have typed there', group: 'Cells', keys: ['Tab'] },
  { title: 'In an editor: leave it', group: 'Cells', keys: ['Escape Tab'] },
  { title: 'In an editor: the next error; all of them in a list', group: 'Cells', keys: ['F8', 'Mod+Shift+M'] },
  { title: 'In the exercise: run yours in the cluster', group: 'Exercise', keys: ['Mod+Enter', 'Shift+Enter'], has: ({ exercise }) => exercise !== undefined },
  { title: 'In the cluster’s panel: let time run, or pause it', group: 'Panel', keys: ['Space'] },
  { title: 'In the cluster’s panel: one step on, one back', group: 'Panel', keys: ['.', ','] },
  { title: 'In the cluster’s panel: the cause of the revision that is shown', group: 'Panel', keys: ['w'] },
  { title: 'On the views: the next, the one before', group: 'Panel', keys: ['ArrowRight', 'ArrowLeft'] },
];
