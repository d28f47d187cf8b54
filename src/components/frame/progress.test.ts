// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';
import { showTasks } from './tasks.ts';

test('a lesson that is done is a plug in the header and in the list', () => {
  document.body.innerHTML = `
    <a class="logo"><svg><rect class="plug" x="15"></rect></svg></a>
    <a data-course><svg><rect class="todo" data-number="12"></rect><rect class="todo" data-number="13"></rect></svg><i data-course-sum></i></a>
    <nav class="side"><i data-part="3"></i><a data-lesson="12-replicaset"><svg><use href="#m-todo"></use></svg><b class="sr" hidden>, done</b></a></nav>`;
  showProgress(document, new Set(['12-replicaset', 'checkpoint-3']));
  expect([...document.querySelectorAll('[data-course] rect')].map((mark) => mark.getAttribute('class'))).toEqual([
    'done',
    'todo',
  ]);
  expect(document.querySelector('[data-course]')?.getAttribute('aria-label')).toBe('1 of 30 lessons done');
  expect(document.querySelector('.side use')?.getAttribute('href')).toBe('#m-done');
  expect(document.querySelector('.side .sr')?.hasAttribute('hidden')).toBe(false);
  expect(document.querySelector('[data-part]')?.textContent).toBe('1 of 7');
  expect(document.querySelector('.plug')?.getAttribute('x')).toBe('14.8');
});

test('tasks are counted once there are any', () => {
  document.body.innerHTML = '<i data-tasks hidden></i>';
  showTasks(document, 3, 5);
  expect(document.querySelector('[data-tasks]')?.textContent).toBe('3 of 5 tasks done');
  expect(document.querySelector('[data-tasks]')?.hasAttribute('hidden')).toBe(false);
});
