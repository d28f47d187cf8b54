/** A controller of the workspace, made safe to run: counted, its errors told once. */
import { type Controller, statusOf } from '../../engine/index.ts';
import { createBudget, type Limits } from './budget.ts';
import { traceCalls } from './tracked-client.ts';
import { ProblemError, tame } from './problem.ts';
import type { Recorder, Recording } from './recorder.ts';

type Watch = NonNullable<Controller['watches']>[number];

export interface Guard {
  /** The same controller, counted; it stops for good when it exceeds a limit, also when it is started again. */
  guard(controller: Controller): Controller;
  /** A new input begins: what it may write is counted anew. */
  renew(): void;
}

export interface GuardOptions {
  readonly limits: Limits;
  now(): number;
  /** Runs when the present instant's promises have settled. */
  later(run: () => void): void;
  /** Something went wrong, each time it does. */
  failed(error: unknown): void;
  /** Remembers each call; absent where nobody looks. */
  readonly recorder?: Recorder | undefined;
}

/** Refusals that belong to a controller's daily life: the key is retried, nobody need know. */
const routine: readonly string[] = [
  ...[
    'Conflict',
    'AlreadyExists',
    'NotFound',
    'TooManyRequests',
    'ServerTimeout',
    'Timeout',
    'ServiceUnavailable',
    'InternalError',
  ],
];

/** Guards the controller of this name, from one swap to the next. */
export function createGuard(name: string, options: GuardOptions): Guard {
  let stopped = false;
  let instant = -1;
  let reconciles = 0;
  const who = `The controller ${name}`;
  const budget = createBudget(options.limits, who, () => {
    stopped = true;
  });

  function countInstant(): void {
    const now = options.now();
    if (now !== instant) reconciles = 0;
    instant = now;
    reconciles += 1;
    if (reconciles <= options.limits.reconcilesPerInstant) return;
    stopped = true;
    throw new ProblemError({
      title: `Stopped: ${who} was called ${options.limits.reconcilesPerInstant} times without time passing`,
      message: '',
      hint: 'Each of its writes brings it back at once. A loop that is satisfied writes nothing.',
    });
  }

  /** They run while events are handed on: what they throw must not stop the others' events. */
  function told<T>(run: () => T, otherwise: T): T {
    try {
      return options.recorder === undefined ? run() : options.recorder.outside(run);
    } catch (error) {
      options.failed(error);
      return otherwise;
    }
  }
  const guardWatch = (watch: Watch): Watch => ({
    ...watch,
    keys: (object, tools) => told(() => [...watch.keys(object, tools)].map(String), []),
  });

  const calls = {
    later: options.later,
    lost(thrown: unknown) {
      const error = tame(thrown);
      if (!routine.includes(statusOf(error)?.reason ?? '')) options.failed(error);
    },
  };

  return {
    guard: (controller) => ({
      ...controller,
      ...(controller.keyFor && { keyFor: (object) => told(() => String(controller.keyFor?.(object)), '') }),
      ...(controller.watches && { watches: controller.watches.map(guardWatch) }),
      async reconcile(key, tools) {
        if (stopped) return undefined;
        let recording: Recording | undefined;
        try {
          countInstant();
          recording = options.recorder?.begin(name, key);
          const looked = recording?.tools(tools) ?? tools;
          const client = traceCalls(budget.guard(looked.client), calls);
          const again = await controller.reconcile(key, { ...looked, client });
          const requeue = again === undefined || again === null ? undefined : { afterMs: waitOf(again) };
          recording?.done(requeue?.afterMs);
          return requeue;
        } catch (thrown) {
          const error = tame(thrown);
          recording?.failed(error);
          if (!routine.includes(statusOf(error)?.reason ?? '')) options.failed(error);
          if (stopped) return undefined;
          throw error;
        }
      },
    }),
    renew: () => budget.renew(),
  };
}

/** A requeue of 0 would never let the instant end. */
function waitOf(again: unknown): number {
  const afterMs: unknown = typeof again === 'object' && again !== null ? Reflect.get(again, 'afterMs') : undefined;
  if (typeof afterMs === 'number' && !Number.isNaN(afterMs)) return Math.max(1, afterMs);
  throw new ProblemError({
    title: 'Error: reconcile returns neither nothing nor a wait',
    message: '',
    hint: 'To be called again after a while, return { afterMs: 5000 }. Otherwise return nothing.',
  });
}
