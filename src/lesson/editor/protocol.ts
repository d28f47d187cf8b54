/** What the editor and its type checker, in a worker, say to each other. Every request gets one answer with its id. */

/** A subset of the worker `@valtown/codemirror-ts` expects; answers arrive as promises. */
export interface TypeService {
  initialize(files: Readonly<Record<string, string>>): Promise<void>;
  updateFile(file: { readonly path: string; readonly code: string }): Promise<void>;
  getLints(ask: { readonly path: string; readonly diagnosticCodesToIgnore: number[] }): Promise<unknown>;
  getAutocompletion(ask: { readonly path: string; readonly context: { readonly pos: number; readonly explicit: boolean } }): Promise<unknown>;
  getHover(ask: { readonly path: string; readonly pos: number }): Promise<unknown>;
}

export interface ToTypes {
  readonly id: number;
  readonly method: keyof TypeService;
  readonly ask: unknown;
}

export type FromTypes =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refused: string };
