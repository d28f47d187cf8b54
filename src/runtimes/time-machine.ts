/** The time machine as calls: the same in every runtime. */
import type { CallName, Calls } from './protocol.ts';
import type { TimeMachine } from './runtime.ts';

export function createTimeMachine(
  call: <N extends CallName>(name: N, ask: Calls[N]['ask']) => Promise<Calls[N]['answer']>,
  act: TimeMachine['act'] = (ask) => call('branch', ask),
): TimeMachine {
  return {
    seek: (at) => call('seek', at),
    cut: (at) => call('cut', at),
    act,
    compare: (a, b) => call('compare', { a, b }),
    keys: (ask) => call('keys', ask),
    kept: () => call('kept', null),
    keyHistory: (key, at) => call('keyHistory', at === undefined ? { key } : { key, at }),
  };
}
