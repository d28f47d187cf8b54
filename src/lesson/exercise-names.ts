/** How the exercises of a lesson are called: the first has no name of its own, further ones have that of their folder, `exercises/restore/`. */

/** The first one where a name is needed. No folder can be called so. */
export const firstExercise = 'first';

/** The further exercise that a lesson can do without: a harder one, for who found the lesson easy. It opens when the others are passed. */
export const extraMile = 'extra-mile';

/** What graders and commands call it: `6-quorum`, `6-quorum/restore`. `name`: of a further one. */
export const exerciseKey = (lesson: string, name?: string): string => (name === undefined ? lesson : `${lesson}/${name}`);

/** Whether an exercise with this key is one that its lesson can do without. */
export const isExtraMile = (key: string): boolean => key.endsWith(`/${extraMile}`);

/** The key of the exercise that a file of a check belongs to: `2-front-door/6-quorum/exercises/restore/check.ts`, with whatever stands before. */
export function keyOfCheck(path: string): string | undefined {
  const [, lesson, name] = /\/(\d+-[\w-]+)\/(?:exercises\/([\w-]+)\/)?check\.ts$/.exec(path) ?? [];
  return lesson === undefined ? undefined : exerciseKey(lesson, name);
}

/** Its element in the text of a lesson. */
export const exerciseTag = (name?: string): RegExp => (name === undefined ? /<Exercise\s*\/>/ : new RegExp(`<Exercise\\s+name="${name}"\\s*/>`));
