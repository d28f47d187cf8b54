/** Brings the list of ideas up to date with what was answered, and takes the checkpoint again. */
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import type { LessonWork } from '../../lesson/progress/work.ts';
import { type Count, countRight, type Holding, holding, weakest } from './known.ts';
import { type English, tr } from '../../lesson/words/words.ts';

/** The plug in an idea's socket, and its words. An open one has none. */
const marks: Readonly<Record<Holding, { readonly plug: string; readonly words: English }>> = {
  held: { plug: '#p-running', words: 'you hold it' },
  partly: { plug: '#p-notready', words: 'you hold a part of it' },
  lost: { plug: '#p-empty', words: 'look at it again' },
  open: { plug: '', words: 'not answered yet' },
};

/** The page's script: nothing of it is needed to read the page. `anew`: what stands in place of all answers when it is taken again. */
export function watchKnown(root: ParentNode, page: LessonPage, anew: (work: LessonWork) => LessonWork['quiz'] = () => ({})): void {
  page.subscribe(({ work, phase }) => {
    if (phase !== 'reading') showKnown(root, work.quiz);
  });
  root.querySelector('[data-take-again]')?.addEventListener('click', () => void takeAgain(page, anew(page.value.work)));
}

function showKnown(root: ParentNode, quiz: LessonWork['quiz']): void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-idea]')];
  const counts = items.map((item) => countRight(JSON.parse(item.dataset.idea ?? '{}'), quiz));
  items.forEach((item, index) => {
    const count = counts[index];
    if (count !== undefined) showCount(item, count);
  });
  const weak = weakest(counts);
  root.querySelectorAll<HTMLElement>('[data-look-again]').forEach((link, index) => {
    link.hidden = index !== weak;
  });
  root.querySelector('[data-take-again]')?.toggleAttribute('hidden', counts.every(({ answered }) => answered === 0));
}

function showCount(item: HTMLElement, count: Count): void {
  const { plug, words } = marks[holding(count)];
  const mark = item.querySelector('[data-plug]');
  if (plug === '') mark?.removeAttribute('href');
  else mark?.setAttribute('href', plug);
  const spoken = item.querySelector('[data-holding]');
  if (spoken !== null) spoken.textContent = tr(words);
  const sum = item.querySelector('[data-count]');
  if (sum !== null) sum.textContent = count.answered === 0 ? tr('{count} to answer', { count: count.all }) : tr('{part} of {whole}', { part: count.right, whole: count.all });
}

/** Answers go, and the cluster begins anew; the page is read as on the first day. All of it is stored first: what is under way would come back. */
async function takeAgain(page: LessonPage, quiz: LessonWork['quiz']): Promise<void> {
  await page.restart();
  page.keep({ quiz, passed: false });
  await page.flush();
  scrollTo(0, 0);
  location.reload();
}
