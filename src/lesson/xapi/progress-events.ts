/** What a learner has done since it was last reported: the difference between the kept work and what statements have said of it. Pure. */
import { lessonHash, type LessonWork, tasksDone } from '../progress/work.ts';

export type ProgressEvent =
  /** `answer`: the place among the answers as the lesson lists them, from 0. */
  | { readonly type: 'answered'; readonly question: string; readonly answer: number; readonly right: boolean }
  /** `exercise`: the name of a further one. `cause`: the commonest of those why universes failed. */
  | { readonly type: 'checked'; readonly exercise?: string; readonly passed: number; readonly universes: number; readonly cause?: string }
  | { readonly type: 'completed' };

/** What statements have said of a lesson. */
export interface Reported {
  /** The last answer, by question. */
  readonly answers: Readonly<Record<string, number>>;
  /** The last check, by exercise: '' for the first. */
  readonly checks: Readonly<Record<string, string>>;
  readonly completed: boolean;
}


/** `tasks`: how many the lesson has. */
type Lesson = { readonly tasks: number };

/** All of it, as reported. */
export function reportedOf(work: LessonWork, { tasks }: Lesson): Reported {
  return {
    answers: Object.fromEntries(Object.entries(work.quiz).map(([question, { last }]) => [question, last])),
    checks: Object.fromEntries(reportsOf(work).map(([name, { report, files }]) => [name, signature(report, files)])),
    completed: isCompleted(work, tasks),
  };
}

/** In the order in which it makes sense to hear of it. A check of the same files that says the same is reported once. */
export function eventsSince(reported: Reported, work: LessonWork, lesson: Lesson): readonly ProgressEvent[] {
  const now = reportedOf(work, lesson);
  const answered = Object.entries(work.quiz)
    .filter(([question, { last }]) => reported.answers[question] !== last)
    .map(([question, { last, right }]): ProgressEvent => ({ type: 'answered', question, answer: last, right }));
  const checked = reportsOf(work)
    .filter(([name, { report }]) => reported.checks[name] !== now.checks[name] && (report.passed === report.universes || report.groups.length > 0))
    .map(([name, { report }]): ProgressEvent => {
      const { passed, universes, groups } = report;
      const cause = groups[0]?.cause;
      return { type: 'checked', ...(name !== '' && { exercise: name }), passed, universes, ...(cause !== undefined && { cause }) };
    });
  return [...answered, ...checked, ...(now.completed && !reported.completed ? [{ type: 'completed' } as const] : [])];
}

const isCompleted = (work: LessonWork, tasks: number): boolean => tasks > 0 && (work.passed || tasksDone(work) >= tasks);

/** The last check of each exercise that has one. */
function reportsOf({ report, further = {} }: LessonWork) {
  const named = Object.entries(further).flatMap(([name, work]) => (work.report === undefined ? [] : [[name, work.report] as const]));
  return [...(report === undefined ? [] : [['', report] as const]), ...named];
}

const signature = ({ passed, universes, left }: { passed: number; universes: number; left: number }, files: Readonly<Record<string, string>>): string =>
  `${passed}/${universes}/${left}/${lessonHash(files)}`;
