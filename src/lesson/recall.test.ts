import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lessonSlugs, readLesson } from './node/lesson-folder.ts';
import { quizQuestions } from './node/quiz-questions.ts';
import { firstRecall, type QuizLesson, recalledQuestions } from './recall.ts';

const quiz = (...ids: readonly string[]): string =>
  `Text.\n\n<Quiz\n  questions={[\n${ids
    .map((id) => `    {\n      id: '${id}',\n      ask: 'Why ${id}?',\n      answers: [\n        { text: 'So.', because: 'Is it?' },\n        { text: 'Because.', right: true, because: 'Yes.' },\n      ],\n    },\n`)
    .join('')}  ]}\n/>\n\n<Summary>\n- A list's item.\n</Summary>\n`;

const lessons: readonly QuizLesson[] = [
  { number: 1, questions: quizQuestions(quiz('power-loss', 'tolerance')) },
  { number: 2, questions: quizQuestions(quiz('killed')) },
  { number: 3, questions: quizQuestions(quiz('created', 'pending')) },
];
const recall = (number: number, ...ids: readonly string[]): readonly string[] =>
  recalledQuestions(ids, number, lessons, (id) => `4-door/index.mdx:${id.length}`).map(({ key, question }) => `${key} ${question.ask}`);

test('questions are read from a lesson’s text, numbered as on its page', () => {
  const [first, second] = quizQuestions(`${quiz('a')}\n${quiz('b')}`);
  expect(first).toMatchObject({ id: 'a', key: 'quiz-1', answers: [{ text: 'So.', right: false }, { text: 'Because.', right: true, because: 'Yes.' }] });
  expect(second).toMatchObject({ id: 'b', key: 'quiz-2' });
});

test('a question that can’t be read says its line, and an id that is there twice its name', () => {
  expect(() => quizQuestions(quiz('a').replace("'Why a?'", 'why'))).toThrow('line 7: a quiz is written as plain lists, objects and texts');
  expect(() => quizQuestions(quiz('a').replace("ask: 'Why a?',", ''))).toThrow('line 5: this part of a quiz has no ask');
  expect(() => quizQuestions(quiz('a', 'a'))).toThrow('two questions are called "a"');
});

test('two questions are found by the lesson’s number and their id', () => {
  expect(recall(4, '3/created', '1/power-loss')).toEqual(['recall-3-created Why created?', 'recall-1-power-loss Why power-loss?']);
  expect(recall(2)).toEqual([]);
});

test('an unknown id says where it stands, and the nearest', () => {
  expect(() => recall(4, '3/creatd', '1/power-loss')).toThrow(
    '4-door/index.mdx:8: recall names "3/creatd", which no question of an earlier lesson is called: the nearest is "3/created", and lesson 3 has 3/created, 3/pending',
  );
  expect(() => recall(4, '3/created', '12/created')).toThrow('recall names "12/created", and asks what lessons before lesson 4 have taught');
  // A lesson can't ask what a later one teaches.
  expect(() => recall(3, '3/created', '1/power-loss')).toThrow('recall names "3/created", and asks what lessons before lesson 3 have taught');
});

test('a question of an earlier lesson that the course doesn’t have is left out', () => {
  expect(recall(9, '7/conflict', '1/tolerance')).toEqual(['recall-1-tolerance Why tolerance?']);
  expect(recall(9, '7/conflict', '8/admission')).toEqual([]);
  // What isn’t left out must be there.
  expect(() => recall(9, '7/conflict', '1/tolerence')).toThrow('recall names "1/tolerence"');
});

test('the two are spaced', () => {
  expect(() => recall(4, '3/created')).toThrow('recall names two questions, and this lesson names 1');
  expect(() => recall(4, '3/created', '3/pending')).toThrow('both are from lesson 3');
  expect(() => recall(4, '3/created', '2/killed')).toThrow('one question of lesson 1 or before, and the older is from lesson 2');
  expect(() => recall(4, '2/killed', '1/tolerance')).toThrow('one question of lesson 3, the one before: 3/created, 3/pending');
  // Lesson 8 isn't written yet.
  expect(recall(9, '3/created', '1/tolerance')).toHaveLength(2);
});

test('every lesson from 4 on begins with two questions', () => {
  const written = lessonSlugs().map((slug) => {
    const { fields, folder } = readLesson(slug);
    return { number: fields.number, recall: fields.recall, questions: quizQuestions(readFileSync(join(folder, 'index.mdx'), 'utf8')) };
  });
  for (const { number, recall } of written) {
    const found = recalledQuestions(recall, number, written, (id) => `lesson ${number}, ${id}`);
    expect(found, `lesson ${number}`).toHaveLength(number < firstRecall ? 0 : 2);
  }
});
