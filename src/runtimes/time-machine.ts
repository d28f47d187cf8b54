/** The time machine as calls: the same in every runtime. */
import { createInspect } from './inspect.ts';
import type { CallName, Calls } from './protocol.ts';
import type { TimeMachine } from './runtime.ts';

export function createTimeMachine(
  call: <N extends CallName>(name: N, ask: Calls[N]['ask']) => Promise<Calls[N]['answer']>,
  act: TimeMachine['act'] = (ask) => call('branch', ask),
): TimeMachine {
  const inspect = createInspect(call);
  return {
    seek: (at) => call('seek', at),
    cut: (at) => call('cut', at),
    act,
    compare: (a, b) => call('compare', { a, b }),
    kept: () => call('kept', null),
    keys: (ask) => inspect('keys', ask),
    keyHistory: (key, at) => inspect('keyHistory', at === undefined ? { key } : { key, at }),
  };
}
