/** A rule for commits that the workspace has written, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** What throws or returns no index of an entry that may be committed commits nothing new: to wait is always safe. */
export const guardCommitRule = (written: Written, failed: Failed): Pick<EngineParts, 'commitIndex'> => ({
  commitIndex(leader) {
    const { committed, uncommittedTerms } = leader;
    const last = committed + uncommittedTerms.length;
    try {
      const index: unknown = Reflect.apply(written, undefined, [leader]);
      if (!Number.isSafeInteger(index)) throw new TypeError(`commitIndex returned ${String(index)}: an index is a whole number`);
      const to = Number(index);
      if (to < committed) throw new RangeError(`commitIndex returned ${to}, and entry ${committed} is committed already`);
      if (to > last) throw new RangeError(`commitIndex returned ${to}, and no voter has stored an entry behind ${last}`);
      return to;
    } catch (error) {
      failed(tame(error));
      return committed;
    }
  },
});
