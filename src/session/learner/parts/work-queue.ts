/** A part of the engine that the workspace has written: found among a module's exports, and made safe to run. */
import type { EngineParts, WorkQueue, WorkQueueOptions, WorkQueueStatus } from '../../engine/index.ts';
import { isRecord } from '../record.ts';
import { type PartName, partExports } from '../part-names.ts';
import { type Exported, lineOf } from './module-exports.ts';
import { ProblemError, problemAt, tame } from './problem.ts';

type Failed = (error: unknown) => void;

/** @throws ProblemError when the module doesn't export it. */
export function findPart({ exports, file, source }: Exported, part: PartName, failed: Failed): Partial<EngineParts> {
  const name = partExports[part];
  const made = exports[name];
  if (typeof made === 'function') return guards[part](made, failed);
  const title = `Error: ${file} doesn’t export ${name}`;
  const because = `Its exports: ${Object.keys(exports).join(', ') || 'none'}.`;
  throw new ProblemError(problemAt(title, because, `Export a function called ${name}.`, lineOf(source, file, /\bexport\b/), () => source));
}

const guards: Readonly<Record<PartName, (made: unknown, failed: Failed) => Partial<EngineParts>>> = {
  'work-queue': (made, failed) => ({ createWorkQueue: (options) => guardQueue(callMade(made, options), options, failed) }),
};

const callMade = (made: unknown, options: unknown): unknown => (typeof made === 'function' ? Reflect.apply(made, undefined, [options]) : undefined);

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
  if (!isRecord(made)) throw new TypeError('createWorkQueue returned no queue');
  const queue = made;
  const atOnce = { ms: -1, keys: 0, isStopped: false };
  function call(name: string, ...values: readonly unknown[]): unknown {
    try {
      const method = queue[name];
      if (typeof method !== 'function') throw new TypeError(`the queue has no method ${name}`);
      return Reflect.apply(method, queue, values);
    } catch (error) {
      failed(tame(error));
      return undefined;
    }
  }
  const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return {
    add: (key) => void call('add', key),
    addAfter: (key, delayMs, options) => void call('addAfter', key, delayMs, options),
    addRateLimited: (key) => void call('addRateLimited', key),
    forget: (key) => void call('forget', key),
    failures: (key) => number(call('failures', key)),
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
    length: () => number(call('length')),
    status() {
      const status = call('status');
      // Whoever wrote it was held to the type by the editor; views look no further than this.
      return isRecord(status) ? { ...nothing, ...status } : nothing;
    },
    shutDown: () => void call('shutDown'),
  };
}
