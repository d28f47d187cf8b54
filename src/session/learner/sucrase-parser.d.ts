/** The parser inside sucrase, whose package has types for its entry point only: what we use of it. */
declare module 'sucrase/dist/parser/index.js' {
  export interface Token {
    readonly type: number;
    readonly start: number;
    readonly end: number;
    /** Part of a type: gone once it is compiled. */
    readonly isType: boolean;
    /** Set on the braces of object literals, classes and some functions. */
    readonly contextId: number | null;
    /** Of a name: 0 where it is read or written to, 8 where it stands for a field of an object literal as well; see sucrase's `IdentifierRole`. */
    readonly identifierRole: number | null;
  }
  export function parse(
    source: string,
    jsx: boolean,
    typescript: boolean,
    flow: boolean,
  ): { readonly tokens: readonly Token[] };
}

declare module 'sucrase/dist/parser/tokenizer/types.js' {
  export const TokenType: Readonly<Record<string, number>>;
}
