/** Real time for a cluster: its clock follows the machine's, and requests come in between two instants. */
import type { Cluster } from '../../engine/index.ts';

export interface Pacer {
  /**
   * Does something to the cluster at the instant that is due now (everything due before it comes first). What comes in together has the same
   * `turn`; between two turns the cluster runs.
   */
  enter(input: (turn: number) => void): void;
  /** Lets no more time pass; resolves when the cluster stands. */
  stop(): Promise<void>;
}

/** The thread isn't held longer than this. */
const sliceMs = 12;
/** Between two readings of the clock: while something is on its way, and while nothing is. */
const busyMs = 1;
const idleMs = 20;
/** A cluster that is so far behind, and hasn't gained on it in this time, lets the time slip rather than to hurry after it. */
const gainWithinMs = 1000;
const mostLagMs = 1000;

interface Lag {
  readonly lagMs: number;
  readonly atMs: number;
}

/** Whether time slips, from the lag as it was a while ago (undefined while there was none to speak of) and as it is now. */
function stepLag(earlier: Lag | undefined, now: Lag, mostMs: number): { readonly earlier: Lag | undefined; readonly slips: boolean } {
  if (now.lagMs <= mostMs) return { earlier: undefined, slips: false };
  if (earlier !== undefined && now.atMs - earlier.atMs < gainWithinMs) return { earlier, slips: false };
  return { earlier: now, slips: earlier !== undefined && now.lagMs >= earlier.lagMs };
}

/** Starts the flow of time at `speed` virtual seconds a real second. `failed` hears of a bug of the engine's. */
export function createPacer(cluster: Cluster, speed: number, failed: (error: unknown) => void): Pacer {
  let inputs: ((turn: number) => void)[] = [];
  let turn = 0;
  let stopped = false;
  let wake = (): void => {};
  let realStart = performance.now();
  let virtualStart = cluster.now();

  const due = (): number => Math.floor(virtualStart + (performance.now() - realStart) * speed);

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
    });
  }

  let earlier: Lag | undefined;

  /** A machine that slept leaves a long way behind, which is made good; one that is too slow for its cluster never would. */
  function letSlip(): void {
    const now: Lag = { lagMs: due() - cluster.now(), atMs: performance.now() };
    const slip = stepLag(earlier, now, mostLagMs * Math.max(1, speed));
    earlier = slip.earlier;
    if (!slip.slips) return;
    realStart = now.atMs;
    virtualStart = cluster.now();
  }

  /** Runs to the time that is due, or as far as a slice goes. */
  async function slice(): Promise<'there' | 'behind'> {
    const deadline = performance.now() + sliceMs;
    const end = await cluster.run({ until: Math.max(due(), cluster.now()), while: () => performance.now() < deadline });
    if (end !== 'while') return 'there';
    letSlip();
    return 'behind';
  }

  async function flow(): Promise<void> {
    while (!stopped) {
      const reached = await slice();
      const entered = inputs;
      inputs = [];
      turn += 1;
      for (const input of entered) input(turn);
      if (stopped) return;
      await sleep(reached === 'behind' || entered.length > 0 || !cluster.quiet() ? busyMs : idleMs);
    }
  }

  const flowing = flow().catch((error: unknown) => {
    stopped = true;
    failed(error);
  });
  return {
    enter(input) {
      inputs.push(input);
      wake();
    },
    async stop() {
      stopped = true;
      wake();
      await flowing;
    },
  };
}
