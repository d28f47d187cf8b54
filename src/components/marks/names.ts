import type { PodState } from '../../viz/model.ts';
import type { English } from '../../lesson/words/words.ts';

/** Icons of the sprite, 16 px grid. */
export type IconName =
  | 'run'
  | 'pause'
  | 'step'
  | 'back'
  | 'quiet'
  | 'search'
  | 'share'
  | 'theme'
  | 'menu'
  | 'down'
  | 'up'
  | 'right'
  | 'copy'
  | 'cross'
  | 'fork'
  | 'out';

/** Marks of lessons and cells, 14 px grid. */
export type MarkName = 'todo' | 'done' | 'doing' | 'never' | 'stale' | 'gap' | 'error';

/** The plug of each Pod state in the sprite. */
export const podSymbols: Readonly<Record<PodState, string>> = {
  missing: 'p-empty',
  pending: 'p-pending',
  starting: 'p-creating',
  'not-ready': 'p-notready',
  running: 'p-running',
  terminating: 'p-leaving',
  'crash-loop': 'p-crash',
  failed: 'p-failed',
  succeeded: 'p-done',
  unknown: 'p-unknown',
};

/** How a state is called in the legend. */
export const podStateWords: Readonly<Record<PodState, English>> = {
  missing: 'wanted, missing',
  pending: 'Pending',
  starting: 'starting',
  'not-ready': 'not ready',
  running: 'Running',
  terminating: 'Terminating',
  'crash-loop': 'crash loop',
  failed: 'Failed',
  succeeded: 'Succeeded',
  unknown: 'Unknown',
};
