/** The workspace as files of the container: written as the session changes them, and reported when a program in the container changes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface MirroredFiles {
  /** What the session has: all of it, or what has changed (null: removed). */
  write(files: Readonly<Record<string, string | null>>, all: boolean): void;
}

/** Larger files are the container's own business. */
const mostBytes = 1_000_000;
/** How often the folder is scanned where the file system doesn't notify; and how long after a notification. */
const scanEveryMs = 1_000;
const restMs = 60;

/** `changed` receives what others wrote or removed, and what was there before. Names that begin with a dot, and `node_modules`, are left alone. */
export function mirrorFiles(folder: string, changed: (path: string, text: string | null, before: string | undefined) => void): MirroredFiles {
  /** As session and folder last agreed. */
  const known = new Map<string, { readonly text: string; readonly stamp: string }>();
  let begun = false;

  const stampOf = (path: string): string => {
    const { mtimeMs, size } = statSync(join(folder, path));
    return `${mtimeMs} ${size}`;
  };

  const isLarge = (path: string): boolean => statSync(join(folder, path)).size > mostBytes;

  function scan(): void {
    const there = list(folder);
    for (const path of [...known.keys()].filter((each) => !there.includes(each))) {
      const before = known.get(path)?.text;
      known.delete(path);
      changed(path, null, before);
    }
    for (const path of there) {
      const stamp = stampOf(path);
      const before = known.get(path);
      if (before?.stamp === stamp || isLarge(path)) continue;
      const text = readFileSync(join(folder, path), 'utf8');
      known.set(path, { text, stamp });
      if (before?.text !== text) changed(path, text, before?.text);
    }
  }

  /** Files come and go during a scan. */
  function tryToScan(): void {
    try {
      scan();
    } catch {
      // The next scan sees what is there then.
    }
  }

  function put(path: string, text: string): void {
    if (known.get(path)?.text === text && existsSync(join(folder, path))) return;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    known.set(path, { text, stamp: stampOf(path) });
  }

  function remove(path: string): void {
    known.delete(path);
    rmSync(join(folder, path), { force: true });
  }

  return {
    write(files, all) {
      // What a session before this one left goes.
      if (all) for (const path of begun ? [...known.keys()] : list(folder).filter((each) => !isLarge(each))) if (files[path] === undefined) remove(path);
      for (const [path, text] of Object.entries(files)) {
        if (text === null) remove(path);
        else put(path, text);
      }
      if (!begun) watchFolder(folder, tryToScan);
      begun = true;
    },
  };
}

/** Every file below it, but for what is hidden. */
function list(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    return entry.isDirectory() ? list(folder, path) : entry.isFile() ? [path] : [];
  });
}

function watchFolder(folder: string, scan: () => void): void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(soon);
    soon = setTimeout(scan, restMs);
  };
  try {
    watch(folder, { recursive: true }, heard).on('error', () => {});
  } catch {
    // Then the interval below scans it.
  }
  setInterval(scan, scanEveryMs);
}
