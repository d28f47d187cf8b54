/** A single universe of an exercise, outside a check: its verdict, or the cluster that it leaves in the panel. Nothing of it is kept. */
import { exerciseKey } from '../exercise-names.ts';
import { grade } from '../universes/grading.ts';
import type { Verdict } from '../universes/types.ts';
import type { ExerciseState } from './exercise-machine.ts';
import type { ExerciseParts } from './exercise-parts.ts';
import { tr } from '../words/words.ts';

type Files = ExerciseState['files'];

/** Lives through it with these files. @throws Error that says why it couldn't. */
export async function tryUniverse({ slug, data, grading }: ExerciseParts, files: Files, universe: number): Promise<Verdict> {
  const end = await grade({ lesson: exerciseKey(slug, data.name), files }, [universe], await grading(), () => {}).end;
  if (end.type === 'unfit') throw new Error(end.problem.title);
  if (end.type === 'broken') throw new Error(end.message);
  const [verdict] = end.verdicts;
  if (verdict === undefined) throw new Error(tr('It was stopped before it had ended.'));
  return verdict;
}

/** Shows the cluster as it is where these files fail. @throws Error that says why it can't be shown. */
export async function showUniverse(parts: ExerciseParts, files: Files, { universe, words }: { readonly universe: number; readonly words: string }): Promise<void> {
  const verdict = await tryUniverse(parts, files, universe);
  if (verdict.ok || verdict.log === undefined) throw new Error(tr('It has left nothing to show.'));
  const canComeBack = await parts.session.show({ ...verdict.log, files });
  parts.elsewhere({ universe, words }, canComeBack);
  parts.say(tr('The panel shows the broken cluster.'));
}
