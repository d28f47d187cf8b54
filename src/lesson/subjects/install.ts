/** How an exercise's files come into a cluster, by what they are. */
import type { Action } from '../../session/types.ts';
import { languageOf } from '../code/language.ts';
import { diagnosesEnding } from '../diagnoses.ts';
import { type Replacement, swapOf } from '../exercise.ts';
import { type English, tr } from '../words/words.ts';

export type SubjectName = 'controller' | 'plugin' | 'webhook' | 'part' | 'manifests' | 'commands' | 'diagnosis';

/** Manifests are applied, commands are run, diagnoses are only read; anything else is code that is swapped in. */
export function subjectOf({ controller, entry, part }: Pick<Replacement, 'controller' | 'entry' | 'part'>): SubjectName {
  if (diagnosesEnding.test(entry)) return 'diagnosis';
  const language = languageOf(entry);
  if (language !== 'ts') return language === 'yaml' ? 'manifests' : 'commands';
  if (part !== undefined) return 'part';
  if (controller.startsWith('webhook/')) return 'webhook';
  return controller.startsWith('scheduler/') ? 'plugin' : 'controller';
}

/** A controller calls it or runs on it: there are calls of `reconcile` to show. A part of the API server, of etcd or of a kubelet has none. */
export const isReconciled = (replacement: Pick<Replacement, 'controller' | 'entry' | 'part'>): boolean =>
  ['controller', 'part'].includes(subjectOf(replacement)) && !replacement.controller.includes('/');

/** The action that puts these files into a session's cluster. */
export function installOf(replacement: Replacement, files: Readonly<Record<string, string>>): Action {
  const { entry } = replacement;
  const subject = subjectOf(replacement);
  if (subject === 'manifests') return { type: 'manifest', path: entry, text: files[entry] ?? '' };
  if (subject === 'commands') return { type: 'command', text: commandFor(entry) };
  return swapOf(replacement);
}

/** How a shell runs this file of the workspace. */
export const commandFor = (entry: string): string => `sh ${entry}`;

/** What the page says when they are in. */
export function installedWords(replacement: Pick<Replacement, 'controller' | 'entry' | 'part'>): English {
  switch (subjectOf(replacement)) {
    case 'manifests':
      return 'Applied to the cluster. Try it in a cell or in the terminal.';
    case 'diagnosis':
      return 'Nothing runs of it. Put a line to the test, or check them all.';
    case 'commands':
      return 'Your commands ran; what they printed stands below. Look at the cluster in the panel.';
    case 'plugin':
      return 'The scheduler has started again, with yours. Create Pods, or delete some that are replaced.';
    case 'webhook':
      return 'The API server asks yours from now on. Run cells again, or try it in the terminal.';
    default:
  }
  return 'Yours runs in the cluster now. Run cells again, or let time run in the panel, to see what it does.';
}

/** What the page says when all universes have converged. */
export function passedWords(replacement: Pick<Replacement, 'controller' | 'entry' | 'part'>, universes: number): string {
  switch (subjectOf(replacement)) {
    case 'diagnosis':
      return tr('You found the cause in all {count} clusters.', { count: universes });
    case 'controller':
      return tr('Your loop kept its promise in all {count} universes.', { count: universes });
    case 'manifests':
      return tr('Your manifests kept their promise in all {count} universes.', { count: universes });
    case 'commands':
      return tr('Your commands kept their promise in all {count} universes.', { count: universes });
    default:
  }
  return tr('Your code kept its promise in all {count} universes.', { count: universes });
}
