/** A worker that grades. Each lesson's check is a piece of its own. */
import { checks } from 'converge:checks';
import type { SessionParts } from '../../session/session.ts';
import { serveGrader } from './grader.ts';
import type { FromGrader, ToGrader } from './grading.ts';
import { hardenRealm } from './harden.ts';

/** Says hello and returns what takes messages. From now on nothing of the language can be changed in this worker. */
export function serveGraderWorker(
  parts: SessionParts,
  post: (message: FromGrader) => void,
): (message: ToGrader) => void {
  hardenRealm(parts.sdk);
  const serve = serveGrader({
    parts,
    async check(lesson) {
      const load = Object.hasOwn(checks, lesson) ? checks[lesson] : undefined;
      if (load === undefined) throw new Error(`lesson ${lesson} has no check`);
      return (await load()).default;
    },
    post,
  });
  return (message) => void serve(message);
}
