/** The home page for who has begun: lessons done in this browser have a tick, and the button goes on with the next. It is built with none done. */
import { allWork } from '../../lesson/progress/browser-storage.ts';
import { passedLessons } from '../../lesson/progress/passed-lessons.ts';

/** @param done Folder names of the lessons that are done, such as "12-replicaset". */
export function showKeptProgress(root: ParentNode, done: ReadonlySet<string>): void {
  if (done.size === 0) return;
  const links = [...root.querySelectorAll<HTMLAnchorElement>('.path [data-lesson]')];
  const isDone = (link: HTMLElement): boolean => done.has(link.dataset.lesson ?? '');
  for (const link of links) {
    link.classList.toggle('done', isDone(link));
    link.querySelector('.sr')?.toggleAttribute('hidden', !isDone(link));
  }
  const next = links.find((link) => !isDone(link));
  // All is passed: there is nothing to go on with, and something to print.
  for (const certificate of root.querySelectorAll<HTMLElement>('[data-whole]')) certificate.hidden = next !== undefined;
  if (next === undefined) return;
  for (const start of root.querySelectorAll<HTMLAnchorElement>('[data-start]')) {
    start.href = next.href;
    start.textContent = `Go on with lesson ${next.dataset.number}`;
  }
}

export const showKeptProgressOf = async (root: ParentNode): Promise<void> => showKeptProgress(root, passedLessons(await allWork()));
