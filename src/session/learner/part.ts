/** A part of the engine that the workspace has written: found among a module's exports, and made safe to run. */
import type { EngineParts, WorkQueue, WorkQueueStatus } from '../../engine/index.ts';
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
  'work-queue': (made, failed) => ({ createWorkQueue: (options) => guardQueue(callMade(made, options), failed) }),
};

const callMade = (made: unknown, options: unknown): unknown => (typeof made === 'function' ? Reflect.apply(made, undefined, [options]) : undefined);

const nothing: WorkQueueStatus = { queued: [], processing: new Set(), dirty: new Set(), waiting: new Map() };

/** A queue whose mistakes are reported, and stop nobody else: what throws adds nothing and hands out nothing. */
function guardQueue(made: unknown, failed: Failed): WorkQueue {
  if (!isRecord(made)) throw new TypeError('createWorkQueue returned no queue');
  const queue = made;
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
      const key = call('get');
      return typeof key === 'string' ? key : undefined;
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
