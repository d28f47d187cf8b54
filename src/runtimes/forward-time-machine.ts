/** The time machine of whichever runtime is behind this one. */
import type { TimeMachine } from './runtime.ts';

/** `through`: does something with that runtime's, once it is there. */
export function forwardTimeMachine(through: <T>(work: (time: TimeMachine) => Promise<T>) => Promise<T>): TimeMachine {
  return {
    seek: (at) => through((time) => time.seek(at)),
    cut: (at) => through((time) => time.cut(at)),
    act: (act) => through((time) => time.act(act)),
    compare: (a, b) => through((time) => time.compare(a, b)),
    keys: (ask) => through((time) => time.keys(ask)),
    keyHistory: (key, at) => through((time) => time.keyHistory(key, at)),
    kept: () => through((time) => time.kept()),
  };
}
