/** A command line of the table, and what it prints. */
export interface Command {
  readonly line: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** A shell command that changes the file it is given (kubectl edit). */
  readonly editor?: string;
  /** It would go on for ever: Ctrl+C when nothing happens any more. Then only standard output is compared. */
  readonly interrupted: boolean;
  /** Things happen side by side: lines in any order. */
  readonly unordered: boolean;
  /** Why it may differ. */
  readonly differs?: string;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A line, or a line and what goes with it. */
export type Row =
  | string
  | {
      readonly run: string;
      readonly stdin?: string;
      readonly editor?: string;
      readonly interrupted?: true;
      readonly unordered?: true;
      readonly differs?: string;
    };

export function commandOf(row: Row): Command {
  const given = typeof row === 'string' ? { run: row } : row;
  const { run, interrupted = false, unordered = false, ...rest } = given;
  return { line: run, argv: wordsOf(run), interrupted, unordered, ...rest };
}

/** As a shell splits a line: blanks, single and double quotes. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single = '', double = '') => single || double));
}
