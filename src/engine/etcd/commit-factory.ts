/** The commit of a revision: when it was, and the trace event that stands for it. */
import type { Clock, Trace } from '../kernel/index.ts';
import type { CommitFactory } from './mvcc.ts';

/** `describeKey` names the object under a key: by default the key without `/registry/`. */
export function createCommitFactory(
  clock: Clock,
  trace: Trace,
  describeKey: (key: string) => string = (key) => key.replace(/^\/registry\//, ''),
): CommitFactory {
  return (revision, events) => {
    const first = events[0];
    const key = first === undefined ? '' : first.type === 'put' ? first.kv.key : first.key;
    const what = `${first?.type ?? 'put'} ${key}${events.length > 1 ? ` and ${events.length - 1} more` : ''}`;
    const cause = trace.record({ component: 'etcd', type: 'commit', what, object: describeKey(key), revision });
    return { revision, time: clock.now(), cause, events };
  };
}
