/** A work queue that the workspace has written, made safe to run. */
import type { EngineParts, WorkQueue, WorkQueueOptions, WorkQueueStatus } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { ProblemError } from '../problem.ts';
import { asNumber, methodsOf } from './made-object.ts';
import type { Failed, Written } from './written.ts';

export const guardWorkQueue = (written: Written, failed: Failed): Pick<EngineParts, 'createWorkQueue'> => ({
  createWorkQueue: (options) => guardQueue(Reflect.apply(written, undefined, [options]), options, failed),
});

const nothing: WorkQueueStatus = { queued: [], processing: new Set(), dirty: new Set(), waiting: new Map() };

/** Keys that a queue may hand out without time passing. */
const mostKeysAtOnce = 5000;

const handsOutTooMany = (): ProblemError =>
  new ProblemError({
    title: `Stopped: the queue handed out more than ${mostKeysAtOnce.toLocaleString('en-US')} keys without time passing`,
    message: '',
    hint: 'Which key comes out again although it wasn’t added?',
  });

/** A queue whose mistakes are reported, and stop nobody else: what throws adds nothing and hands out nothing. */
function guardQueue(made: unknown, { clock }: WorkQueueOptions, failed: Failed): WorkQueue {
  const call = methodsOf(made, { by: 'createWorkQueue', what: 'queue' }, failed);
  const atOnce = { ms: -1, keys: 0, isStopped: false };
  return {
    add: (key) => void call('add', key),
    addAfter: (key, delayMs, options) => void call('addAfter', key, delayMs, options),
    addRateLimited: (key) => void call('addRateLimited', key),
    forget: (key) => void call('forget', key),
    failures: (key) => asNumber(call('failures', key)),
    get() {
      const key = atOnce.isStopped ? undefined : call('get');
      if (typeof key !== 'string') return undefined;
      if (clock.now() !== atOnce.ms) atOnce.keys = 0;
      atOnce.ms = clock.now();
      atOnce.keys += 1;
      atOnce.isStopped = atOnce.keys > mostKeysAtOnce;
      if (atOnce.isStopped) failed(handsOutTooMany());
      return atOnce.isStopped ? undefined : key;
    },
    done: (key) => void call('done', key),
    length: () => asNumber(call('length')),
    status() {
      const status = call('status');
      // Whoever wrote it was held to the type by the editor; views look no further than this.
      return isRecord(status) ? { ...nothing, ...status } : nothing;
    },
    shutDown: () => void call('shutDown'),
  };
}
