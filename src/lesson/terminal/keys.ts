/** Separates what a terminal sends as it is typed: letters, named keys, pastes. */

export type KeyName =
  | 'enter'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'word-left'
  | 'word-right'
  | 'kill-line'
  | 'kill-to-start'
  | 'kill-word'
  | 'kill-word-on'
  | 'yank'
  | 'swap'
  | 'search'
  | 'clear'
  | 'interrupt'
  | 'end-of-input'
  | 'escape';

export type Key = { readonly type: 'text'; readonly text: string } | { readonly type: KeyName };

const names: Readonly<Record<string, KeyName>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x05': 'end',
  '\x06': 'right',
  '\x07': 'escape',
  '\x0b': 'kill-line',
  '\x0c': 'clear',
  '\x0e': 'down',
  '\x10': 'up',
  '\x12': 'search',
  '\x14': 'swap',
  '\x15': 'kill-to-start',
  '\x17': 'kill-word',
  '\x19': 'yank',
  '\x1b': 'escape',
  '\x1bb': 'word-left',
  '\x1bf': 'word-right',
  '\x1bd': 'kill-word-on',
  '\x1b\x7f': 'kill-word',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1b[C': 'right',
  '\x1b[D': 'left',
  '\x1b[H': 'home',
  '\x1b[F': 'end',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1bOC': 'right',
  '\x1bOD': 'left',
  '\x1bOH': 'home',
  '\x1bOF': 'end',
  '\x1b[1~': 'home',
  '\x1b[4~': 'end',
  '\x1b[3~': 'delete',
  '\x1b[1;3C': 'word-right',
  '\x1b[1;3D': 'word-left',
  '\x1b[1;5C': 'word-right',
  '\x1b[1;5D': 'word-left',
};

const pasteBegins = '\x1b[200~';
const pasteEnds = '\x1b[201~';
/** A sequence (CSI, SS3, Alt with a key), a control character, or a run of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal sends
const tokens = /\x1b\[[0-9;?]*[@-~]|\x1bO.|\x1b[^[O\x1b]|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/gsu;

/** Keys in order. Within a paste, line ends are Enter and a tab is four blanks; sequences that mean nothing here are left out. */
export function readKeys(data: string): readonly Key[] {
  const keys: Key[] = [];
  let rest = data;
  while (rest !== '') {
    const begins = rest.indexOf(pasteBegins);
    keys.push(...typed(begins < 0 ? rest : rest.slice(0, begins)));
    if (begins < 0) break;
    const ends = rest.indexOf(pasteEnds, begins);
    keys.push(...pasted(rest.slice(begins + pasteBegins.length, ends < 0 ? undefined : ends)));
    rest = ends < 0 ? '' : rest.slice(ends + pasteEnds.length);
  }
  return keys;
}

/** The same without the marks around pastes: for a program that doesn't know them. */
export const withoutPasteMarks = (data: string): string => data.replaceAll(pasteBegins, '').replaceAll(pasteEnds, '');

function typed(data: string): readonly Key[] {
  return [...data.matchAll(tokens)].flatMap(([token]): readonly Key[] => {
    const name = names[token];
    if (name !== undefined) return [{ type: name }];
    return token < ' ' || token === '\x7f' ? [] : [{ type: 'text', text: token }];
  });
}

function pasted(text: string): readonly Key[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return lines.flatMap((line, index): readonly Key[] => {
    const letters = printable(line.replaceAll('\t', '    '));
    const typedLine: readonly Key[] = letters === '' ? [] : [{ type: 'text', text: letters }];
    return index < lines.length - 1 ? [...typedLine, { type: 'enter' }] : typedLine;
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const printable = (text: string): string => text.replace(/[\x00-\x1f\x7f]/g, '');
