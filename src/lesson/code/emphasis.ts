/**
 * What a grammar can't know: that `spec` is the desired state and `status` the actual one, in a manifest's top level and
 * after a dot in TypeScript; and which lines of a shell cell begin a command, so that a prompt is drawn there.
 */
import type { Language } from './language.ts';
import type { Line, Token, TokenKind } from './lines.ts';

/** Lines as the highlighter colored them, with `spec`, `status` and prompts. */
export function emphasize(language: Language, lines: readonly Line[]): readonly Line[] {
  if (language === 'ts') return lines.map(fields);
  if (language === 'text') return lines;
  return language === 'yaml' ? manifest(lines) : prompts(lines);
}

const textOf = (line: Line): string => line.map(({ text }) => text).join('');

/** The line with what stands at `from` in the voice of `kind`. */
function paint(line: Line, from: number, text: string, kind: TokenKind): Line {
  const to = from + text.length;
  let at = 0;
  const around = line.map((token): readonly [before: Token, after: Token] => {
    const begins = at;
    at += token.text.length;
    return [
      { ...token, text: token.text.slice(0, Math.max(0, from - begins)) },
      { ...token, text: token.text.slice(Math.max(0, to - begins)) },
    ];
  });
  const painted = [...around.map(([before]) => before), { kind, text }, ...around.map(([, after]) => after)];
  return painted.filter((token) => token.text !== '');
}

/** `.spec` and `.status`, wherever the text isn't a comment or a string. */
function fields(line: Line): Line {
  return line.flatMap((token): Token[] => {
    if (token.kind !== undefined) return [token];
    return token.text
      .split(/(?<=\.)(spec|status)\b/)
      .map((text, index): Token => (index % 2 === 0 ? { text } : { kind: text === 'spec' ? 'want' : 'is', text }))
      .filter(({ text }) => text !== '');
  });
}

function manifest(lines: readonly Line[]): readonly Line[] {
  let top = '';
  return lines.map((line) => {
    const text = textOf(line);
    top = /^[\w-]+(?=:)/.exec(text)?.[0] ?? top;
    const key = /^(?:spec|status)(?=:)/.exec(text)?.[0];
    if (key !== undefined) return paint(line, 0, key, key === 'spec' ? 'want' : 'is');
    const replicas = top === 'spec' ? /^ {2}(replicas: *\d+)/.exec(text)?.[1] : undefined;
    return replicas === undefined ? line : paint(line, 2, replicas, 'want');
  });
}

/** A here-document and a continued line begin no command. */
function prompts(lines: readonly Line[]): readonly Line[] {
  let until: string | undefined;
  let continued = false;
  return lines.map((line) => {
    const text = textOf(line);
    if (until !== undefined) {
      if (text.trim() === until) until = undefined;
      return line;
    }
    const begins = !continued && text.trim() !== '' && !text.startsWith('#');
    continued = /(\\|\||&&)$/.test(text);
    until = /<<-?\s*['"]?(\w+)['"]?/.exec(text)?.[1];
    return begins ? [{ kind: 'prompt', text: '$ ' }, ...line] : line;
  });
}
