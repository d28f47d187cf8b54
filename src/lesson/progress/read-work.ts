/**
 * A lesson's work as it was stored, read piece by piece: what is damaged or from another version of this page costs nothing else.
 * Loaded when something is stored.
 */
import { isRecord } from '../../session/record.ts';
import { createChecks } from '../share/checks.ts';
import { checkWork } from './parse-work.ts';
import { emptyWork, type LessonWork } from './work.ts';

export interface ReadWork {
  /** Undefined: nothing of it is ours. */
  readonly work: LessonWork | undefined;
  /** What could not be read: `files["a.ts"]`. */
  readonly unread: readonly string[];
}

/** What is stored was written by a newer version of this page: it is left as it is. */
export class NewerWork extends Error {
  override name = 'NewerWork';
}

const byName = ['files', 'inputs', 'predictions', 'quiz', 'further'] as const;
const whole = ['hints', 'report', 'passed', 'passedExercises', 'bench'] as const;
/** Work that has nothing of it has no such field. */
const optional: readonly string[] = ['further', 'report', 'passedExercises', 'bench'];
const known: readonly string[] = ['version', 'lessonHash', ...byName, ...whole];

/** @throws NewerWork */
export function readWork(stored: unknown): ReadWork {
  if (stored === undefined) return { work: undefined, unread: [] };
  if (!isRecord(stored)) return { work: undefined, unread: ['all of it'] };
  const { version, lessonHash } = stored;
  if (typeof version === 'number' && version > 1) throw new NewerWork('This was written by a newer version of the page.');
  if (version !== 1 || typeof lessonHash !== 'string') return { work: undefined, unread: ['all of it'] };

  const checks = createChecks('The work');
  const unread = Object.keys(stored).filter((name) => !known.includes(name));
  const read = (work: object): LessonWork | undefined => {
    try {
      return checkWork(checks, work, '');
    } catch {
      return undefined;
    }
  };
  const undamaged = unread.length === 0 ? read(stored) : undefined;
  if (undamaged !== undefined) return { work: undamaged, unread };

  const nothing = emptyWork(lessonHash);
  let work = nothing;
  for (const name of byName) {
    const part = stored[name];
    if (part === undefined && optional.includes(name)) continue;
    if (!isRecord(part)) {
      unread.push(name);
      continue;
    }
    for (const [key, value] of Object.entries(part)) {
      const one = read({ ...nothing, [name]: { [key]: value } });
      if (one === undefined) unread.push(`${name}[${JSON.stringify(key)}]`);
      else work = { ...work, [name]: { ...work[name], ...one[name] } };
    }
  }
  for (const name of whole) {
    if (stored[name] === undefined && optional.includes(name)) continue;
    const one = read({ ...nothing, [name]: stored[name] });
    if (one === undefined) unread.push(name);
    else work = { ...work, [name]: one[name] };
  }
  return { work, unread };
}
