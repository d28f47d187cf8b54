/** Runs the cluster in slices, so that the thread is never held for long, as fast as it can or at a pace. */
import type { Cluster, RunEnd } from '../engine/index.ts';
import type { Platform } from './platform.ts';

export interface Goal {
  /** Virtual milliseconds since the epoch. */
  readonly until?: number;
  readonly quiet?: boolean;
  /** Stop when this turns false; checked after every instant. */
  readonly while?: () => boolean;
  readonly instants?: number;
}

export interface Driver {
  /** One run at a time. Ends as `Cluster.run` does, never with a mere slice's end. */
  run(goal: Goal): Promise<RunEnd>;
  /** Ends the run under way, or the next one when none is. */
  interrupt(): void;
  /** Forgets an interrupt that found nothing to end. */
  clear(): void;
  /** Promises are about to settle: the next run waits for them before time goes on. */
  unsettled(): void;
}

/** The thread isn't held longer than this, unless a single instant takes longer. */
export const sliceMs = 24;
/** Between two steps of a paced run: a frame. */
const frameMs = 16;

export interface DriverOptions {
  readonly platform: Platform;
  /** Virtual seconds a real second, read anew in each slice; undefined: as fast as it can. */
  speed?(): number | undefined;
  betweenSlices?(): void;
  /** An event threw. Nothing else of its instant is lost, and the run goes on. */
  failed(error: unknown): void;
}

export function createDriver(cluster: Cluster, options: DriverOptions): Driver {
  const { platform } = options;
  let interrupted = false;

  async function slice(goal: Goal, until: number | undefined): Promise<{ end: RunEnd; sliced: boolean }> {
    const deadline = platform.nowMs() + sliceMs;
    let sliced = false;
    const run = () => cluster.run({
      ...(until === undefined ? {} : { until }),
      ...(goal.quiet === undefined ? {} : { quiet: goal.quiet }),
      ...(goal.instants === undefined ? {} : { instants: goal.instants }),
      while() {
        if (goal.while?.() === false) return false;
        sliced = platform.nowMs() >= deadline;
        return !sliced;
      },
    });
    try {
      const end = await run();
      return { end, sliced: end === 'while' && sliced };
    } catch (error) {
      options.failed(error);
      return { end: 'while', sliced: true };
    }
  }

  return {
    async run(goal) {
      const allowed = createPace(cluster, options, goal.instants !== undefined);
      try {
        for (;;) {
          if (interrupted) return 'interrupted';
          const { paced, until } = allowed(goal.until);
          const { end, sliced } = await slice(goal, until);
          options.betweenSlices?.();
          if (sliced) await platform.sleep(0);
          else if (paced && end === 'until') await platform.sleep(frameMs);
          else if (paced && end === 'idle') await platform.sleep(frameMs);
          else if (end !== 'interrupted') return end;
          if (goal.while?.() === false) return 'while';
        }
      } finally {
        interrupted = false;
      }
    },
    interrupt() {
      interrupted = true;
      cluster.interrupt();
    },
    clear() {
      interrupted = false;
    },
    unsettled: () => cluster.unsettled(),
  };
}

interface Allowed {
  readonly paced: boolean;
  readonly until: number | undefined;
}

/** How far a paced run may go now, at most to `limit`. The pace begins anew whenever it changes. */
function createPace(
  cluster: Cluster,
  { platform, speed }: DriverOptions,
  stepping: boolean,
): (limit: number | undefined) => Allowed {
  let pace: { readonly speed: number | undefined; readonly realStart: number; readonly virtualStart: number } = {
    speed: undefined,
    realStart: 0,
    virtualStart: 0,
  };
  return (limit) => {
    const desired = stepping ? undefined : speed?.();
    if (desired !== pace.speed) pace = { speed: desired, realStart: platform.nowMs(), virtualStart: cluster.now() };
    if (pace.speed === undefined) return { paced: false, until: limit };
    const allowed = Math.floor(pace.virtualStart + (platform.nowMs() - pace.realStart) * pace.speed);
    return limit !== undefined && limit <= allowed
      ? { paced: false, until: limit }
      : { paced: true, until: Math.max(allowed, cluster.now()) };
  };
}
