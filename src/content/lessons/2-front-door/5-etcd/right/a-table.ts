/** An object with a function for each event. */
import type { Attempt, Stored, UpdateEvent, UpdateStep } from 'converge/sdk';

type Rules = { readonly [Type in UpdateEvent['type']]: (attempt: Attempt, event: Extract<UpdateEvent, { type: Type }>) => UpdateStep };

const changing = (seen: Stored | undefined, isFresh: boolean): UpdateStep => ({ attempt: { seen, isFresh }, action: { type: 'change', current: seen } });
const onlyFresh = (attempt: Attempt): UpdateStep => ({ attempt, action: { type: attempt.isFresh ? 'answer' : 'read' } });
const ends = (attempt: Attempt): UpdateStep => ({ attempt, action: { type: 'answer' } });
const fresh = (_attempt: Attempt, { current }: { readonly current?: Stored | undefined }): UpdateStep => changing(current, true);

const rules: Rules = {
  start: (attempt, { cached }) => (cached ? changing(cached, false) : { attempt, action: { type: 'read' } }),
  read: fresh,
  lost: fresh,
  changed: (attempt, { write }) => ({ attempt, action: { type: 'swap', ifRevision: attempt.seen?.revision ?? 0, write } }),
  unchanged: onlyFresh,
  refused: onlyFresh,
  written: ends,
  failed: ends,
};

export function stepUpdate<Type extends UpdateEvent['type']>(attempt: Attempt, event: Extract<UpdateEvent, { type: Type }>): UpdateStep {
  const rule: Rules[Type] = rules[event.type as Type];
  return rule(attempt, event);
}
