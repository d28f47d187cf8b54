/** Archives as tar writes them (ustar): bytes as text, a character each. */

export interface Entry {
  readonly path: string;
  /** Undefined: a folder. */
  readonly content: string | undefined;
}

const blockSize = 512;

/** An archive of files, each with mode 0644. */
export function archiveOf(entries: readonly Entry[], nowMs: number): string {
  return `${entries.map((entry) => packed(entry, nowMs)).join('')}${'\0'.repeat(blockSize * 2)}`;
}

function packed({ path, content }: Entry, nowMs: number): string {
  const field = (text: string, length: number): string => text.slice(0, length).padEnd(length, '\0');
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const split = path.length > 100 ? path.lastIndexOf('/', path.length - 2) : -1;
  const prefix = split > 0 ? path.slice(0, split) : '';
  const size = content?.length ?? 0;
  const name = field(split > 0 ? path.slice(split + 1) : path, 100);
  const before = `${name}${octal(0o644, 8)}${octal(0, 8)}${octal(0, 8)}${octal(size, 12)}${octal(Math.floor(nowMs / 1000), 12)}`;
  const kind = content === undefined ? '5' : '0';
  const after = `${kind}${field('', 100)}ustar\x0000${field('', 64)}${octal(0, 8)}${octal(0, 8)}${field(prefix, 155)}`;
  let sum = 8 * 32;
  for (const char of before + after) sum += char.charCodeAt(0);
  const header = field(`${before}${sum.toString(8).padStart(6, '0')}\0 ${after}`, blockSize);
  return `${header}${content ?? ''}${'\0'.repeat((blockSize - (size % blockSize)) % blockSize)}`;
}

/** What is in an archive; stops where it is cut off. */
export function entriesOf(archive: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + blockSize <= archive.length; ) {
    const header = archive.slice(at, at + blockSize);
    const text = (from: number, length: number): string => header.slice(from, from + length).replace(/\0[\s\S]*$/, '');
    const name = text(0, 100);
    if (name === '') break;
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
    const start = at + blockSize;
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (text(156, 1) === '5') entries.push({ path, content: undefined });
    else if (text(156, 1) === '0' || text(156, 1) === '')
      entries.push({ path, content: archive.slice(start, start + size) });
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return entries;
}
