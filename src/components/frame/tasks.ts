import { tr } from '../../lesson/words/words.ts';

/** "3 of 5 tasks done" under the lesson's goal. */
export function showTasks(root: ParentNode, done: number, total: number): void {
  const words = root.querySelector('[data-tasks]');
  if (!words) return;
  words.textContent = tr('{part} of {whole} tasks done', { part: done, whole: total });
  words.toggleAttribute('hidden', total === 0);
}

/** The extra mile opens by itself once the lesson is passed; who closes it again finds it closed. */
export function showExtraMile(root: ParentNode, isPassed: boolean): void {
  const mile = isPassed ? root.querySelector<HTMLDetailsElement>('[data-extra-mile]:not([data-passed])') : null;
  if (mile === null) return;
  mile.dataset['passed'] = '';
  mile.open = true;
}
