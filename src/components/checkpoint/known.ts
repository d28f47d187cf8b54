/** What a reader holds of a part: counted from first answers, since those show what was there before the reasons were read. */
import type { CountedIdea } from '../../lesson/checkpoints/registry.ts';
import type { LessonWork } from '../../lesson/progress/work.ts';

export interface Count {
  /** So many of the idea's tasks have an answer. */
  readonly answered: number;
  readonly right: number;
  readonly all: number;
}

/** `held`: all are right; `partly`: some; `lost`: all answered, and none right; `open`: otherwise. */
export type Holding = 'held' | 'partly' | 'lost' | 'open';

/** @param tasks Key of each task -> the right answer; `found`: the last try counts, as for a diagnosis, where a wrong one gives nothing away. */
export function countRight(tasks: CountedIdea['tasks'], quiz: LessonWork['quiz']): Count {
  const keys = Object.keys(tasks);
  const given = keys.flatMap((key) => {
    const answer = quiz[key];
    if (answer === undefined) return [];
    return [tasks[key] === 'found' ? answer.right : answer.first === tasks[key]];
  });
  return { answered: given.length, right: given.filter((isRight) => isRight).length, all: keys.length };
}

export function holding({ answered, right, all }: Count): Holding {
  if (right === all) return 'held';
  if (right > 0) return 'partly';
  return answered === all ? 'lost' : 'open';
}

/** The idea to look at again: of those with a wrong answer the one with the smallest share of right ones, and of equals the first. */
export function weakest(counts: readonly Count[]): number | undefined {
  const wrong = counts.map(({ answered, right, all }, index) => ({ index, share: right / all, isWrong: answered > right })).filter(({ isWrong }) => isWrong);
  return wrong.sort((a, b) => a.share - b.share || a.index - b.index)[0]?.index;
}
