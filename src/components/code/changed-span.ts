/** Which part of a text has changed against another, and its coloured lines with that part marked. */
import type { Line, Token } from '../../lesson/code/lines.ts';

/** From the first difference to the last, in whole words; undefined when nothing new stands there. */
export function changedSpan(before: string, after: string): readonly [from: number, to: number] | undefined {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  let to = after.length - same;
  if (from === to) return undefined;
  const within = (at: number): boolean => /[\w.-]/.test(after[at - 1] ?? '') && /[\w.-]/.test(after[at] ?? '');
  while (from > 0 && within(from)) from -= 1;
  while (to < after.length && within(to)) to += 1;
  return [from, to];
}

export interface MarkedToken extends Token {
  readonly changed: boolean;
}

/** Tokens cut where the span begins and ends; prompts are no part of the text. */
export function marked(lines: readonly Line[], span: readonly [number, number] | undefined): readonly (readonly MarkedToken[])[] {
  let at = 0;
  return lines.map((line) => {
    const tokens = line.flatMap((token) => {
      if (token.kind === 'prompt') return [{ ...token, changed: false }];
      const begins = at;
      at += token.text.length;
      return pieces(token, begins, span);
    });
    at += 1;
    return tokens;
  });
}

function pieces(token: Token, begins: number, span: readonly [number, number] | undefined): readonly MarkedToken[] {
  if (span === undefined) return [{ ...token, changed: false }];
  const from = Math.max(0, Math.min(token.text.length, span[0] - begins));
  const to = Math.max(from, Math.min(token.text.length, span[1] - begins));
  return [
    { ...token, text: token.text.slice(0, from), changed: false },
    { ...token, text: token.text.slice(from, to), changed: true },
    { ...token, text: token.text.slice(to), changed: false },
  ].filter(({ text }) => text !== '');
}
