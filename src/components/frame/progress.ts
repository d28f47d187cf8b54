/** Shows which lessons are done: in the header, the list of lessons and the logo. The page itself is built with none. */
import { course, lessonCount } from '../../lesson/course.ts';
import { tr } from '../../lesson/words/words.ts';

/** @param done Folder names of the lessons that are done, such as "12-replicaset". */
export function showProgress(root: ParentNode, done: ReadonlySet<string>): void {
  // A checkpoint is done like a lesson, and is none.
  const numbers = new Set([...done].map((slug) => Number.parseInt(slug, 10)).filter((number) => !Number.isNaN(number)));
  for (const mark of root.querySelectorAll<SVGElement>('[data-course] rect.todo, [data-course] rect.done')) {
    mark.setAttribute('class', numbers.has(Number(mark.dataset.number)) ? 'done' : 'todo');
  }
  for (const here of root.querySelectorAll<SVGElement>('[data-course] g[data-number]'))
    here.classList.toggle('done', numbers.has(Number(here.dataset.number)));
  const progress = { part: numbers.size, whole: lessonCount };
  root.querySelector('[data-course]')?.setAttribute('aria-label', tr('{part} of {whole} lessons done', progress));
  for (const words of root.querySelectorAll('[data-course-sum]')) words.textContent = tr('{part} of {whole}', progress);
  for (const plug of root.querySelectorAll('.logo .plug'))
    plug.setAttribute('x', String(15 - (6 * numbers.size) / lessonCount));
  for (const link of root.querySelectorAll<HTMLElement>('.side [data-lesson]')) markLesson(link, done);
  for (const words of root.querySelectorAll<HTMLElement>('.side [data-part]')) countPart(words, numbers);
}

function markLesson(link: HTMLElement, done: ReadonlySet<string>): void {
  const finished = done.has(link.dataset.lesson ?? '');
  const name = finished ? 'done' : link.hasAttribute('aria-current') ? 'doing' : 'todo';
  link.querySelector('use')?.setAttribute('href', `#m-${name}`);
  link.querySelector('.sr')?.toggleAttribute('hidden', !finished);
}

function countPart(words: HTMLElement, done: ReadonlySet<number>): void {
  const part = course.find(({ number }) => number === Number(words.dataset.part));
  const finished = part?.lessons.filter(({ number }) => done.has(number)).length ?? 0;
  if (!part || finished === 0) return;
  words.textContent = finished === part.lessons.length ? tr('done') : tr('{part} of {whole}', { part: finished, whole: part.lessons.length });
}
