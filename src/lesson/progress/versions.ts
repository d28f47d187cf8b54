/** Earlier texts of a lesson's work, so that nothing one has typed is gone for good. Bounded: the oldest go first. Pure. */
import { same } from './merge.ts';
import { hasTexts, type LessonWork } from './work.ts';

export interface WorkVersion {
  /** When it was written over: milliseconds since the epoch, by this computer's clock. */
  readonly at: number;
  /** Why it is kept: `before the exercise was put back`. '' for one of those kept now and then. */
  readonly why: string;
  readonly lessonHash: string;
  readonly files: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
}

export const mostVersions = 20;
/** Characters of all of them. */
export const largestVersions = 400_000;
/** Between two of those kept now and then. */
const apartMs = 2 * 60_000;

/**
 * The versions after `before` was written over by `after`, newest first. Kept when a text vanishes, when a change says `why`, and
 * otherwise at most every two minutes.
 */
export function keepVersion(
  versions: readonly WorkVersion[],
  before: LessonWork,
  after: LessonWork,
  nowMs: number,
  why = '',
): readonly WorkVersion[] {
  const { files, inputs, lessonHash } = before;
  if (!hasTexts(before) || (why === '' && same([files, inputs], [after.files, after.inputs]))) return versions;
  const [newest] = versions;
  if (newest !== undefined && same([newest.files, newest.inputs], [files, inputs])) return versions;
  const vanished = gone(files, after.files) || gone(inputs, after.inputs);
  const early = newest !== undefined && nowMs - newest.at < apartMs;
  if (why === '' && !vanished && early) return versions;
  return bounded([{ at: nowMs, why, lessonHash, files, inputs }, ...versions]);
}

/** No more than are kept. */
export function bounded(versions: readonly WorkVersion[]): readonly WorkVersion[] {
  const kept: WorkVersion[] = [];
  let size = 0;
  for (const version of versions.slice(0, mostVersions)) {
    size += JSON.stringify(version).length;
    if (size > largestVersions) break;
    kept.push(version);
  }
  return kept;
}

/** What is stored, or nothing where it isn't ours. */
export function readVersions(stored: unknown): readonly WorkVersion[] {
  return Array.isArray(stored) ? stored.filter(isVersion) : [];
}

/** Only this program writes under this key; what is checked is that the parts are there. */
function isVersion(value: unknown): value is WorkVersion {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  const texts = (part: unknown): boolean =>
    typeof part === 'object' && part !== null && Object.values(part).every((text) => typeof text === 'string');
  return (
    typeof fields['at'] === 'number' &&
    typeof fields['why'] === 'string' &&
    typeof fields['lessonHash'] === 'string' &&
    texts(fields['files']) &&
    texts(fields['inputs'])
  );
}

const gone = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): boolean =>
  Object.keys(before).some((name) => !Object.hasOwn(after, name));
