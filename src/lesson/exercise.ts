/** The files of an exercise, put together from the lesson's folder and the engine's own. */

export interface Exercise {
  /** The file that is graded: `reconcile.ts`. */
  readonly file: string;
  /** The controller it belongs to: `replicaset`. */
  readonly controller: string;
  /** The file that exports the controller: `index.ts`, or the graded file where there is none. */
  readonly entry: string;
  /** Files that are there to be read: the programs that run beside the cluster. */
  readonly fixed: readonly string[];
  /** What the learner begins with: path in the workspace -> text. */
  readonly start: Readonly<Record<string, string>>;
  readonly solution: Readonly<Record<string, string>>;
  /** Typical mistakes: each is the graded file. */
  readonly wrong: readonly WrongAnswer[];
  /** Other ways to be right, that differ in kind: each is the graded file. */
  readonly right: readonly RightAnswer[];
}

export interface RightAnswer {
  /** `deterministic-names` */
  readonly name: string;
  readonly text: string;
}

export interface WrongAnswer {
  /** `counts-leaving` */
  readonly name: string;
  readonly text: string;
  /** What its doc comment says after `@cause`, parted by `|`: one of these must be what most of its universes fail by. */
  readonly causes: readonly string[];
}

/**
 * @param engine The engine's own files of this controller, by name: what the exercise's folders don't have is taken from there.
 * @throws Error that names the file which is missing or says nothing about its cause.
 */
export function assembleExercise(
  { file, replaces }: { readonly file: string; readonly replaces: string },
  folders: {
    readonly start: Readonly<Record<string, string>>;
    readonly solution: Readonly<Record<string, string>>;
    readonly wrong: Readonly<Record<string, string>>;
    readonly right?: Readonly<Record<string, string>>;
    readonly engine: Readonly<Record<string, string>>;
    readonly programs?: Readonly<Record<string, string>>;
  },
): Exercise {
  const { programs = {} } = folders;
  const start = { ...folders.engine, ...folders.start, ...programs };
  const solution = { ...start, ...folders.solution };
  // A controller of one file needs no other.
  const entry = start['index.ts'] === undefined ? file : 'index.ts';
  for (const name of [file, entry]) if (start[name] === undefined) throw new Error(`the exercise has no start/${name}`);
  const wrong = Object.entries(folders.wrong).map(([name, text]) => ({
    name: name.replace(/\.ts$/, ''),
    text,
    causes: causesOf(name, text),
  }));
  const right = Object.entries(folders.right ?? {}).map(([name, text]) => ({ name: name.replace(/\.ts$/, ''), text }));
  return { file, controller: replaces, entry, fixed: Object.keys(programs), start, solution, wrong, right };
}

function causesOf(name: string, text: string): readonly string[] {
  const cause = /^ \* @cause (.+)$/m.exec(text)?.[1];
  if (cause === undefined) throw new Error(`wrong/${name} doesn’t say how it fails: "@cause made too many Pods"`);
  return cause.split('|').map((each) => each.trim());
}
