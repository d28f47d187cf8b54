/** How long a process has waited for a core: on a busy machine that is no fault of the code in it. */
import { readFileSync } from 'node:fs';

/** Real milliseconds since they began, of a process and those it has started; 0 where the system doesn't say. Linux does, in proc(5)'s `schedstat`. */
export function waitedForCoreMs(pid: number): number {
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter((child) => child !== '');
    return Number(waitedNs) / 1e6 + children.reduce((sum, child) => sum + waitedForCoreMs(Number(child)), 0);
  } catch {
    // It has just ended, or this is another system.
    return 0;
  }
}
