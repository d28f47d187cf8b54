/** The one lesson page of this document, made when the first island asks for it. */
import graderUrl from '../../../.generated/grader-worker.txt?url';
import { readLessonData } from '../../lesson/page/data.ts';
import { createLessonPage, type LessonPage } from '../../lesson/page/lesson-page.ts';
import { browserStorage } from '../../lesson/progress/browser-storage.ts';
import type { Storage } from '../../lesson/progress/autosave.ts';
import { startTimer } from '../../runtimes/timer.ts';
import { createLazyRuntime } from '../../runtimes/lazy-runtime.ts';
import { text } from './fetch-text.ts';
import { wantedPlace } from './place-choice.ts';

let made: LessonPage | undefined;
let grader: Promise<string> | undefined;

/** Undefined on a page without a lesson. Only in the browser. */
export function lessonPage(): LessonPage | undefined {
  if (made !== undefined) return made;
  const data = readLessonData(document);
  if (data === undefined) return undefined;
  const guest = location.hash.startsWith('#session=');
  // Somebody else's code runs where there is no network at all.
  const wanted = guest ? 'worker' : wantedPlace(data.slug, data.runtime);
  made = createLessonPage({
    data,
    runtime: createLazyRuntime(async () => (await import('./runtime.ts')).createPageRuntime(data.slug, wanted, guest)),
    storage: guest ? guestStorage() : browserStorage,
    grading: async () => (await import('../../lesson/universes/frame-grader.ts')).frameGrading(await graderText()),
    nowMs: Date.now,
    after: startTimer,
  });
  // Before anything has run: a page that is to have a WebContainer is loaded anew when its host didn't isolate it.
  if (wanted === 'webcontainer') void import('./runtime.ts').then(({ isolateOnce }) => isolateOnce());
  return made;
}

/** The page goes away, or may: `leave` is called each time. */
export function whenLeaving(leave: () => void): void {
  addEventListener('pagehide', leave);
  // A phone may end a hidden page without another word.
  document.addEventListener('visibilitychange', () => document.hidden && leave());
}

/** Asked for in every pause of whoever writes an exercise: once is enough, unless it failed. */
function graderText(): Promise<string> {
  grader ??= text(graderUrl).catch((error: unknown) => {
    grader = undefined;
    throw error;
  });
  return grader;
}

/** A link holds a session: it is asked about first, and nothing of it is kept. */
function guestStorage(): Storage {
  const guest = import('../share/shared-session.ts').then(({ openSharedSession }) => openSharedSession(() => made));
  return { get: async (key) => (await guest)(key), set: async () => undefined };
}
