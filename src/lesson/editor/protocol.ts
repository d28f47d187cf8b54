/** What the editor and its type checker, in a worker, say to each other. Every request gets one answer with its id. */

export interface Lint {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
}

export interface Completion {
  readonly label: string;
  readonly type?: string;
  readonly detail?: string;
  /** From -99 to 99: higher comes first. */
  readonly boost?: number;
}

export interface Completions {
  /** Where the word begins that the options complete. */
  readonly from: number;
  readonly options: readonly Completion[];
  /** More of them come once more is typed. */
  readonly partial: boolean;
}

export interface TypeService {
  /** Files by path in the workspace. */
  initialize(files: Readonly<Record<string, string>>): Promise<void>;
  updateFile(file: { readonly path: string; readonly code: string }): Promise<void>;
  getLints(ask: { readonly path: string }): Promise<readonly Lint[]>;
  getAutocompletion(ask: {
    readonly path: string;
    readonly pos: number;
    readonly explicit: boolean;
  }): Promise<Completions | null>;
  /** What stands there: its type as one line of code, and its documentation. */
  getHover(ask: {
    readonly path: string;
    readonly pos: number;
  }): Promise<{ readonly from: number; readonly to: number; readonly code: string; readonly words: string } | null>;
}

type Ask<M extends keyof TypeService> = Parameters<TypeService[M]>[0];

export type ToTypes = {
  readonly [M in keyof TypeService]: { readonly id: number; readonly method: M; readonly ask: Ask<M> };
}[keyof TypeService];

export type FromTypes =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refused: string };
