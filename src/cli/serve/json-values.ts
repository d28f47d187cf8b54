/** JSON values one behind the other, as a stream of requests has them. */
import type { Json } from '../../engine/index.ts';

export interface JsonValues {
  readonly values: readonly Json[];
  /** The beginning of a value that isn't whole yet. */
  readonly rest: string;
  /** What is wrong with the text; the values before are in `values`. */
  readonly wrong?: string;
}

/** Cuts a text into its JSON values. */
export function jsonValues(text: string): JsonValues {
  const values: Json[] = [];
  let start = 0;
  for (;;) {
    while (/\s/.test(text.charAt(start))) start += 1;
    if (start >= text.length) return { values, rest: '' };
    const end = endOfValue(text, start);
    if (end === undefined) return { values, rest: text.slice(start) };
    try {
      values.push(JSON.parse(text.slice(start, end)));
    } catch {
      const found = JSON.stringify(text.charAt(start)).slice(1, -1);
      return { values, rest: '', wrong: `invalid character '${found}' looking for beginning of value` };
    }
    start = end;
  }
}

/** Where the value that begins at `start` ends; undefined when the text ends first. Numbers and words end at a space. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    const plain = depth === 0 && !quoted && !/[\w.+-]/.test(text.charAt(at + 1));
    if (plain) return at + 1;
  }
  return undefined;
}
