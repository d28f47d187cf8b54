/**
 * What waits for a leader. Without one a real member holds each request back until its client gives up, and it is gone then: it
 * must not be written minutes later, when a leader is found.
 */
import type { Input } from '../../raft/index.ts';

export interface PendingInputs {
  add(input: Input): void;
  /** All that is still wanted, in the order it came; nothing is kept. */
  take(): readonly Input[];
  isEmpty(): boolean;
}

const fewest = 64;

/** `wanted`: its client still waits for it. */
export function createPendingInputs(wanted: (input: Input) => boolean): PendingInputs {
  let inputs: Input[] = [];
  let sweepAt = fewest;

  return {
    add(input) {
      inputs.push(input);
      if (inputs.length < sweepAt) return;
      inputs = inputs.filter(wanted);
      sweepAt = Math.max(fewest, 2 * inputs.length);
    },
    take() {
      const all = inputs.filter(wanted);
      inputs = [];
      sweepAt = fewest;
      return all;
    },
    isEmpty: () => inputs.length === 0,
  };
}
