/** Rules that hold for every controller, whatever its lesson is about. A check may leave one out by its cause. */
import type { Check, Rule } from '../types.ts';
import { recordsEventsSparingly, truthfulEvents } from './events.ts';
import { leavesTimeToEnd } from './grace.ts';
import { changedNothingElse, deletedNothingElse } from './own-objects.ts';
import { endsItsTimers, passesEnd } from './passes.ts';
import { reportsFailure, truthfulStatus } from './replica-status.ts';
import { acceptsTermination, readsWhatItNeeds, retriesWithPauses, writesChangeSomething } from './requests.ts';
import { madeFromTemplate } from './template.ts';

export interface StandingRules {
  readonly always: readonly Rule[];
  readonly settled: readonly Rule[];
  /** Judged once all others of `settled` hold: what more time can't mend. */
  readonly atRest: readonly Rule[];
}

export function standingRules({ subject, without = [] }: Pick<Check, 'subject' | 'without'>): StandingRules {
  const wanted = (rules: readonly Rule[]): readonly Rule[] => rules.filter(({ cause }) => !without.includes(cause));
  const keepsStatus = subject.kind.kind === 'ReplicaSet' && subject.writes.includes('status');
  return {
    always: wanted([
      changedNothingElse(subject),
      deletedNothingElse(subject),
      madeFromTemplate(subject),
      leavesTimeToEnd,
      truthfulEvents,
      recordsEventsSparingly,
      writesChangeSomething,
      retriesWithPauses,
      readsWhatItNeeds(subject),
      ...(subject.makes === undefined ? [] : [acceptsTermination]),
      ...(keepsStatus ? [reportsFailure] : []),
    ]),
    settled: wanted([passesEnd, ...(keepsStatus ? [truthfulStatus] : [])]),
    // Reads are stored nowhere: a pass that has only read may not have been judged yet.
    atRest: wanted([readsWhatItNeeds(subject), endsItsTimers]),
  };
}
