/** What NetworkPolicies say of a connection, as the workspace has written it, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** What throws or returns no verdict drops the connection: a filter that fails must not let anything through. */
export const guardNetworkPolicy = (written: Written, failed: Failed): Pick<EngineParts, 'judgeConnection'> => ({
  judgeConnection(view) {
    try {
      const verdict: unknown = Reflect.apply(written, undefined, [view]);
      if (!isRecord(verdict)) throw new TypeError('judgeConnection returned no object');
      const { action, selecting, by } = verdict;
      if (action !== 'allow' && action !== 'drop') throw new TypeError(`judgeConnection returned the action ${String(action)}: there are allow, drop`);
      const names = Array.isArray(selecting) ? selecting.map(String) : [];
      return { action, selecting: names, ...(typeof by === 'string' && { by }) };
    } catch (error) {
      failed(tame(error));
      return { action: 'drop', selecting: [] };
    }
  },
});
