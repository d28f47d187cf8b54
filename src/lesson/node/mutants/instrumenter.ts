/** Mutants that fit any program, by Stryker's instrumenter: conditions, operators, literals, blocks. Only its list is used, not its switches. */
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Edit } from './types.ts';

export interface GeneralEdit extends Edit {
  /** Stryker's name of the mutator: `EqualityOperator`. */
  readonly operator: string;
}

/** A constant condition as the type checker can't see that it is one: it would refuse what can't be reached, and not what is wrong. */
const constants: Readonly<Record<string, string>> = { true: 'Boolean(true)', false: 'Boolean(false)' };

const ignore = (): void => {};
const never = (): boolean => false;
const silent = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};

/** In the order of the file. */
export async function generalEdits(name: string, text: string): Promise<readonly GeneralEdit[]> {
  const starts = lineStarts(text);
  // Its lines and columns count from 0.
  const offset = ({ line, column }: { readonly line: number; readonly column: number }): number => (starts[line] ?? 0) + column;
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const { mutants } = await new Instrumenter(silent).instrument([{ name, mutate: true, content: text }], options);
  return mutants.map(({ mutatorName, location, replacement }) => ({
    operator: mutatorName,
    start: offset(location.start),
    end: offset(location.end),
    text: constants[replacement] ?? replacement,
  }));
}

function lineStarts(text: string): readonly number[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}
