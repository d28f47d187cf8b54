import type { CellFence } from '../../lesson/cells/fence.ts';
import type { CellMark } from '../../lesson/notebook.ts';
import type { MarkName } from '../marks/names.ts';
import type { English } from '../../lesson/words/words.ts';

/**
 * How a cell is drawn. `never`: hasn't run here, it shows what the build has printed. `unquiet`: has run, and the cluster
 * is still converging on it. `stale`: its input has changed since, or a cell above has run again.
 */
export type CellState = CellMark;

export const cellMarks: Readonly<Record<CellState, MarkName>> = {
  never: 'never',
  fresh: 'done',
  queued: 'gap',
  running: 'gap',
  unquiet: 'gap',
  stale: 'stale',
  error: 'error',
};

/** The mark's meaning, as it stands in the cell's label. */
export const cellStateWords: Readonly<Record<CellState, English>> = {
  never: 'has not run here',
  fresh: 'has run',
  queued: 'waits for its turn',
  running: 'is running',
  unquiet: 'the cluster is still converging',
  stale: 'changed since it ran',
  error: 'stopped by an error',
};

export const languageWords: Readonly<Record<CellFence['language'], English>> = { sh: 'shell', yaml: 'manifest', ts: 'TypeScript' };
