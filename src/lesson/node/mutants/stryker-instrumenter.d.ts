/** What is used of Stryker's instrumenter: its own types would bring all of Babel's into every type check. */
declare module '@stryker-mutator/instrumenter' {
  /** Counted from 0. */
  interface Position {
    readonly line: number;
    readonly column: number;
  }

  interface Mutant {
    readonly mutatorName: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly replacement: string;
  }

  type Log = (message: string, ...values: readonly unknown[]) => void;
  type Level = 'Trace' | 'Debug' | 'Info' | 'Warn' | 'Error' | 'Fatal';
  type Logger = Readonly<Record<Lowercase<Level>, Log> & Record<`is${Level}Enabled`, () => boolean>>;

  export class Instrumenter {
    constructor(logger: Logger);
    instrument(
      files: readonly { readonly name: string; readonly mutate: boolean; readonly content: string }[],
      options: {
        readonly plugins: null;
        readonly excludedMutations: readonly string[];
        readonly ignorers: readonly never[];
        readonly noHeader: boolean;
      },
    ): Promise<{ readonly mutants: readonly Mutant[] }>;
  }
}
