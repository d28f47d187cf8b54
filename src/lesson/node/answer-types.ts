/** Mistakes of types in what a lesson's author writes: the start, the solution, and the answers. The learner's editor would show the same. */
import { createTypeChecker, inChecker, typeErrors } from '../editor/type-checker.ts';
import { languageOf } from '../code/language.ts';
import type { Answer, Exercise } from '../exercise.ts';

export interface TypeMistake {
  /** In the lesson's folder: `wrong/counts-leaving.ts` */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

type Exercised = Pick<Exercise, 'file' | 'start' | 'solution' | 'wrong' | 'right'>;

/**
 * In the order start, solution, right, wrong. Manifests and commands have no types.
 * @param types What `sdk-types.json` holds.
 */
export function typeMistakes({ file, start, solution, wrong, right }: Exercised, types: Readonly<Record<string, string>>): readonly TypeMistake[] {
  const checker = createTypeChecker(types, { ...solution, ...start, 'run-globals.d.ts': runGlobals });
  const inFile = (name: string, path: string) => typeErrors(checker, name).map(({ line, message }) => ({ path, line, message: withImports(message) }));
  const inFiles = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.keys(files)
      .filter((name) => languageOf(name) === 'ts')
      .flatMap((name) => inFile(name, `${folder}/${name}`));
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) if (languageOf(name) === 'ts') checker.updateFile(inChecker(name), text);
  };
  const inAnswer = ({ path, text, lines }: Answer): readonly TypeMistake[] => {
    write({ [file]: text });
    // What the solution has wrongly is the solution's mistake, not that of each edit of it.
    const isOwn = ({ line, message }: TypeMistake): boolean => lines === undefined || lines[line - 1] !== undefined || !inSolution.some((each) => each.message === message);
    return inFile(file, path).filter(isOwn).map((mistake) => ({ ...mistake, ...placed(mistake, lines) }));
  };

  const mistakes: TypeMistake[] = [...inFiles('start', start)];
  write(solution);
  const inSolution = inFiles('solution', solution);
  mistakes.push(...inSolution);
  write(start);
  if (languageOf(file) === 'ts') mistakes.push(...[...right, ...wrong].flatMap(inAnswer));
  return mistakes;
}

/** What may be imported, where something else is. */
const withImports = (message: string): string => (message.startsWith('Cannot find module') ? `${message} A learner’s file imports converge/sdk, and files that stand beside it` : message);

/**
 * What runs although the editor doesn't offer it, as a loop needs none of it (session/learner/globals.ts): programs and wrong answers use it.
 */
const runGlobals = `declare function setTimeout(run: (value: undefined) => void, ms?: number): number;
declare function setInterval(run: (value: undefined) => void, ms?: number): number;
declare function clearTimeout(timer?: number): void;
declare function clearInterval(timer?: number): void;
declare const console: { log(...values: readonly unknown[]): void; error(...values: readonly unknown[]): void };
`;

/** Where an answer is written as edits: their line, or what they lead to in a line of the solution. */
function placed({ line, message }: TypeMistake, lines: Answer['lines']): Pick<TypeMistake, 'line' | 'message'> {
  if (lines === undefined) return { line, message };
  const edited = lines[line - 1];
  if (edited !== undefined) return { line: edited, message };
  return { line: 1, message: `${message} (in a line that the edits don’t touch, the file’s ${line})` };
}
