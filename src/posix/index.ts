/** The one shell: what containers run, and what the terminal is built on. */
import { programNames } from './programs/registry.ts';
import { runUnix } from './run.ts';

export { arithmetic } from './arithmetic.ts';
export type { Host } from './host.ts';

/** The shell and the small programs, as a cluster takes them (`ClusterOptions.unix`). */
export const unix = { run: runUnix, programNames };
