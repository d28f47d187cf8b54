/** How CPU time grows with the size of what is worked on: in CPU time, the least of some runs, so that a busy machine doesn't matter. */

/** The large case has so many times as much as the small one: what is squared takes 64 times as long, what is sorted about ten times. */
export const times = 8;
/** Far from 8, and far from 64: collecting garbage is not in proportion. */
const mostTimes = 28;
/** Far from 2, and far from 4. */
const mostForTwice = 3;
const runs = 3;
/** A thread's clock may go on by 4 ms at a time: what takes less is repeated for so long. */
const measuredMs = 40;
/** Below this other things take most of the time. */
const leastMs = 1;

export type Work = () => unknown;
/** Makes what is measured, of `n` items. */
export type Prepare = (n: number) => Promise<Work>;

async function cpuMs(prepare: Prepare, n: number): Promise<number> {
  const work = await prepare(n);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage();
    let [count, spentMs] = [0, 0];
    for (; spentMs < measuredMs; count += 1) {
      await work();
      const { user, system } = process.threadCpuUsage(before);
      spentMs = (user + system) / 1_000;
    }
    least = Math.min(least, spentMs / count);
  }
  return least;
}

/** What is too much, in words, when `n` items grow to `times * n`; undefined where the work grows with them. */
export async function excessOf(prepare: Prepare, n: number): Promise<string | undefined> {
  let [small, large] = [leastMs, Number.POSITIVE_INFINITY];
  // A busy machine may slow down all runs of one: what is squared stays so.
  for (let tries = 0; tries < 3 && !(large / small < mostTimes); tries += 1) {
    small = Math.max(leastMs, await cpuMs(prepare, n));
    large = Math.min(large, await cpuMs(prepare, times * n));
  }
  if (large / small < mostTimes) return undefined;
  // What no longer fits into a cache, a processor's or our own, takes longer from then on: that is a step, and the next twofold has none.
  const half = await cpuMs(prepare, (times / 2) * n);
  if (large / half < mostForTwice) return undefined;
  const twice = await cpuMs(prepare, 2 * times * n);
  if (twice / large < mostForTwice) return undefined;
  return `${small} ms, ${half} ms for half as many, then ${large} ms, and ${twice} ms for twice as many`;
}
