/** How an exercise's files come into a cluster, by what they are. */
import type { Action } from '../../session/types.ts';
import { type Replacement, swapOf } from '../exercise.ts';

export type SubjectName = 'controller' | 'part' | 'manifests';

/** Manifests are what is applied; anything else is code that is swapped in. */
export function subjectOf({ entry, part }: Pick<Replacement, 'entry' | 'part'>): SubjectName {
  if (/\.ya?ml$/.test(entry)) return 'manifests';
  return part === undefined ? 'controller' : 'part';
}

/** The action that puts these files into a session's cluster. */
export function installOf(replacement: Replacement, files: Readonly<Record<string, string>>): Action {
  const { entry } = replacement;
  if (subjectOf(replacement) === 'manifests') return { type: 'manifest', path: entry, text: files[entry] ?? '' };
  return swapOf(replacement);
}

/** What the page says when they are in. */
export function installedWords(replacement: Pick<Replacement, 'entry' | 'part'>): string {
  if (subjectOf(replacement) === 'manifests') return 'Applied to the cluster. Try it in a cell or in the terminal.';
  return 'Yours runs in the cluster now. Run cells again, or let time run in the panel, to see what it does.';
}
