/** After a hang: which input of the log is left out when the session is brought back. */
import type { Input, InputRequest, SessionLog } from '../../session/types.ts';

export interface HangCause {
  /** The log to replay instead. */
  readonly log: SessionLog;
  /** What is left out; undefined: nothing in the log can be blamed. */
  readonly input: InputRequest | undefined;
}

/** `log`: what was done. `underWay`: what was being done, not in the log. */
export function withoutHangCause(log: SessionLog, underWay: InputRequest | undefined): HangCause {
  // Code that was just being evaluated has hung itself.
  if (underWay?.type === 'script' || underWay?.type === 'swap') return { log, input: underWay };
  // Anything else only let time pass: then it is the code that runs in the cluster.
  for (let index = log.inputs.length - 1; index >= 0; index -= 1) {
    const input = log.inputs[index];
    if (input?.type === 'swap' && isRunning(log.inputs, index)) return { log: withoutInput(log, index), input };
  }
  return { log, input: underWay };
}

/** While replaying: input `index` never came back. */
export function withoutReplayHangCause(log: SessionLog, index: number): HangCause {
  const input = log.inputs[index];
  if (input === undefined) return { log, input: undefined };
  if (input.type === 'script' || input.type === 'swap') return { log: withoutInput(log, index), input };
  const before = withoutHangCause({ ...log, inputs: log.inputs.slice(0, index) }, undefined);
  if (before.input === undefined) return { log: withoutInput(log, index), input };
  return { log: { ...log, inputs: [...before.log.inputs, ...log.inputs.slice(index)] }, input: before.input };
}

function withoutInput(log: SessionLog, index: number): SessionLog {
  return { ...log, inputs: log.inputs.filter((_input, each) => each !== index) };
}

function isRunning(inputs: readonly Input[], index: number): boolean {
  const swap = inputs[index];
  return (
    swap?.type === 'swap' &&
    !inputs
      .slice(index + 1)
      .some((later) => (later.type === 'unswap' || later.type === 'swap') && later.controller === swap.controller)
  );
}
