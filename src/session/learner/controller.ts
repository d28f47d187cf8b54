/** A controller of the workspace, made safe to run: its requests are counted, and its errors are reported. */
import { type Controller, statusOf, type Tools } from '../../engine/index.ts';
import { type Budget, createBudget, type Limits } from './budget.ts';
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
  failed(error: unknown, how?: 'unhandled'): void;
  /** Remembers each call; absent where none reads it. */
  readonly recorder?: Recorder | undefined;
}

/** Refusals that belong to a controller's daily life: the key is retried, and nothing is reported. */
const routine: readonly string[] = [
  'Conflict',
  'AlreadyExists',
  'NotFound',
  'TooManyRequests',
  'ServerTimeout',
  'Timeout',
  'ServiceUnavailable',
  'InternalError',
];

/** Guards the controller of this name, from one swap to the next. */
export function createGuard(name: string, options: GuardOptions): Guard {
  return new ControllerGuard(name, options);
}

class ControllerGuard implements Guard {
  readonly #name: string;
  readonly #title: string;
  readonly #options: GuardOptions;
  readonly #budget: Budget;
  /** It has exceeded a limit. */
  #isStopped = false;
  /** The instant whose calls of reconcile are counted: virtual milliseconds. */
  #instantMs = -1;
  #reconciles = 0;

  constructor(name: string, options: GuardOptions) {
    this.#name = name;
    this.#title = `The controller ${name}`;
    this.#options = options;
    this.#budget = createBudget(options.limits, this.#title, () => {
      this.#isStopped = true;
    });
  }

  guard(controller: Controller): Controller {
    return {
      ...controller,
      ...(controller.keyFor && { keyFor: (object) => this.#contain(() => String(controller.keyFor?.(object)), '') }),
      ...(controller.watches && { watches: controller.watches.map((watch) => this.#guardWatch(watch)) }),
      reconcile: (key, tools) => this.#reconcile(controller, key, tools),
    };
  }

  renew(): void {
    this.#budget.renew();
  }

  async #reconcile(controller: Controller, key: string, tools: Tools): ReturnType<Controller['reconcile']> {
    if (this.#isStopped) return undefined;
    let recording: Recording | undefined;
    try {
      this.#countInstant();
      recording = this.#options.recorder?.begin(this.#name, key);
      const recorded = recording?.tools(tools) ?? tools;
      const client = traceCalls(this.#budget.guard(recorded.client), {
        later: this.#options.later,
        lost: (thrown) => this.#options.failed(tame(thrown), 'unhandled'),
      });
      const again = await controller.reconcile(key, { ...recorded, client });
      const requeue = again === undefined || again === null ? undefined : { afterMs: waitOf(again) };
      recording?.done(requeue?.afterMs);
      return requeue;
    } catch (thrown) {
      const error = tame(thrown);
      recording?.failed(error);
      this.#report(error);
      if (this.#isStopped) return undefined;
      throw error;
    }
  }

  #guardWatch(watch: Watch): Watch {
    return {
      ...watch,
      keys: (object, tools) => this.#contain(() => [...watch.keys(object, tools)].map(String), []),
      ...(watch.matters && { matters: (before, now) => this.#contain(() => watch.matters?.(before, now) !== false, true) }),
    };
  }

  /** Runs what is called while events are handed on: what it throws must not stop the events of others. */
  #contain<T>(run: () => T, otherwise: T): T {
    try {
      return this.#options.recorder === undefined ? run() : this.#options.recorder.outside(run);
    } catch (error) {
      this.#options.failed(error);
      return otherwise;
    }
  }

  #report(error: unknown): void {
    if (!routine.includes(statusOf(error)?.reason ?? '')) this.#options.failed(error);
  }

  #countInstant(): void {
    const now = this.#options.now();
    if (now !== this.#instantMs) this.#reconciles = 0;
    this.#instantMs = now;
    this.#reconciles += 1;
    if (this.#reconciles <= this.#options.limits.reconcilesPerInstant) return;
    this.#isStopped = true;
    throw new ProblemError({
      title: `Stopped: ${this.#title} was called ${this.#options.limits.reconcilesPerInstant} times without time passing`,
      message: '',
      hint: 'Each of its writes brings it back at once. A loop that is satisfied writes nothing.',
    });
  }
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
