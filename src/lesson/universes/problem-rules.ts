/** Which problems of learner code end a universe by themselves, and what the verdict then says. */
import { isUnhandled } from '../../session/learner/problem-reports.ts';
import type { Problem } from '../../session/types.ts';
import { isMistake, thrownBy } from './diagnosis.ts';
import type { Violation } from './scenario-runner.ts';

type BlameRule = Violation['rule'];

/** Whether it is the code's own fault, whatever came of it. */
export const isBlamed = (problem: Problem): boolean => isMistake(problem) || isStop(problem) || isUnhandled(problem);

/** Ended because it wrote, read or was called too often. */
const isStop = (problem: Problem): boolean => problem.title.startsWith('Stopped:');

const ranWild: BlameRule = {
  cause: 'never came to rest',
  glyph: 'restless',
  question: 'What does your loop write when nothing is missing and nothing is too many?',
};

const unhandled: BlameRule = {
  cause: 'left a rejection unhandled',
  glyph: 'threw',
  question: 'That line begins a request. What in your code waits for its answer, and hears that it was refused?',
};

/** The rule that such a problem breaks. */
export function ruleOf(problem: Problem): BlameRule {
  if (isStop(problem)) return ranWild;
  return isUnhandled(problem) && !/(Type|Range|Reference)Error:/.test(problem.title) ? unhandled : thrownBy(problem.title);
}
