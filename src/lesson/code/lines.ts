/** Code as colored lines (look.md: code is set in ink), and how the coloring of a text travels in a page. */
export type TokenKind =
  | 'keyword'
  | 'literal'
  | 'comment'
  /** `spec`: the desired state */
  | 'want'
  /** `status`: the actual state */
  | 'is'
  /** field names and flags: a second voice */
  | 'field'
  /** "$ " before a command; not part of the text */
  | 'prompt';

export interface Token {
  readonly kind?: TokenKind;
  readonly text: string;
}

export type Line = readonly Token[];

/** The class of each kind, as base.css has them. */
export const tokenClass: Readonly<Record<TokenKind, string>> = {
  keyword: 'tk-k',
  literal: 'tk-s',
  comment: 'tk-c',
  want: 'tk-w',
  is: 'tk-a',
  field: 'tk-f',
  prompt: 'tk-p',
};

/** The text without colors. */
export const plainLines = (code: string): readonly Line[] => code.split('\n').map((text) => [{ text }]);

const letter = (kind: TokenKind | undefined): string => (kind === undefined ? '.' : tokenClass[kind].slice(-1));

/**
 * The coloring of a text without the text: for each token its kind's letter and its length, for example `k5.7s3`. Line
 * ends count as plain text. The page gets this from the build, so that it shows colored code without a highlighter.
 */
export function packColors(lines: readonly Line[]): string {
  const tokens = lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));
  let packed = '';
  let kind: TokenKind | undefined;
  let length = 0;
  for (const token of [...tokens, undefined]) {
    if (token !== undefined && token.kind === kind && kind !== 'prompt') {
      length += token.text.length;
      continue;
    }
    if (length > 0) packed += `${letter(kind)}${length}`;
    kind = token?.kind;
    length = token?.text.length ?? 0;
  }
  return packed;
}

/** The colored lines of `code`, by what `packColors` said of the same text. */
export function unpackColors(code: string, packed: string): readonly Line[] {
  const classes = Object.entries(tokenClass) as [TokenKind, string][];
  const kinds = new Map(classes.map(([kind, name]) => [name.slice(-1), kind]));
  const lines: Token[][] = [[]];
  let at = 0;
  for (const [, mark = '', length] of packed.matchAll(/(\D)(\d+)/g)) {
    const kind = kinds.get(mark);
    if (kind === 'prompt') {
      lines.at(-1)?.push({ kind, text: '$ ' });
      continue;
    }
    const pieces = code.slice(at, at + Number(length)).split('\n');
    at += Number(length);
    pieces.forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push(kind === undefined ? { text } : { kind, text });
    });
  }
  return lines;
}
