/** Mistakes about a lesson's exercises: what the frontmatter has and the text doesn't show, or the other way round, and exercises without hints. */
import type { LessonFrontmatter } from '../frontmatter.ts';
import { exerciseTag, extraMile } from '../exercise-names.ts';
import { nearest } from '../nearest.ts';
import type { AuthorMistake } from './mistake.ts';

/** `lineOf`: of a field of the frontmatter. */
export function exerciseMistakes(
  { exercise, exercises }: Pick<LessonFrontmatter, 'exercise' | 'exercises'>,
  text: string,
  lineOf: (path: readonly PropertyKey[]) => number,
): readonly AuthorMistake[] {
  const names = Object.keys(exercises);
  const all = [...(exercise === undefined ? [] : [{ fields: exercise, path: ['exercise'] }]), ...Object.entries(exercises).map(([name, fields]) => ({ fields, path: ['exercises', name] }))];
  const unhelpful = all.filter(({ fields }) => fields.hints.length === 0).map(({ path }) => ({ line: lineOf(path), message: `${path.length === 1 ? 'the exercise' : `the exercise ${path[1]}`} has no hints: a learner who is stuck finds nothing` }));
  const firstMissing = exercise === undefined && names.length > 0 ? [{ line: lineOf(['exercises']), message: 'exercises are those beside the first, which is “exercise:”; there is none' }] : [];
  const unshown = names.filter((name) => !exerciseTag(name).test(text)).map((name) => ({ line: lineOf(['exercises', name]), message: `the text doesn’t show it: it has no <Exercise name="${name}" />` }));
  const outside =
    names.includes(extraMile) && !new RegExp(`<ExtraMile>[^]*${exerciseTag(extraMile).source}[^]*</ExtraMile>`).test(text)
      ? [{ line: lineOf(['exercises', extraMile]), message: `its <Exercise name="${extraMile}" /> stands between <ExtraMile> and </ExtraMile>: there it opens on passing` }]
      : [];
  return [...unhelpful, ...firstMissing, ...unshown, ...outside, ...unknownExercises(text, names)];
}

/** Elements that name an exercise which the frontmatter doesn't have. */
function unknownExercises(text: string, names: readonly string[]): readonly AuthorMistake[] {
  return text.split('\n').flatMap((line, index) => {
    const name = /^<Exercise\s+name="([^"]*)"/.exec(line)?.[1];
    if (name === undefined || names.includes(name)) return [];
    const near = nearest(name, names);
    return [{ line: index + 1, message: `no exercise is called "${name}"${near === undefined ? ': the frontmatter has no exercises' : `; the nearest is "${near}"`}` }];
  });
}
