/** CPU time of a request, for fuzzers that ask one at a time: what it takes is bounded by what it brings. */

const msPerMegabyte = 250;

/** What a request of this size may take; a small one as much as a megabyte. */
export const allowedCpuMs = (bytes: number): number => msPerMegabyte * Math.max(1, bytes / 1_000_000);

/** CPU time of this thread while `work` ran. */
async function cpuMs<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

/**
 * Runs `work`, and says in words if it took more than its bytes allow. What took too long once runs twice more, and the least counts: V8 compiles and
 * collects garbage when it likes.
 */
export async function withinCpu<T>(work: () => Promise<T>, bytesOf: (result: T) => number): Promise<readonly [T, string | undefined]> {
  const [result, first] = await cpuMs(work);
  const bytes = bytesOf(result);
  const allowed = allowedCpuMs(bytes);
  let least = first;
  for (let again = 0; again < 2 && least > allowed; again += 1) {
    const [, ms] = await cpuMs(work);
    least = Math.min(least, ms);
  }
  return [result, least > allowed ? `${Math.round(least)} ms of CPU for ${bytes} bytes` : undefined];
}
