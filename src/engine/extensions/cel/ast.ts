/** An expression as it was parsed. Macros stay what they are: the evaluator knows them. `at`: offset of its operator. */
export type Expr =
  | { readonly kind: 'const'; readonly at: number; readonly value: Constant }
  | { readonly kind: 'ident'; readonly at: number; readonly name: string }
  | Select
  | { readonly kind: 'has'; readonly at: number; readonly operand: Expr; readonly field: string }
  | Call
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Item[] }
  | { readonly kind: 'map'; readonly at: number; readonly entries: readonly Entry[] }
  | Fold
  | {
      readonly kind: 'bind';
      readonly at: number;
      readonly name: string;
      readonly value: Expr;
      readonly body: Expr;
    }
  | {
      /** `a.optMap(x, e)` and `a.optFlatMap(x, e)`. */
      readonly kind: 'optMap';
      readonly at: number;
      readonly operand: Expr;
      readonly name: string;
      readonly body: Expr;
      readonly flat: boolean;
    };

export type Constant = string | bigint | number | boolean | null | Uint8Array | { readonly uint: bigint };

export interface Select {
  readonly kind: 'select';
  readonly at: number;
  readonly operand: Expr;
  readonly field: string;
  /** `a.?b` */
  readonly optional: boolean;
}

export interface Call {
  readonly kind: 'call';
  readonly at: number;
  /** `_==_`, `size`, `_[_]`, `_[?_]` … */
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface Item {
  readonly value: Expr;
  readonly optional: boolean;
}

export interface Entry extends Item {
  readonly key: Expr;
}

export type FoldName =
  | 'all'
  | 'exists'
  | 'existsOne'
  | 'map'
  | 'filter'
  | 'transformList'
  | 'transformMap'
  | 'transformMapEntry';

/** A macro that goes through a list or the keys of a map. */
export interface Fold {
  readonly kind: 'fold';
  readonly at: number;
  readonly name: FoldName;
  readonly range: Expr;
  /** The element, or the index or key when there are two. */
  readonly first: string;
  readonly second: string | undefined;
  readonly filter: Expr | undefined;
  readonly body: Expr;
}
