import { expect, test } from 'vitest';
import type { Input, SessionLog } from '../../session/types.ts';
import { withoutHangCause, withoutReplayHangCause } from './hang-cause.ts';

const edit: Input = { type: 'edit', path: 'replicaset.ts', text: 'for (;;);', at: 0 };
const swap: Input = { type: 'swap', controller: 'replicaset', entry: 'replicaset.ts', at: 0 };
const unswap: Input = { type: 'unswap', controller: 'replicaset', at: 1 };
const command: Input = { type: 'command', text: 'kubectl get pods', at: 2 };
const script: Input = { type: 'script', source: 'for (;;);', at: 3 };
const log = (...inputs: Input[]): SessionLog => ({ version: 1, seed: 1, cluster: {}, files: {}, inputs });

test('a script or swap that was under way is itself to blame', () => {
  expect(withoutHangCause(log(edit, swap), script)).toEqual({ log: log(edit, swap), input: script });
  expect(withoutHangCause(log(edit), swap)).toEqual({ log: log(edit), input: swap });
});

test('otherwise the controller that runs is, and its text stays', () => {
  expect(withoutHangCause(log(edit, swap, command), command)).toEqual({ log: log(edit, command), input: swap });
});

test('a controller that was put back is not blamed', () => {
  expect(withoutHangCause(log(edit, swap, unswap), command)).toEqual({ log: log(edit, swap, unswap), input: command });
});

test('a replay that hangs loses the input it hung in, or the controller that ran then', () => {
  expect(withoutReplayHangCause(log(edit, script, command), 1)).toEqual({ log: log(edit, command), input: script });
  expect(withoutReplayHangCause(log(edit, swap, command), 2)).toEqual({ log: log(edit, command), input: swap });
  expect(withoutReplayHangCause(log(edit, command), 1)).toEqual({ log: log(edit), input: command });
});
