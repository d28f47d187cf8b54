/** The one lesson page of this document, made when the first island asks for it. */
import { readLessonData } from '../../lesson/page/data.ts';
import { createLessonPage, type LessonPage } from '../../lesson/page/lesson-page.ts';
import { browserStorage } from '../../lesson/progress/browser-storage.ts';
import type { Storage } from '../../lesson/progress/storage.ts';
import { startTimer } from '../../runtimes/timer.ts';
import { createLazyRuntime } from '../../runtimes/lazy-runtime.ts';
import { onceOnline } from './once-online.ts';
import { rememberedPlace } from './remembered-place.ts';

let made: LessonPage | undefined;

/** Undefined on a page without a lesson. Only in the browser. */
export function lessonPage(): LessonPage | undefined {
  if (made !== undefined) return made;
  const data = readLessonData(document);
  if (data === undefined) return undefined;
  const guest = data.embedded ?? holdsSession();
  made = createLessonPage({
    data,
    runtime: createLazyRuntime(async () =>
      (await onceOnline(() => import('./runtime.ts'))).createPageRuntime(data, guest),
    ),
    storage: guest ? guestStorage() : browserStorage,
    grading: async () => {
      const [{ frameGrading }, { engineFiles }] = await Promise.all([
        import('../../lesson/universes/frame-grader.ts'),
        import('./engine-files.ts'),
      ]);
      return frameGrading(engineFiles);
    },
    nowMs: Date.now,
    motion: async () => (await import('./motion.ts')).motion,
    after: startTimer,
  });
  // Before anything has run: a page that is to have a WebContainer is loaded again when its host didn't isolate it.
  const place = rememberedPlace(data.slug) ?? data.runtime;
  if (!guest && !crossOriginIsolated && place === 'webcontainer') void import('./isolate-once.ts').then(({ isolateOnce }) => isolateOnce(data.slug, place));
  return made;
}

/** The page goes away, or may: `leave` is called each time. */
export function whenLeaving(leave: () => void): void {
  addEventListener('pagehide', leave);
  // A phone may end a hidden page without another word.
  document.addEventListener('visibilitychange', () => document.hidden && leave());
}

/** This page's address holds a session. */
export const holdsSession = (): boolean => location.hash.startsWith('#session=');

/** A link holds a session: it is asked about first, and nothing of it is kept. */
function guestStorage(): Storage {
  const guest = import('../share/shared-session.ts').then(({ openSharedSession }) => openSharedSession(() => made));
  return { get: async (key) => (await guest)(key), set: async () => {} };
}
