import { exerciseKey, exerciseTag, keyOfCheck } from '../../lesson/exercise-names.ts';
import { cellsOf } from '../../lesson/cells/cells-of.ts';
import { assembleExercise, type Exercise, type ExerciseFields } from '../../lesson/exercise.ts';
import { drawStages } from '../../lesson/universes/draw-stages.ts';
import type { Check } from '../../lesson/universes/types.ts';
import type { ExerciseData } from '../../lesson/page/data.ts';
import type { ExerciseFile } from '../exercise/files.ts';

// The options must stand literally in each call: Vite reads them from the text.
const starts = import.meta.glob<string>(['/src/content/lessons/*/*/start/*', '/src/content/lessons/*/*/exercises/*/start/*', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const checkModules = import.meta.glob<Check>(['/src/content/lessons/*/*/check.ts', '/src/content/lessons/*/*/exercises/*/check.ts'], { import: 'default' });
const engine = import.meta.glob<string>(['/src/engine/controllers/*/*.ts', '/src/engine/parts/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const programs = import.meta.glob<string>('/src/lesson/programs/*.ts', { query: '?raw', import: 'default', eager: true });

/** What the frontmatter says of an exercise, and what runs beside the lesson's cluster. */
interface LessonExercise extends ExerciseFields {
  /** Of a further one. */
  readonly name?: string;
  readonly programs: readonly string[];
}

/**
 * What the learner starts with: the file to write first, then its neighbours, which are the engine's own, then the check,
 * which is for reading.
 * @throws Error if a file that the exercise needs is missing.
 */
export function startFiles(slug: string, exercise: LessonExercise): readonly ExerciseFile[] {
  const { start, fixed } = assembled(slug, exercise);
  const files = Object.entries(start).map(([name, text]) => ({
    name,
    text,
    ...(fixed.includes(name) ? { readOnly: true } : {}),
  }));
  const first = ({ name }: ExerciseFile): number => (name === exercise.file ? 0 : 1);
  return [
    ...files.sort((a, b) => first(a) - first(b) || (a.name < b.name ? -1 : 1)),
    ...(checkOf(slug, exercise.name) === undefined ? [] : [{ name: 'check.ts', text: '', readOnly: true, later: true as const }]),
  ];
}

/** What the page's script must know of an exercise. `body`: of the lesson, which says what stands above it. */
export async function exerciseData(
  slug: string,
  exercise: LessonExercise & { universes: number; hints: readonly string[] },
  body: string,
): Promise<ExerciseData> {
  const { file, controller, entry, part, start } = assembled(slug, exercise);
  const { name } = exercise;
  const above = cellsOf(body.slice(0, Math.max(0, body.search(exerciseTag(name))))).map(({ id }) => id);
  const check = await checkOf(slug, name)?.();
  const stages = check === undefined ? [] : drawStages(check, exercise.universes);
  return {
    ...(name === undefined ? {} : { name }),
    ...(stages.length > 1 ? { stages } : {}),
    file,
    controller,
    entry,
    ...(part === undefined ? {} : { part }),
    start,
    universes: exercise.universes,
    hints: exercise.hints.length,
    above,
  };
}

function assembled(slug: string, exercise: LessonExercise): Exercise {
  return assembleExercise(exercise, {
    wrong: {},
    start: folder(starts, `/${slug}/${exercise.name === undefined ? '' : `exercises/${exercise.name}/`}start/`),
    engine: engineFiles(exercise),
    programs: Object.fromEntries(
      Object.entries(folder(programs, '/programs/')).filter(([name]) =>
        exercise.programs.includes(name.replace(/\.ts$/, '')),
      ),
    ),
  });
}

function engineFiles({ replaces, part, file }: LessonExercise): Record<string, string> {
  if (replaces === undefined) return {};
  if (part === undefined) return folder(engine, `/controllers/${replaces}/`);
  return { [file]: folder(engine, '/engine/parts/')[`${part}.ts`] ?? '' };
}

const checkOf = (slug: string, name?: string): (() => Promise<Check>) | undefined =>
  Object.entries(checkModules).find(([path]) => keyOfCheck(path) === exerciseKey(slug, name))?.[1];

/** The files under a folder, by name. */
function folder(files: Readonly<Record<string, string>>, part: string): Record<string, string> {
  const inside = Object.entries(files).filter(([path]) => path.includes(part));
  return Object.fromEntries(inside.map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]));
}
