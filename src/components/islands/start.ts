/** What of the page is plain HTML: run all, restart, the quiz, progress, the first key, and the one polite status line. */
import { allWork } from '../../lesson/progress/browser-storage.ts';
import { passedLessons } from '../../lesson/progress/passed-lessons.ts';
import { tasksDone } from '../../lesson/progress/work.ts';
import { showExtraMile, showTasks } from '../frame/tasks.ts';
import { restoreQuiz, watchQuiz } from '../lesson/quiz.ts';
import { prepareOffline } from '../offline/later.ts';
import { showCovers } from './covers.ts';
import type { Keys } from './keys.ts';
import { holdsSession, lessonPage, whenLeaving } from './page.ts';
import { fetchEngineWhileReading } from './while-reading.ts';

const page = lessonPage();
const done = new Set<string>();

/** The page was built with none done. */
async function showDone(): Promise<void> {
  if (done.size > 0) (await import('../frame/progress.ts')).showProgress(document, done);
}

if (page !== undefined) {
  for (const type of ['run-all', 'restart'] as const) {
    document.querySelector(`[data-lesson-action="${type}"]`)?.addEventListener('click', () => page.notebook({ type }));
  }

  let keys: Promise<Keys | undefined> | undefined;
  const loadKeys = (): Promise<Keys | undefined> => {
    keys ??= import('./keys.ts').then(
      ({ listenForKeys }) => {
        document.removeEventListener('keydown', firstKeys);
        return listenForKeys(page);
      },
      () => undefined,
    );
    return keys;
  };
  /** The palette has been requested: what is typed next is for it. */
  let opens = false;
  // Until they are there, a key waits. What the browser would do with these can't be taken back later.
  const firstKeys = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey;
    const held = !event.defaultPrevented && (mod ? /^[sp]$/i.test(event.key) : opens);
    opens ||= mod && event.shiftKey && event.key.toLowerCase() === 'p';
    if (held) event.preventDefault();
    void loadKeys().then((loaded) => loaded?.press(event, held));
  };
  document.addEventListener('keydown', firstKeys);
  document.addEventListener('pointerdown', loadKeys, { once: true });
  document.querySelector('[data-lesson-action="commands"]')?.addEventListener('click', () => void loadKeys().then((loaded) => loaded?.open('palette')));

  watchQuiz(document, ({ question, answer, right }) => page.answer(question, answer, right));

  const status = document.createElement('p');
  status.className = 'sr';
  status.setAttribute('role', 'status');
  document.body.append(status);

  let restored = false;
  page.subscribe((now) => {
    const { work, phase, said } = now;
    showCovers(document, now, page.data.covers);
    if (phase !== 'reading' && !restored) {
      restored = true;
      restoreQuiz(document, work.quiz);
    }
    const count = tasksDone(work);
    showTasks(document, count, page.data.tasks);
    showExtraMile(document, work.passed);
    if (page.data.tasks > 0 && (work.passed || count >= page.data.tasks) && !done.has(page.data.slug)) {
      done.add(page.data.slug);
      // A lesson without an exercise is passed with its last task: other pages go by that.
      if (!work.passed) page.keep({ passed: true });
      void showDone();
    }
    if (status.textContent !== said) status.textContent = said;
  });
  whenLeaving(page.leave);
  if (convergeXapi !== '') void import('../xapi/report.ts').then(({ startReports }) => startReports(page));
  // In a frame of another site it comes when the reader does: see embed/frame-page.ts.
  if (parent === window) fetchEngineWhileReading();
  prepareOffline();
  addEventListener('focus', page.refresh);
  // Somebody's link to this very page.
  addEventListener('hashchange', () => holdsSession() && location.reload());
  const work = (): void => void import('../share/open-work.ts').then(({ openWork }) => openWork(page));
  document.querySelector('[data-lesson-action="work"]')?.addEventListener('click', work);
}

void allWork().then((kept) => {
  for (const slug of passedLessons(kept)) done.add(slug);
  void showDone();
});
