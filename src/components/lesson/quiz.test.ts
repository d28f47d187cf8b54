// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { type QuizAnswer, restoreQuiz, watchQuiz } from './quiz.ts';

const choice = (value: number, right = false): string =>
  `<label class="choice ${right ? 'right' : ''}"><input type="radio" name="quiz-1" value="${value}"><i data-first-tag hidden></i></label>`;

beforeEach(() => {
  document.body.innerHTML = `<section data-quiz>${choice(2, true)}${choice(0)}${choice(1)}</section>`;
});

const answer = (value: number): HTMLInputElement | null => document.querySelector(`input[value="${value}"]`);
const choose = (value: number): void => {
  const input = answer(value);
  if (!input) throw new Error('no such answer');
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const tagged = (): number[] =>
  [...document.querySelectorAll('[data-first-tag]:not([hidden])')].map((tag) => Number(tag.closest('label')?.querySelector('input')?.value));

test('every answer is told; the first is marked once another is chosen', () => {
  const answers: QuizAnswer[] = [];
  watchQuiz(document, (answer) => answers.push(answer));
  choose(0);
  expect(tagged()).toEqual([]);
  choose(2);
  expect(tagged()).toEqual([0]);
  expect(answers).toEqual([
    { question: 'quiz-1', answer: 0, right: false },
    { question: 'quiz-1', answer: 2, right: true },
  ]);
});

test('an earlier visit is put back, though answers are shown in another order than they are kept', () => {
  restoreQuiz(document, { 'quiz-1': { first: 1, last: 2 } });
  expect(tagged()).toEqual([1]);
  expect(answer(2)?.checked).toBe(true);
});
