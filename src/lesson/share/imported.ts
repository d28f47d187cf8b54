/** What a file of work would run once it is imported, for the reader who decides: it may come from another person. Pure. */
import type { Archive, KeptLesson } from './archive.ts';
import { logWithinBudget } from './replay-budget.ts';
import { tr, trCount } from '../words/words.ts';

export interface Imported {
  /** Its sessions cut where a page stops replaying what came from elsewhere. */
  readonly archive: Archive;
  /** What is in it, and what of it runs when. */
  readonly words: string;
  /** Something of it runs when its page is opened. */
  readonly runs: boolean;
}

export function importedFrom(archive: Archive): Imported {
  const notes: string[] = [];
  const lessons = Object.entries(archive.lessons).map(([slug, lesson]) => [slug, within(slug, lesson, notes)] as const);
  const running = lessons.filter(([, { sessions, code }]) => sessions.some(ranIn) || Object.keys(code?.ran ?? {}).length > 0);
  const inputs = running.reduce((sum, [, { sessions }]) => sum + sessions.reduce((count, session) => count + inputsOf(session), 0), 0);
  const what = tr('It holds the work of {lessons}.', { lessons: lessons.map(([slug]) => slug).join(', ') });
  const then = trCount(inputs, { one: 'When {lessons} is opened, what was done there runs again: {number} input, with the code in them.', other: 'When {lessons} is opened, what was done there runs again: {number} inputs, with the code in them.' }, { lessons: running.map(([slug]) => slug).join(` ${tr('or')} `), number: inputs.toLocaleString('en-US') });
  const where = tr('It runs in a worker without network, without storage and without access to the page, and you can stop it. Unless you keep yours, it takes the place of the cluster that stands there in this browser. Nothing of it has run yet.');
  return {
    archive: { ...archive, lessons: Object.fromEntries(lessons) },
    words: [what, ...(running.length === 0 ? [] : [then, where]), ...new Set(notes)].join(' '),
    runs: running.length > 0,
  };
}

type Session = KeptLesson['sessions'][number];
const ranIn = ({ kept }: Session): boolean => kept.branches.some(({ log }) => log.inputs.length > 0);
const inputsOf = ({ kept }: Session): number => kept.branches.reduce((sum, { log }) => sum + log.inputs.length, 0);

function within(slug: string, lesson: KeptLesson, notes: string[]): KeptLesson {
  const sessions = lesson.sessions.map((session) => {
    const branches = session.kept.branches.map(({ view, log: whole }) => {
      const { log, words } = logWithinBudget(whole);
      if (words !== undefined) notes.push(`${slug}: ${words}`);
      return { view, log };
    });
    return { ...session, kept: { ...session.kept, branches } };
  });
  return { ...lesson, sessions };
}
