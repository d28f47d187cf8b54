// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { type QuizAnswer, restoreQuiz, watchQuiz } from './quiz.ts';

const choice = (value: number, right = false): string =>
  `<label class="choice ${right ? 'right' : ''}"><input type="radio" name="quiz-1" value="${value}"><i data-first-tag hidden></i></label>`;

beforeEach(() => {
  document.body.innerHTML = `<section data-quiz>${choice(0)}${choice(1)}${choice(2, true)}</section>`;
});

const choose = (place: number): void => {
  const input = document.querySelectorAll('input')[place];
  if (!input) throw new Error('no such answer');
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const tagged = (): number[] =>
  [...document.querySelectorAll('[data-first-tag]')].flatMap((tag, index) =>
    tag.hasAttribute('hidden') ? [] : [index],
  );

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

test('an earlier visit is put back', () => {
  restoreQuiz(document, { 'quiz-1': { first: 1, last: 2 } });
  expect(tagged()).toEqual([1]);
  expect(document.querySelectorAll('input')[2]?.checked).toBe(true);
});
