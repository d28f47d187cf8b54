/** What was stored and can't be read is set aside as it was, before anything is written in its place. */
import { parseCode } from '../page/code-autosave.ts';
import { readSessions } from '../page/saved-session.ts';
import { updateStored } from './update-stored.ts';
import type { Storage } from './storage.ts';
import { codeKey, sessionKey, versionsKey, workKey } from './keys.ts';
import { same } from './merge.ts';
import { readWork, type ReadWork } from './read-work.ts';
import { readVersions } from './versions.ts';
import { tr } from '../words/words.ts';

export interface Quarantined {
  /** Where it was: `work/12-replicaset`. */
  readonly key: string;
  /** As it was stored. */
  readonly raw: unknown;
  /** What of it can't be read: `files["a.ts"]`. */
  readonly what: string;
  /** The learner has been told. */
  readonly told?: boolean;
}

const most = 6;
/** Characters of all of them; one is kept, whatever its size. */
const largest = 2_000_000;

export const quarantineKey = (lesson: string): string => `aside/${lesson}`;

/** The newest first. */
export function readQuarantine(stored: unknown): readonly Quarantined[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.flatMap((each) => {
    if (typeof each !== 'object' || each === null || !('key' in each) || !('raw' in each)) return [];
    if (typeof each.key !== 'string') return [];
    const what = 'what' in each && typeof each.what === 'string' ? each.what : each.key;
    return [{ key: each.key, raw: each.raw, what, told: 'told' in each && each.told === true }];
  });
}

/** Rejects when it could not be: then nothing may be written over it. */
export async function quarantine(storage: Storage, lesson: string, found: Quarantined): Promise<void> {
  const next = (stored: unknown): readonly Quarantined[] => {
    const all = readQuarantine(stored);
    if (all.some(({ key, raw }) => same([key, raw], [found.key, found.raw]))) return all;
    let size = 0;
    return [found, ...all].slice(0, most).filter((each, index) => {
      size += quarantineText(each).length;
      return index === 0 || size <= largest;
    });
  };
  await updateStored(storage, quarantineKey(lesson), next);
}

/** As a file: JSON, or what there is of it. */
export function quarantineText(aside: unknown): string {
  try {
    return `${JSON.stringify(aside, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 1)}\n`;
  } catch (error) {
    return `${String(aside)} (${String(error)})\n`;
  }
}

/** Reads what is stored of a lesson's work, and sets aside what can't be read. `words`: a sentence that says what that is. */
export async function readOrQuarantine(storage: Storage, lesson: string, stored: unknown): Promise<ReadWork & { readonly words?: string }> {
  const found = readWork(stored);
  const what = found.unread.join(', ');
  // Where there is no room for it, what can be read is here all the same, and nothing is written over the rest.
  if (what !== '') await quarantine(storage, lesson, { key: workKey(lesson), raw: stored, what }).catch(() => undefined);
  for (const { keyFor } of besides) {
    const key = keyFor(lesson);
    const aside = storage.get(key).then((raw) => quarantineUnreadable(storage, key, raw));
    await aside.catch(() => undefined);
  }
  // Also what was set aside where nobody could be told.
  const unseen = await tell(storage, lesson).catch(() => (what === '' ? [] : [what]));
  if (unseen.length === 0) return found;
  const words = tr('Some of what this browser has kept of this lesson can’t be read: {what}. It is set aside as it was, and “Your work” saves it as a file. Everything else is here.', { what: unseen.join('; ') });
  return { ...found, words };
}

/** What the learner doesn't know of yet. */
async function tell(storage: Storage, lesson: string): Promise<readonly string[]> {
  const key = quarantineKey(lesson);
  const unseen = readQuarantine(await storage.get(key)).filter(({ told }) => told !== true);
  if (unseen.length > 0) await updateStored(storage, key, (stored) => readQuarantine(stored).map((each) => ({ ...each, told: true })));
  return unseen.map(({ what }) => (what.length > 120 ? `${what.slice(0, 120)} …` : what));
}

/** Sets aside what is kept beside the work when it can't be read whole. */
export async function quarantineUnreadable(storage: Storage, key: string, raw: unknown): Promise<void> {
  const beside = besides.find(({ keyFor }) => lessonOf(key, keyFor) !== undefined);
  if (raw === undefined || beside === undefined || beside.fits(raw)) return;
  await quarantine(storage, lessonOf(key, beside.keyFor) ?? '', { key, raw, what: beside.name });
}

type KeyFor = (lesson: string) => string;

/** The lesson of a key that was made by `keyFor`; undefined: it wasn't. */
export const lessonOf = (key: string, keyFor: KeyFor): string | undefined =>
  key.startsWith(keyFor('')) ? key.slice(keyFor('').length) : undefined;

const besides: readonly { readonly keyFor: KeyFor; readonly name: string; fits(raw: unknown): boolean }[] = [
  { keyFor: versionsKey, name: 'an earlier version', fits: (raw) => same(readVersions(raw), raw) },
  { keyFor: codeKey, name: 'code beside the exercise', fits: (raw) => same(plain(parseCode(raw)), plain(raw)) },
  { keyFor: sessionKey, name: 'a session', fits: (raw) => Array.isArray(raw) && readSessions(raw).length === raw.length },
];

/** Without fields that are undefined. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
