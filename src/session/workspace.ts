/** The session's files, flat, and which of them an input has changed. */
import { diskFull, fileTooLarge, largestFile, largestWorkspace } from '../shell/disk.ts';
import { normalPath } from '../shell/paths.ts';
import type { Files } from '../shell/types.ts';

export interface Workspace extends Files {
  snapshot(): Readonly<Record<string, string>>;
  /** What has changed since the last call: path -> text, or null when removed. */
  takeChanges(): Record<string, string | null>;
  /** Leaves this change out of the next report. */
  forgetChange(path: string): void;
}

export function createWorkspace(initial: Readonly<Record<string, string>>): Workspace {
  const texts = new Map(Object.entries(initial));
  const changed = new Set<string>();
  let length = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  const set = (path: string, text: string | undefined): void => {
    const name = normalPath(path);
    const before = texts.get(name);
    if (before === text) return;
    const after = length - (before?.length ?? 0) + (text?.length ?? 0);
    if (text !== undefined && text.length > largestFile) throw fileTooLarge(name, text.length);
    if (after > largestWorkspace && after > length) throw diskFull(name, after);
    length = after;
    changed.add(name);
    if (text === undefined) texts.delete(name);
    else texts.set(name, text);
  };
  const list = (): readonly string[] => [...texts.keys()].sort();
  return {
    read: (path) => texts.get(normalPath(path)),
    write: (path, text) => set(path, text),
    remove: (path) => set(path, undefined),
    list,
    snapshot: () => Object.fromEntries(list().map((path) => [path, texts.get(path) ?? ''])),
    takeChanges() {
      const changes = Object.fromEntries([...changed].sort().map((path) => [path, texts.get(path) ?? null]));
      changed.clear();
      return changes;
    },
    forgetChange: (path) => void changed.delete(normalPath(path)),
  };
}
