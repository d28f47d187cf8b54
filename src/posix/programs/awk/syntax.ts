/** What an awk program is made of. */

export type Expr =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'string' | 'regex'; readonly value: string }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'field'; readonly of: Expr }
  | { readonly type: 'element'; readonly array: string; readonly keys: readonly Expr[] }
  | { readonly type: 'in'; readonly key: Expr; readonly array: string }
  | { readonly type: 'not' | 'minus' | 'plus'; readonly of: Expr }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly type: 'choice'; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly type: 'assign'; readonly operator: string; readonly to: Target; readonly value: Expr }
  | { readonly type: 'step'; readonly by: 1 | -1; readonly before: boolean; readonly of: Target }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expr[] };

/** What can be assigned to. */
export type Target = Extract<Expr, { type: 'name' | 'field' | 'element' }>;

export type Statement =
  | { readonly type: 'expr'; readonly of: Expr }
  | { readonly type: 'print' | 'printf'; readonly args: readonly Expr[] }
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'if'; readonly test: Expr; readonly yes: Statement; readonly no: Statement | undefined }
  | { readonly type: 'while'; readonly test: Expr; readonly body: Statement }
  | { readonly type: 'do'; readonly test: Expr; readonly body: Statement }
  | {
      readonly type: 'for';
      readonly first: Statement | undefined;
      readonly test: Expr | undefined;
      readonly next: Statement | undefined;
      readonly body: Statement;
    }
  | { readonly type: 'each'; readonly name: string; readonly array: string; readonly body: Statement }
  | { readonly type: 'delete'; readonly array: string; readonly keys: readonly Expr[] }
  | { readonly type: 'exit'; readonly code: Expr | undefined }
  | { readonly type: 'next' | 'break' | 'continue' };

export interface Rule {
  readonly when: 'BEGIN' | 'END' | 'always' | Expr | { readonly from: Expr; readonly to: Expr };
  /** Undefined: prints the line. */
  readonly body: readonly Statement[] | undefined;
}

/** A program that can't be read, or goes too far. */
export class AwkError extends Error {}

export const functions: ReadonlySet<string> = new Set([
  'length',
  'substr',
  'index',
  'split',
  'sub',
  'gsub',
  'match',
  'toupper',
  'tolower',
  'sprintf',
  'int',
  'sqrt',
  'rand',
  'srand',
]);
