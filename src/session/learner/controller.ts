/** A controller of the workspace, made safe to run: found among exports, counted, its errors told once. */
import { type Cluster, type Controller, statusOf } from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { createBudget, type Limits } from './budget.ts';
import { traceCalls } from './calls.ts';
import { checkShape } from './controller-shape.ts';
import { type Place, ProblemError, problemAt } from './problem.ts';

/** What `Cluster.swap` takes: a controller, or what makes it anew each time it starts. */
export type Swappable = Parameters<Cluster['swap']>[0];
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

/**
 * Finds the controller called `name` among a module's exports, and makes it where what is exported makes one. Throws a
 * ProblemError when there is none that could run.
 */
export function controllerAmong(
  exports: Readonly<Record<string, unknown>>,
  name: string,
  file: string,
  source: string,
): Controller {
  const found = swappableAmong(exports, name, file, source);
  const made: unknown = 'create' in found ? found.create(kinds) : found;
  if (!isController(made)) {
    const hint = 'create returns an object with name, for and reconcile: the controller.';
    const place = lineOf(source, file, /\bcreate\b/);
    throw new ProblemError(
      problemAt(`Error: create of "${name}" returns no controller`, '', hint, place, () => source),
    );
  }
  checkShape(made, name, (field) => lineOf(source, file, new RegExp(`\\b${field}\\b\\s*[:(,}]`)), source);
  return made;
}

function swappableAmong(
  exports: Readonly<Record<string, unknown>>,
  name: string,
  file: string,
  source: string,
): Swappable {
  const found = Object.values(exports).filter((value) => isController(value) || isFactory(value));
  const named = found.find((controller) => controller.name === name);
  if (named !== undefined) return named;
  const other = found[0];
  if (other !== undefined) {
    throw new ProblemError(
      problemAt(
        `Error: ${file} exports a controller called "${other.name}", not "${name}"`,
        '',
        `It runs in place of the built-in controller of the same name: call it "${name}".`,
        lineOf(source, file, /\bname\s*:/),
        () => source,
      ),
    );
  }
  const almost = typeof exports['reconcile'] === 'function' ? ' It exports reconcile alone.' : '';
  throw new ProblemError(
    problemAt(
      `Error: ${file} doesn’t export a controller`,
      `Its exports: ${Object.keys(exports).join(', ') || 'none'}.${almost}`,
      `Export an object with name: '${name}', for: the kind it looks after, and reconcile: a function of (key, tools).`,
      lineOf(source, file, /\bexport\b/),
      () => source,
    ),
  );
}

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
      return run();
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
    lost(error: unknown) {
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
        try {
          countInstant();
          const client = traceCalls(budget.guard(tools.client), calls);
          const again = await controller.reconcile(key, { ...tools, client });
          return again === undefined || again === null ? undefined : { afterMs: waitOf(again) };
        } catch (error) {
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

function isController(value: unknown): value is Controller {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'for' in value &&
    typeof value.for === 'object' &&
    'reconcile' in value &&
    typeof value.reconcile === 'function'
  );
}

function isFactory(value: unknown): value is Exclude<Swappable, Controller> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'create' in value &&
    typeof value.create === 'function'
  );
}

function lineOf(source: string, file: string, pattern: RegExp): Place | undefined {
  for (const [index, text] of source.split('\n').entries()) {
    const match = pattern.exec(text);
    if (match !== null) return { file, line: index + 1, column: match.index + 1 };
  }
  return undefined;
}
