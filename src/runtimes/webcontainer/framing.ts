/**
 * Messages as lines of a terminal. What a process in a WebContainer prints comes as one stream of text: standard output and errors
 * merged, lines ended by \r\n, echoes and colours between them, bytes decoded a chunk at a time. So a message is ASCII, marked, and
 * cut into lines that no terminal finds too long; everything else on the stream is passed over.
 */

/** Each direction has its mark: an echo is never taken for an answer. */
export const marks = { toEngine: '@page', fromEngine: '@engine' } as const;
export type Mark = (typeof marks)[keyof typeof marks];

/** A terminal that isn't in raw mode keeps at most 4,095 characters of a line. */
const longestPart = 2_000;

/** The lines of one message: `mark`, then `+` when more of it follows or `.` when not, then a part of its JSON. */
export function encodeMessage(mark: Mark, message: unknown): string {
  const text = ascii(JSON.stringify(message));
  let lines = '';
  for (let from = 0; from < text.length; from += longestPart) {
    const more = from + longestPart < text.length;
    lines += `${mark}${more ? '+' : '.'}${text.slice(from, from + longestPart)}\n`;
  }
  return lines;
}

/** Takes the stream in pieces, as they come. `torn`: something got between the parts of a message, and it is lost. */
export function createDecoder(
  mark: Mark,
  receive: (message: unknown) => void,
  torn: (line: string) => void = () => {},
): (chunk: string) => void {
  let unread = '';
  let parts = '';

  function line(text: string): void {
    const at = text.indexOf(mark);
    const kind = text[at + mark.length];
    if (at < 0 || (kind !== '+' && kind !== '.')) return;
    parts += text.slice(at + mark.length + 1);
    if (kind === '+') return;
    const whole = parts;
    parts = '';
    const message = parse(whole);
    if (message === undefined) torn(whole);
    else receive(message);
  }

  return (chunk) => {
    const lines = (unread + chunk).split(/[\r\n]+/);
    unread = lines.pop() ?? '';
    for (const each of lines) line(each.replace(colour, ''));
  };
}

const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** JSON escapes what is below a space itself. */
const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
