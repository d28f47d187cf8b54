/** Which exercise of a page a command means: the one with the focus, or else the nearest to it. Loaded with the commands. */
import type { ExercisePage } from './exercise-page.ts';
import type { LessonPage } from './lesson-page.ts';

/** Its element; undefined on a page without one. */
export function nearestExercise(focus: Element): HTMLElement | undefined {
  const own = focus.closest<HTMLElement>('.exercise');
  if (own !== null) return own;
  const from = middleOf(focus);
  return [...document.querySelectorAll<HTMLElement>('.exercise')].sort((a, b) => distance(a, from) - distance(b, from))[0];
}

/** What the page knows of it. */
export function exerciseAt({ exercises, exercise }: LessonPage, focus: Element): ExercisePage | undefined {
  const name = nearestExercise(focus)?.dataset['exercise'];
  return exercises.find(({ data }) => data.name === name) ?? exercise;
}

/** Where an element is in the window, pixels from its top. Without a focus, what is in sight counts. */
function middleOf(element: Element): number {
  if (element === document.body) return innerHeight / 2;
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
}

/** 0 within it. */
function distance(element: Element, y: number): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, top - y, y - bottom);
}
