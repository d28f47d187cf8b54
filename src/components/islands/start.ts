/** What of the page is plain HTML: run all, restart, the quiz, progress, and the one polite status line. */
import { allWork } from '../../lesson/progress/browser-storage.ts';
import { tasksDone } from '../../lesson/progress/work.ts';
import { showProgress, showTasks } from '../frame/progress.ts';
import { restoreQuiz, watchQuiz } from '../lesson/quiz.ts';
import { lessonPage } from './page.ts';

const page = lessonPage();
const done = new Set<string>();

if (page !== undefined) {
  const actions = { 'run-all': 'run-all', restart: 'restart' } as const;
  for (const [name, type] of Object.entries(actions)) {
    document.querySelector(`[data-lesson-action="${name}"]`)?.addEventListener('click', () => page.notebook({ type }));
  }
  watchQuiz(document, ({ question, answer, right }) => page.answer(question, answer, right));

  const status = document.createElement('p');
  status.className = 'sr';
  status.setAttribute('role', 'status');
  document.body.append(status);

  let restored = false;
  page.subscribe(({ work, opened, said }) => {
    if (opened && !restored) {
      restored = true;
      restoreQuiz(document, work.quiz);
    }
    const count = tasksDone(work);
    showTasks(document, count, page.data.tasks);
    if (count >= page.data.tasks && !done.has(page.data.slug)) {
      done.add(page.data.slug);
      showProgress(document, done);
    }
    if (status.textContent !== said) status.textContent = said;
  });
  addEventListener('pagehide', () => page.flush());
  addEventListener('focus', page.refresh);
}

void allWork().then((kept) => {
  for (const [slug, value] of kept) {
    if (typeof value === 'object' && value !== null && 'passed' in value && value.passed === true) done.add(slug);
  }
  showProgress(document, done);
});
