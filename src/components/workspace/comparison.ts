/** What a file of an exercise can be compared with: the start, the solution, the built-in. Loaded when somebody compares. */
import { exercisesOf, type LessonPageData } from '../../lesson/page/data.ts';
import { solutionText } from '../islands/solution.ts';
import { builtIns } from './built-ins.ts';
import { baseOf } from './folders.ts';

export { default } from './Compare.svelte';

/** By name; undefined where there is none. Rejects when they can't be loaded. */
export async function textsFor(data: LessonPageData | undefined, file: string): Promise<Readonly<Record<string, string | undefined>>> {
  const exercise = data && (exercisesOf(data).find((each) => each.start[file] !== undefined) ?? data.exercise);
  const start = exercise?.start[file];
  const built = (await builtIns()).find(({ name }) => name === exercise?.controller);
  const same = Object.keys(built?.files ?? {}).find((path) => baseOf(path) === file) ?? built?.entry;
  return {
    start,
    // A file that the solution leaves alone is as it is at the start.
    solution: (await solutionText(data?.slug ?? '', file, exercise?.name)) ?? start,
    'built-in': same === undefined ? undefined : built?.files[same],
  };
}
