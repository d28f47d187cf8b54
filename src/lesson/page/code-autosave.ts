/**
 * What is kept of the code of a lesson's session beside the exercise: files, what of them ran, watch expressions. Changes are written by one
 * loop that ends when none waits: that reads more plainly than a machine with an event for each answer of the storage.
 */
import { isRecord } from '../../session/record.ts';
import type { WatchExpression } from '../../viz/reconciles-model.ts';
import { updateStored } from '../progress/update-stored.ts';
import type { Storage } from '../progress/storage.ts';

/** A program as it was saved last: what runs again when the session begins anew. */
export interface SavedProgram {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface SavedCode {
  /** Files that aren't as they are built in, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of the file that was shown last. */
  readonly open?: string | undefined;
  /** By controller or plugin: those that run code of the workspace. */
  readonly ran: Readonly<Record<string, SavedProgram>>;
  readonly watches: readonly WatchExpression[];
}

export interface CodeAutosave {
  /** What was kept; nothing where the storage refuses. */
  open(): Promise<SavedCode>;
  /** Keeps these parts in the place of what was kept of them, as soon as what is being written is stored. */
  keep(change: Partial<SavedCode>): void;
  /** The page goes away: what isn’t stored yet is kept before this returns. */
  leave(): void;
}

const nothing: SavedCode = { files: {}, ran: {}, watches: [] };

/** `key`: a lesson's (`codeKey`). `refused`: called each time the storage refuses it. */
export function createCodeAutosave(storage: Storage, key: string, refused: (error: unknown) => void = () => {}): CodeAutosave {
  let waiting: Partial<SavedCode> = {};
  /** On its way into the storage, or refused by it. */
  let owed: Partial<SavedCode> = {};
  let writing = false;

  async function put(change: Partial<SavedCode>): Promise<void> {
    // What another tab keeps of the other parts stays.
    await updateStored(storage, key, (stored): SavedCode => ({ ...parseCode(stored), ...change }));
  }

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    while (Object.keys(waiting).length > 0) {
      owed = { ...owed, ...waiting };
      waiting = {};
      try {
        await put(owed);
        owed = {};
      } catch (error) {
        // It goes with the next change, or with the page.
        refused(error);
      }
    }
    writing = false;
    if (Object.keys(owed).length === 0) storage.forget?.(key);
  }

  return {
    open: async () => parseCode(await storage.get(key).catch(() => undefined)),
    keep(change) {
      waiting = { ...waiting, ...change };
      void write();
    },
    leave() {
      const change = { ...owed, ...waiting };
      if (Object.keys(change).length > 0) storage.backUp?.(key, change);
    },
  };
}

/** What is stored, with the parts that a page rescued when it went away. */
export function mergeCodeBackup(stored: unknown, rescued: unknown): SavedCode {
  const [whole, all] = [parseCode(stored), parseCode(rescued)];
  const has = (name: keyof SavedCode): boolean => isRecord(rescued) && Object.hasOwn(rescued, name);
  return {
    files: has('files') ? all.files : whole.files,
    ran: has('ran') ? all.ran : whole.ran,
    watches: has('watches') ? all.watches : whole.watches,
    open: has('open') ? all.open : whole.open,
  };
}

/** What was stored. Anything that isn't ours counts as nothing. */
export function parseCode(stored: unknown): SavedCode {
  if (!isRecord(stored)) return nothing;
  const { files, open, ran, watches } = stored;
  return {
    files: textsOf(files),
    ...(typeof open === 'string' ? { open } : {}),
    ran: Object.fromEntries(Object.entries(isRecord(ran) ? ran : {}).flatMap(([name, value]) => programOf(name, value))),
    watches: (Array.isArray(watches) ? watches : []).filter(isWatch).map(({ id, file, line, text, off }) => ({ id, file, line, text, ...(off === true ? { off } : {}) })),
  };
}

function programOf(name: string, value: unknown): readonly (readonly [string, SavedProgram])[] {
  if (!isRecord(value) || typeof value['entry'] !== 'string') return [];
  return [[name, { entry: value['entry'], files: textsOf(value['files']) }]];
}

function isWatch(value: unknown): value is WatchExpression {
  return (
    isRecord(value) &&
    [value['id'], value['file'], value['text']].every((part) => typeof part === 'string') &&
    Number.isSafeInteger(value['line'])
  );
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(isRecord(value) ? value : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}
