/** The words of the command that the cursor is in, up to the cursor. Lenient: what is being typed is often half a command. */

export interface Typed {
  /** Words in front of the one being typed, without quotes. */
  readonly words: readonly string[];
  /** The one being typed, up to the cursor, without quotes. */
  readonly partial: string;
  /** Where it begins. */
  readonly from: number;
  /** It names a file that is read or written. */
  readonly redirect: boolean;
}

const keywords = new Set(['do', 'then', 'else', 'if', 'while', 'until', '!', 'elif']);

export function typedWords(line: string, cursor: number): Typed {
  const text = line.slice(0, cursor);
  let words: string[] = [];
  let redirect = false;
  let word: string | undefined;
  let from = cursor;
  const end = (): void => {
    if (word !== undefined) {
      // `X=1 kubectl`, `while kubectl`: the command comes behind.
      if (words.length > 0 || !(keywords.has(word) || /^\w+=/.test(word))) {
        if (!redirect) words.push(word);
      }
      redirect = false;
    }
    word = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const separator = /^(?:&&|\|\||[;|\n(]|\$\()/.exec(rest)?.[0];
    const redirects = /^(?:&>|[12]?>>|[12]?>(?!&)|<(?!<))/.exec(rest)?.[0];
    if (word === undefined && redirects !== undefined) {
      redirect = true;
      at += redirects.length;
    } else if (separator !== undefined) {
      end();
      words = [];
      redirect = false;
      at += separator.length;
    } else if (/^[ \t]/.test(rest)) {
      end();
      at += 1;
    } else {
      if (word === undefined) from = at;
      const { letters, length } = piece(rest);
      word = (word ?? '') + letters;
      at += length;
    }
  }
  return word === undefined
    ? { words, partial: '', from: cursor, redirect }
    : { words, partial: word, from, redirect };
}

/** A quoted piece, an escaped letter, or a letter. */
function piece(rest: string): { readonly letters: string; readonly length: number } {
  const quoted = /^'([^']*)(?:'|$)|^"((?:[^"\\]|\\.)*)(?:"|$)/s.exec(rest);
  if (quoted !== null) return { letters: quoted[1] ?? (quoted[2] ?? '').replace(/\\(.)/gs, '$1'), length: quoted[0].length };
  if (rest.startsWith('\\')) return { letters: rest.slice(1, 2), length: Math.min(2, rest.length) };
  return { letters: rest.slice(0, 1), length: 1 };
}
