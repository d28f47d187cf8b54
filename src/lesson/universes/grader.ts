/** The grader's end, in a worker or a thread: lives through one universe after another and says what it saw. */
import type { SessionParts } from '../../session/session.ts';
import type { FromGrader, ToGrader } from './grading.ts';
import type { Check } from './types.ts';
import { runUniverse, UnfitError } from './universe.ts';

export interface GraderOptions {
  readonly parts: SessionParts;
  /** The check of a lesson. Rejects when there is none. */
  check(lesson: string): Promise<Check>;
  post(message: FromGrader): void;
}

/** Says hello and returns what takes messages. One universe at a time. */
export function serveGrader({ parts, check, post }: GraderOptions): (message: ToGrader) => Promise<void> {
  post({ type: 'hello' });
  const cached = { ...parts, compile: remembering(parts.compile) };
  return async ({ job, seed }) => {
    try {
      const verdict = await runUniverse({ seed, files: job.files, check: await check(job.lesson), parts: cached });
      post({ type: 'verdict', verdict });
    } catch (error) {
      if (error instanceof UnfitError) post({ type: 'unfit', problem: error.problem });
      else post({ type: 'broken', message: error instanceof Error ? `${error.message}` : String(error) });
    }
  };
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
