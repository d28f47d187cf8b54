/** The one lesson page of this document, made when the first island asks for it. */
import engineUrl from '../../../.generated/engine-worker.txt?url';
import graderUrl from '../../../.generated/grader-worker.txt?url';
import { readLessonData } from '../../lesson/page/data.ts';
import { createLessonPage, type LessonPage } from '../../lesson/page/lesson-page.ts';
import { browserStorage } from '../../lesson/progress/browser-storage.ts';
import { frameGrading } from '../../lesson/universes/frame-grader.ts';
import { createWorkerRuntime } from '../../runtimes/worker/worker-runtime.ts';

let made: LessonPage | undefined;

/** Undefined on a page without a lesson. Only in the browser. */
export function lessonPage(): LessonPage | undefined {
  if (made !== undefined) return made;
  const data = readLessonData(document);
  if (data === undefined) return undefined;
  made = createLessonPage({
    data,
    runtime: createWorkerRuntime({ source: () => text(engineUrl) }),
    storage: browserStorage,
    grading: async () => frameGrading(await text(graderUrl)),
    nowMs: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  return made;
}

async function text(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    const why = response === undefined ? 'no connection' : `status ${response.status}`;
    throw new Error(`The engine could not be loaded (${why}). Run again when you are online.`);
  }
  return response.text();
}
