import type { MarkName } from '../marks/names.ts';

/**
 * How a cell stands.
 * `never`: hasn't run here; what it shows was printed when the page was built.
 * `unquiet`: has run, and the cluster is still converging on it.
 * `stale`: its input has changed since, or a cell above has run again.
 */
export type CellState = 'never' | 'fresh' | 'running' | 'unquiet' | 'stale' | 'error';

export const cellMarks: Readonly<Record<CellState, MarkName>> = {
  never: 'never',
  fresh: 'done',
  running: 'gap',
  unquiet: 'gap',
  stale: 'stale',
  error: 'error',
};

/** The mark's meaning, as it stands in the cell's label. */
export const cellStateWords: Readonly<Record<CellState, string>> = {
  never: 'has not run here',
  fresh: 'has run',
  running: 'is running',
  unquiet: 'the cluster is still converging',
  stale: 'changed since it ran',
  error: 'stopped by an error',
};

export const languageWords = { sh: 'shell', yaml: 'manifest', ts: 'TypeScript' } as const;
