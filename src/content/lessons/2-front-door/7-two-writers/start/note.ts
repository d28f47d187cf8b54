/** Writes one line of the list, which others write as well. */
import { type Client, ConfigMap } from 'converge/sdk';
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
  const releases = await client.get(ConfigMap, key);
  const before = releases.data?.['list'] ?? '';
  const list = withLine(before, name, version);
  if (list === before) return;

  await retryOnConflict(async () => {
    const data = { ...releases.data, list };
    await client.update(ConfigMap, { ...releases, data });
  }, waits);
}

/** Makes an attempt; when it meets a conflict, another one. */
async function retryOnConflict(
  attempt: () => Promise<void>, { sleep, random }: Waits,
): Promise<void> {
  await attempt();

  // Yours. Five attempts at most, with pauses between them.
  // Which lines of `note` have to be repeated, too? Move them.

}
