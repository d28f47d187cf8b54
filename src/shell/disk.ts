/** How much the workspace holds. What its files are sent through and kept in has bounds, too: beyond these a page couldn't read them any more. */

/** Characters of one file, and of all together. */
export const largestFile = 4_000_000;
export const largestWorkspace = 16_000_000;

/** Something wasn't written. `title` names the file; the message is all of it, for commands to put their name in front. */
export class DiskError extends Error {
  readonly title: string;
  readonly because: string;
  readonly hint: string;
  constructor(title: string, because: string, hint: string) {
    super(`${title}: ${because}. ${hint}`);
    this.title = title;
    this.because = because;
    this.hint = hint;
  }
}

const number = (count: number): string => count.toLocaleString('en-US');

/** As `EFBIG`. */
export function fileTooLarge(path: string, length: number): DiskError {
  const because = `it would have ${number(length)} characters, and a file of the workspace has at most ${number(largestFile)}`;
  return new DiskError(`${path}: File too large`, because, 'Write less into it, or into several.');
}

/** As `ENOSPC`. */
export function diskFull(path: string, length: number): DiskError {
  const because = `the workspace would have ${number(length)} characters, and it holds at most ${number(largestWorkspace)}`;
  return new DiskError(`${path}: No space left on device`, because, 'Remove (rm) what isn’t needed.');
}
