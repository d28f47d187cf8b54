/**
 * A file of lines of JSON that only grows. A line counts once it is on the disk: `whenSynced` holds back what clients are to see until then.
 * Lines that come while the disk is busy go out together.
 */
import { closeSync, existsSync, fdatasync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, write } from 'node:fs';
import { dirname } from 'node:path';

export interface Journal {
  append(line: object): void;
  /** Runs this when all lines so far are on the disk, and after what waits already. */
  whenSynced(run: () => void): void;
  /** Resolves when all lines are on the disk and the file is closed. */
  close(): Promise<void>;
}

export interface JournalContent {
  readonly lines: readonly unknown[];
  /** Bytes that are whole lines. */
  readonly wholeBytes: number;
  /** A last line that was torn, by a kill in the middle of a write. */
  readonly torn: Buffer;
}

/** Reads a file's lines; none where there is no file. Throws where a line that isn't the last is no JSON. */
export function readJournal(file: string): JournalContent {
  if (!existsSync(file)) return { lines: [], wholeBytes: 0, torn: Buffer.alloc(0) };
  const bytes = readFileSync(file);
  const lines: unknown[] = [];
  let at = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
    const line = parse(bytes.toString('utf8', at, end));
    if (line === undefined) {
      // Blocks reach the disk in any order: of a torn write the end may be there and the beginning not.
      if (bytes.indexOf(10, end + 1) < 0) break;
      throw new Error(`line ${lines.length + 1} of ${file} is no JSON`);
    }
    lines.push(line);
    at = end + 1;
  }
  return { lines, wholeBytes: at, torn: bytes.subarray(at) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Opens a file, which only this user may read, to append behind its first `wholeBytes`. `failed` hears why the disk takes no more. */
export function openJournal(file: string, wholeBytes: number, failed: (error: unknown) => void): Journal {
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'wx+', 0o600);
  if (fstatSync(descriptor).size !== wholeBytes) ftruncateSync(descriptor, wholeBytes);
  fsyncSync(descriptor);
  syncFolder(dirname(file));
  return createJournal(descriptor, wholeBytes, failed);
}

/** A new file is found again only when its folder is on the disk too. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function createJournal(descriptor: number, startBytes: number, failed: (error: unknown) => void): Journal {
  let position = startBytes;
  let lines: string[] = [];
  let waiting: (() => void)[] = [];
  let state: 'idle' | 'syncing' | 'failed' = 'idle';
  let closed: (() => void) | undefined;

  function sync(): void {
    state = 'syncing';
    const bytes = Buffer.from(lines.join(''), 'utf8');
    const due = waiting;
    lines = [];
    waiting = [];
    writeAll(descriptor, bytes, position, (error) => {
      if (error !== null) {
        // What waits is never let out: it isn't kept.
        state = 'failed';
        failed(error);
        closed?.();
        return;
      }
      position += bytes.length;
      state = 'idle';
      for (const run of due) run();
      if (lines.length > 0 || waiting.length > 0) sync();
      else closed?.();
    });
  }

  return {
    append(line) {
      lines.push(`${JSON.stringify(line)}\n`);
      if (state === 'idle') queueMicrotask(() => state === 'idle' && lines.length > 0 && sync());
    },
    whenSynced(run) {
      if (state === 'idle' && lines.length === 0) return run();
      waiting.push(run);
    },
    async close() {
      if (state === 'syncing' || (state === 'idle' && lines.length > 0)) {
        await new Promise<void>((resolve) => {
          closed = resolve;
          if (state === 'idle') sync();
        });
      }
      closeSync(descriptor);
    },
  };
}

function writeAll(descriptor: number, bytes: Buffer, position: number, done: (error: Error | null) => void): void {
  write(descriptor, bytes, 0, bytes.length, position, (error, written) => {
    if (error !== null) done(error);
    else if (written < bytes.length) writeAll(descriptor, bytes.subarray(written), position + written, done);
    else fdatasync(descriptor, done);
  });
}
