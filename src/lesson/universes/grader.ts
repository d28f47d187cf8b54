/** The grader's end, in a worker or a thread: lives through one universe after another and says what it saw. */
import type { SessionParts } from '../../session/session.ts';
import type { FromGrader, ToGrader } from './grading.ts';
import type { Check } from './types.ts';
import { UnfitError } from './unfit-error.ts';
import { rehearseUniverse, runUniverse } from './universe.ts';

export interface GraderOptions {
  readonly parts: SessionParts;
  /** The check of a lesson. Rejects when there is none. */
  check(lesson: string): Promise<Check>;
  post(message: FromGrader): void;
}

/** Says hello and returns what takes messages. One universe at a time: what comes meanwhile waits. */
export function serveGrader({ parts, check, post }: GraderOptions): (message: ToGrader) => Promise<void> {
  post({ type: 'hello' });
  const cached = { ...parts, compile: remembering(parts.compile) };

  async function live(message: ToGrader): Promise<FromGrader> {
    const { type, job, seed } = message;
    const universe = { seed, files: job.files, check: await check(job.lesson), parts: cached };
    if (type === 'grade') return { type: 'verdict', verdict: await runUniverse(job.plans === true ? { ...universe, plan: seed } : universe) };
    await rehearseUniverse(universe);
    return { type: 'rehearsed' };
  }

  let before: Promise<void> = Promise.resolve();
  return (message) => {
    before = before
      .then(() => live(message))
      .catch(wordsFor)
      .then(post);
    return before;
  };
}

/** What is said of a universe that has no verdict. */
function wordsFor(error: unknown): FromGrader {
  if (error instanceof UnfitError) return { type: 'unfit', problem: error.problem };
  return { type: 'broken', message: error instanceof Error ? error.message : String(error) };
}

/** The same files are compiled for every universe: once is enough. */
function remembering(compile: SessionParts['compile']): SessionParts['compile'] {
  const known = new Map<string, string>();
  return (file, source) => {
    const key = `${file}\n${source}`;
    const compiled = known.get(key) ?? compile(file, source);
    known.set(key, compiled);
    return compiled;
  };
}
