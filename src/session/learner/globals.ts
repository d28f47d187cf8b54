/** The world as learner code sees it: time and chance are the kernel's, there is no network and no page. */

import type { SetTimerOptions } from '../timers.ts';
import { formatValue } from './format.ts';

export interface LearnerWorld {
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Uniform in [0, 1), from the seed. */
  random(): number;
  /** Runs after so many virtual milliseconds; returns what cancels it. */
  after(delayMs: number, run: () => void, options?: SetTimerOptions): () => void;
  log(level: 'info' | 'error', text: string): void;
  /** A `catch` in this line has caught it; only where the code is compiled so. */
  caught(error: unknown, line: number, file: string): void;
}

/** Under this name modules see what takes a note of what they catch: see catches.ts. */
export const caughtName = '__caught';

/** Names that learner code finds, over the platform's own: value by name, in a fixed order. */
export function learnerGlobals(world: LearnerWorld): ReadonlyMap<string, unknown> {
  const globals = new Map<string, unknown>([
    ['Date', virtualDate(world)],
    ['Math', virtualMath(world)],
    ['console', learnerConsole(world)],
    ...timers(world),
    // A promise, so that what it throws is reported like any other rejection.
    ['queueMicrotask', (run: () => void) => void Promise.resolve().then(run)],
    ['fetch', unavailable('fetch')],
  ]);
  const known = new Set([...globals.keys(), ...language]);
  const own: Record<string, unknown> = {};
  for (const name of known) own[name] = globals.get(name) ?? languageValue(name);
  for (const name of ['globalThis', 'self', 'window', 'global', 'top', 'parent']) globals.set(name, own);
  globals.set(caughtName, (error: unknown, line: number, file: string) => world.caught(error, line, file));
  for (const name of absent) if (!globals.has(name)) globals.set(name, undefined);
  return globals;
}

/** Parts of the language that `globalThis` shows. */
const language = [
  'Array',
  'Boolean',
  'Error',
  'JSON',
  'Map',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'Symbol',
];
const languageValue = (name: string): unknown => Reflect.get(globalThis, name);

/** What a worker or Node would offer and a controller can't rely on: not there. Makes mistakes plain; isn't what keeps code in. */
const absent: readonly string[] = [
  ...[
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'WebTransport',
    'Worker',
    'SharedWorker',
    'BroadcastChannel',
    'MessageChannel',
  ],
  ...[
    'indexedDB',
    'caches',
    'localStorage',
    'sessionStorage',
    'navigator',
    'location',
    'document',
    'performance',
    'crypto',
  ],
  ...[
    'importScripts',
    'postMessage',
    'onmessage',
    'addEventListener',
    'dispatchEvent',
    'close',
    'process',
    'Buffer',
    'setImmediate',
  ],
  ...[
    'requestAnimationFrame',
    'requestIdleCallback',
    'WeakRef',
    'FinalizationRegistry',
    'SharedArrayBuffer',
    'Atomics',
  ],
];

function virtualDate(world: LearnerWorld): unknown {
  const construct = (args: readonly unknown[]): Date =>
    args.length === 0 ? new Date(world.now()) : Reflect.construct(Date, args);
  const now = (): number => world.now();
  // Not Date itself: where a realm is hardened it is frozen, and a proxy may not give another `now` for a frozen one.
  const target = function VirtualDate(): void {};
  target.prototype = Date.prototype;
  return new Proxy(target, {
    apply: () => new Date(world.now()).toISOString(),
    construct: (_target, args) => construct(args),
    get: (_target, name) => (name === 'now' ? now : Reflect.get(Date, name)),
    set: () => false,
    defineProperty: () => false,
  });
}

function virtualMath(world: LearnerWorld): unknown {
  return Object.freeze(
    Object.create(null, {
      ...Object.getOwnPropertyDescriptors(Math),
      random: { value: () => world.random(), enumerable: true },
    }),
  );
}

function learnerConsole(world: LearnerWorld): unknown {
  const line =
    (level: 'info' | 'error') =>
    (...values: readonly unknown[]): void =>
      world.log(level, values.map(formatValue).join(' '));
  return {
    log: line('info'),
    info: line('info'),
    debug: line('info'),
    warn: line('error'),
    error: line('error'),
    table: line('info'),
  };
}

type TimerCallback = (...args: readonly unknown[]) => void;

/** A timer set by a timer, and so on: from here on it is a clock that ticks, and the cluster doesn't wait for it to be quiet. */
const awaitedTicks = 3;

/** At least a millisecond apart: a timer of 0 that sets itself again would never let the instant end. */
function timers(world: LearnerWorld): readonly (readonly [string, unknown])[] {
  const running = new Map<number, () => void>();
  let last = 0;
  /** How many timers had to run, each set by the one before, for the code that runs now. */
  let depth = 0;
  const clear = (id: unknown): void => {
    if (typeof id !== 'number') return;
    running.get(id)?.();
    running.delete(id);
  };
  const set =
    (repeat: boolean) =>
    (run: TimerCallback, delayMs = 0, ...args: readonly unknown[]): number => {
      last += 1;
      const id = last;
      const wait = Math.max(1, Number(delayMs) || 0);
      const arm = (ticks: number): void => {
        const tick = (): void => {
          if (repeat) arm(ticks + 1);
          else running.delete(id);
          depth = ticks + 1;
          try {
            run(...args);
          } finally {
            depth = 0;
          }
        };
        const ticking = ticks >= awaitedTicks;
        running.set(id, world.after(wait, tick, { background: ticking, repeats: repeat || ticking }));
      };
      arm(depth);
      return id;
    };
  return [
    ['setTimeout', set(false)],
    ['setInterval', set(true)],
    ['clearTimeout', clear],
    ['clearInterval', clear],
  ];
}

function unavailable(name: string): () => never {
  return () => {
    throw new Error(`${name}: there is no network here. A controller talks to the cluster only, through tools.client.`);
  };
}
