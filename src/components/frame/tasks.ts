/** "3 of 5 tasks done" under the lesson's goal. */
export function showTasks(root: ParentNode, done: number, total: number): void {
  const words = root.querySelector('[data-tasks]');
  if (!words) return;
  words.textContent = `${done} of ${total} tasks done`;
  words.toggleAttribute('hidden', total === 0);
}
