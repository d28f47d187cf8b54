/**
 * The process that judges: cluster, scenarios and rules, and never a line of what is handed in. That runs in a process which this one
 * starts, and which it hears through a pipe.
 */
import { checks } from 'converge:checks';
import type { FromGrader, ToGrader } from '../../lesson/universes/grading.ts';
import { serveGrader } from '../../lesson/universes/grader.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Isolation } from './isolation.ts';
import { beginningOf } from './beginning-of.ts';
import { createSubjectProcesses, type SubjectLimits } from './process-link.ts';

/** What the one who starts it says, as its only argument. */
export interface JudgeSetting {
  readonly subject: string;
  readonly inside: string;
  readonly isolation: Isolation;
  /** How long what is handed in may take; the usual without it. */
  readonly limits?: SubjectLimits;
}

/** Besides what every grader takes: the submission is graded, the next one has a process of its own. */
export type ToJudge = ToGrader | { readonly type: 'rest' };

const setting: JudgeSetting = JSON.parse(process.argv[2] ?? '{}');
const subjects = createSubjectProcesses(setting, setting.isolation, setting.limits);
const serve = serveGrader({
  parts: { ...sessionParts(nodePlatform()), openSubject: () => subjects.open() },
  async check(lesson) {
    const load = Object.hasOwn(checks, lesson) ? checks[lesson] : undefined;
    if (load === undefined) throw new Error(`lesson ${lesson} has no check`);
    return (await load()).default;
  },
  post: (message: FromGrader) => void process.send?.(withoutLog(message)),
});

/**
 * Only the page opens a universe again. A log has all that was handed in, words may be as long as a request, and whoever started this process
 * keeps the verdicts of every universe.
 */
function withoutLog(message: FromGrader): FromGrader {
  if (message.type !== 'verdict' || message.verdict.ok) return message;
  const { log: _log, problem: _problem, about: _about, ...verdict } = message.verdict;
  return { type: 'verdict', verdict: { ...verdict, cause: beginningOf(verdict.cause), seen: beginningOf(verdict.seen) } };
}

process.on('message', (message: ToJudge) => {
  if (message.type === 'rest') subjects.end();
  else void serve(message);
});
process.on('disconnect', () => {
  subjects.end();
  process.exit(0);
});
