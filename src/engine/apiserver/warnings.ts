/** The warnings of one answer (upstream: apiserver pkg/endpoints/filters/warning.go). */

/** Texts that go out as Warning headers: each once, and together about as long as a client takes. */
export interface Warnings {
  add(text: string): void;
  /** Nothing that is added now goes out any more: what makes warnings can stop. */
  isFull(): boolean;
  /** What goes out, in the order in which it came. */
  texts(): readonly string[];
}

/** From this length on of all texts, each is cut. */
const mostCharacters = 4_096;
const mostOfACut = 256;

/** No warnings yet but these. */
export function createWarnings(given: readonly string[] = []): Warnings {
  const known = new Set<string>();
  let sent: string[] = [];
  let characters = 0;
  let isCutting = false;
  const isFull = (): boolean => isCutting && characters >= mostCharacters;
  const send = (text: string): void => {
    const shown = isCutting ? cut(text) : text;
    sent.push(shown);
    characters += lengthOf(shown);
  };
  const add = (text: string): void => {
    if (text === '' || isFull() || known.has(text)) return;
    known.add(text);
    if (!fitsHeader(text)) return;
    if (isCutting || characters + lengthOf(text) <= mostCharacters) return send(text);
    // They are too long together: those before are cut as well.
    const before = sent;
    [sent, characters, isCutting] = [[], 0, true];
    for (const each of [...before, text]) send(each);
  };
  for (const text of given) add(text);
  return { add, isFull, texts: () => sent };
}

/** Upstream leaves out what a header can't carry. */
const fitsHeader = (text: string): boolean => !/\p{Cc}/u.test(text);

/** Characters are Go's runes: code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function cut(text: string): string {
  // A code point is one or two units.
  return text.length <= mostOfACut ? text : [...text.slice(0, 2 * mostOfACut)].slice(0, mostOfACut).join('');
}
