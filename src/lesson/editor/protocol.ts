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
}

export interface TypeService {
  /** Files by path in the workspace. */
  initialize(files: Readonly<Record<string, string>>): Promise<void>;
  updateFile(file: { readonly path: string; readonly code: string }): Promise<void>;
  getLints(ask: { readonly path: string }): Promise<readonly Lint[]>;
  /** `from`: where the word begins that the options complete. */
  getAutocompletion(ask: {
    readonly path: string;
    readonly pos: number;
    readonly explicit: boolean;
  }): Promise<{ readonly from: number; readonly options: readonly Completion[] } | null>;
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
