/** Logs of universes that have ended before their last input was over. */
import type { SessionLog } from '../../session/types.ts';

/** The log as it stood at this time: what was begun later is left out, and a replay stands at that moment. */
export function logUntil(log: SessionLog, at: number): SessionLog {
  const inputs = log.inputs
    .filter((input) => input.at <= at && input.type !== 'advance')
    .map(({ interruptedAt: _, ...input }) => input);
  return { ...log, inputs: [...inputs, { type: 'advance', at: Math.max(at, inputs.at(-1)?.at ?? 0), to: at }] };
}
