/** What the pane suggests while it has nothing to show. */
import { tr } from '../words/words.ts';
import type { PageState } from './page-state.ts';

/** The sentence that says what makes the first objects. */
export interface EmptyHint {
  readonly words: string;
  /** The number of the cell that it names; absent: it names none, and stays. */
  readonly cell?: number;
}

/** The sentence, until its cell has run; and where a check happened, once there was one. Of another cluster it says nothing. */
export function emptyHintOf({ cell, words }: EmptyHint, page: Pick<PageState, 'notebook' | 'work' | 'elsewhere'> | undefined): string {
  if (page?.elsewhere !== undefined) return '';
  const status = page?.notebook.cells.find(({ number }) => number === cell)?.status;
  const done = status?.type === 'ran' && status.ok;
  const checked = page?.work.report !== undefined;
  return [
    ...(done ? [] : [words]),
    ...(checked ? [tr('A check runs in clusters of its own, not in this one.')] : []),
  ].join(' ');
}
