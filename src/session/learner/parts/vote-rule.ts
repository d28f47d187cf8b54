/** A rule for votes that the workspace has written, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** What throws or returns no boolean grants nothing: no vote is always safe. */
export const guardVoteRule = (written: Written, failed: Failed): Pick<EngineParts, 'grantsVote'> => ({
  grantsVote(voter, request) {
    try {
      const granted: unknown = Reflect.apply(written, undefined, [voter, request]);
      if (typeof granted !== 'boolean') throw new TypeError(`grantsVote returned ${typeof granted}: it returns true or false`);
      return granted;
    } catch (error) {
      failed(tame(error));
      return false;
    }
  },
});
