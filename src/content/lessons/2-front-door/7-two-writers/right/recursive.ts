/** No loop: an attempt that meets a conflict calls for the next. */
import { type Client, ConfigMap, isConflict } from 'converge/sdk';
import { withLine } from './lines.ts';

export interface Waits {
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

export async function note(client: Client, name: string, version: string, waits: Waits): Promise<void> {
  const attempt = async (): Promise<void> => {
    const releases = await client.get(ConfigMap, 'default/releases');
    const list = withLine(releases.data?.['list'] ?? '', name, version);
    if (releases.data?.['list'] === list) return;
    await client.update(ConfigMap, { ...releases, data: { ...releases.data, list } });
  };
  return tryAgain(attempt, [25, 50, 100], waits);
}

/** The pauses that are left. */
async function tryAgain(attempt: () => Promise<void>, [next, ...later]: readonly number[], { sleep, random }: Waits): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (next === undefined || !isConflict(error)) throw error;
    await sleep(next + next * random());
    await tryAgain(attempt, later, { sleep, random });
  }
}
