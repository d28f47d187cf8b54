/** The files of an exercise, put together from the lesson's folder and the engine's own. */
import type { PartName } from '../session/part-names.ts';
import type { Action } from '../session/types.ts';
import { languageOf, sourceEnding } from './code/language.ts';
import { nearest } from './nearest.ts';
import { applyEdits, type Edited, editsEnding, EditsError } from './edits.ts';

/** What the learner's files take the place of, and from which file they run. Manifests and commands take nothing's place: `controller` is their file. */
export interface Replacement {
  /** The controller it belongs to: `replicaset`. */
  readonly controller: string;
  /** The file that exports the controller, or the part: `index.ts`, or the graded file where there is none. */
  readonly entry: string;
  /** What they export is this part, and the built-in controller runs with it. */
  readonly part?: PartName | undefined;
}

/** The action that runs them in a session. */
export const swapOf = ({ controller, entry, part }: Replacement): Extract<Action, { type: 'swap' }> => ({
  type: 'swap',
  controller,
  entry,
  ...(part === undefined ? {} : { part }),
});

export interface Exercise extends Replacement {
  /** The file that is graded: `reconcile.ts`. */
  readonly file: string;
  /** Files that are there to be read: the programs that run beside the cluster, and those that the lesson names. */
  readonly fixed: readonly string[];
  /** What the learner begins with: path in the workspace -> text. */
  readonly start: Readonly<Record<string, string>>;
  readonly solution: Readonly<Record<string, string>>;
  /** Typical mistakes: each is the graded file, or edits of the solution's. */
  readonly wrong: readonly WrongAnswer[];
  /** Other ways to be right, that differ in kind: written as the wrong ones are. */
  readonly right: readonly Answer[];
}

export interface Answer {
  /** `counts-leaving` */
  readonly name: string;
  /** In the lesson's folder: `wrong/counts-leaving.diff` */
  readonly path: string;
  /** The graded file, whole. */
  readonly text: string;
  /** Where it is written as edits: which line of them each line of the text comes from. See edits.ts. */
  readonly lines?: Edited['lines'];
}

export interface WrongAnswer extends Answer {
  /** What its doc comment says after `@cause`, parted by `|`: one of these must be what most of its universes fail by. */
  readonly causes: readonly string[];
  /** Where it says so, from 1: in what is written, which may be edits. */
  readonly causeLine: number;
}

/** What the frontmatter says of it. */
export interface ExerciseFields {
  readonly file: string;
  /** Of code: the controller. Manifests and commands have none. */
  readonly replaces?: string | undefined;
  readonly part?: PartName | undefined;
  /** Which of the engine's files stand beside the learner's; all by default. */
  readonly uses?: readonly string[] | undefined;
  readonly fixed?: readonly string[];
}

/**
 * @param engine The engine's own files of this controller, or of this part, by name: what the exercise's folders don't have is taken from
 * there, or only those that `uses` names. Of a part the engine's own file is the solution.
 * @throws Error that names the file which is missing or says nothing about its cause.
 */
export function assembleExercise(
  { file, replaces, part, uses, fixed = [] }: ExerciseFields,
  folders: {
    readonly start: Readonly<Record<string, string>>;
    /** Absent for the page, which shows none. */
    readonly solution?: Readonly<Record<string, string>>;
    readonly wrong: Readonly<Record<string, string>>;
    readonly right?: Readonly<Record<string, string>>;
    readonly engine: Readonly<Record<string, string>>;
    readonly programs?: Readonly<Record<string, string>>;
  },
): Exercise {
  const { programs = {} } = folders;
  const start = { ...(uses === undefined ? folders.engine : only(uses, folders.engine)), ...folders.start, ...programs };
  const solution = { ...start, ...(part === undefined ? {} : folders.engine), ...folders.solution };
  // A controller of one file needs no other.
  const entry = start['index.ts'] === undefined ? file : 'index.ts';
  if (!sourceEnding.test(file)) throw new Error(`the exercise’s file is ${file}: what is graded is code, manifests, commands or diagnoses, and ends with .ts, .yaml, .sh or .diagnosis`);
  if (replaces === undefined && !standsAlone(file)) throw new Error(`the exercise doesn’t say which controller ${file} replaces`);
  for (const name of [file, entry, ...fixed]) if (start[name] === undefined) throw new Error(`the exercise has no start/${name}${nearestOf(name, start)}`);
  if (fixed.includes(file)) throw new Error(`the exercise’s file ${file} is among those that are fixed: then no learner could write it`);
  const isUnsolved = folders.solution !== undefined && folders.solution[file] === undefined && solution[file] === start[file];
  if (isUnsolved) throw new Error(`the exercise has no solution/${file}${nearestOf(file, folders.solution ?? {}, 'solution/')}`);
  const original = { name: `solution/${file}`, text: solution[file] ?? '' };
  const wrong = Object.entries(folders.wrong).map(([name, text]) => ({ ...answerOf(`wrong/${name}`, text, original), ...causesOf(`wrong/${name}`, text) }));
  const right = Object.entries(folders.right ?? {}).map(([name, text]) => answerOf(`right/${name}`, text, original));
  return { file, controller: replaces ?? file, entry, part, fixed: [...Object.keys(programs), ...fixed], start, solution, wrong, right };
}

/** @throws Error with the file and the line, where it is written as edits that don't fit. */
function answerOf(path: string, written: string, original: { readonly name: string; readonly text: string }): Answer {
  const name = path.replace(/^\w+\//, '').replace(sourceEnding, '').replace(editsEnding, '');
  if (!editsEnding.test(path)) return { name, path, text: written };
  try {
    return { name, path, ...applyEdits(written, original) };
  } catch (error) {
    throw error instanceof EditsError ? new Error(`${path}:${error.line}: ${error.message}`) : error;
  }
}

/** @throws Error that names the file which the engine doesn't have. */
function only(uses: readonly string[], engine: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    uses.map((name) => {
      const text = engine[name];
      if (text === undefined) throw new Error(`the exercise uses ${name}, which the engine’s controller doesn’t have${nearestOf(name, engine, '')}`);
      return [name, text];
    }),
  );
}

const nearestOf = (name: string, files: Readonly<Record<string, string>>, folder = 'start/'): string => {
  const near = nearest(name, Object.keys(files));
  return near === undefined ? '' : `; the nearest is ${folder}${near}`;
};

/** Manifests and commands take nothing's place. */
const standsAlone = (name: string): boolean => languageOf(name) !== 'ts';

function causesOf(path: string, written: string): Pick<WrongAnswer, 'causes' | 'causeLine'> {
  // Edits begin with words about them, without marks of a comment.
  const found = (editsEnding.test(path) ? /^@cause (.+)$/m : /^(?: \*|\/\*\*|\/\/|#) @cause (.+?)(?: \*\/)?$/m).exec(written);
  if (found === null) throw new Error(`${path}:1: it doesn’t say how it fails: a comment such as // @cause made too many Pods`);
  const [, cause = ''] = found;
  return { causes: cause.split('|').map((each) => each.trim()), causeLine: written.slice(0, found.index).split('\n').length };
}
