/** Writes one line of the list, which others write as well. */
import { type Client, ConfigMap, isConflict } from 'converge/sdk';
import { withLine } from './lines.ts';

const key = 'default/releases';

export interface Waits {
  readonly sleep: (ms: number) => Promise<void>;
  /** At least 0, less than 1: a new number at each call. */
  readonly random: () => number;
}

/** Puts `name version` into the list; all other lines stay. */
export async function note(
  client: Client, name: string, version: string, waits: Waits,
): Promise<void> {
  await retryOnConflict(async () => {
    // After a conflict what was read is old: each attempt reads.
    const releases = await client.get(ConfigMap, key);
    const before = releases.data?.['list'] ?? '';
    const list = withLine(before, name, version);
    if (list === before) return;
    const data = { ...releases.data, list };
    await client.update(ConfigMap, { ...releases, data });
  }, waits);
}

/** After so many the error goes to the work queue, which waits longer. */
const mostAttempts = 5;
const firstPauseMs = 20;

/** Makes an attempt; when it meets a conflict, another one. */
async function retryOnConflict(
  attempt: () => Promise<void>, { sleep, random }: Waits,
): Promise<void> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || made === mostAttempts) throw error;
    }
    // Twice as long each time; half of it by chance, so that two
    // writers that met once don't meet again.
    const pauseMs = firstPauseMs * 2 ** (made - 1);
    await sleep(pauseMs * (0.5 + random() / 2));
  }
}
