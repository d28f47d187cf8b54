/** The pauses are an object of their own. */
import { type Client, ConfigMap, isConflict } from 'converge/sdk';
import { withLine } from './lines.ts';

export interface Waits {
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

class Backoff {
  readonly #random: () => number;
  #left = 6;
  #longestMs = 30;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Undefined: that was enough. */
  next(): number | undefined {
    this.#left -= 1;
    this.#longestMs *= 1.8;
    return this.#left > 0 ? this.#longestMs * (1 - this.#random() / 2) : undefined;
  }
}

export async function note(client: Client, name: string, version: string, { sleep, random }: Waits): Promise<void> {
  const backoff = new Backoff(random);
  for (;;) {
    const conflict = await write(client, name, version);
    if (conflict === undefined) return;
    const pauseMs = backoff.next();
    if (pauseMs === undefined) throw conflict;
    await sleep(pauseMs);
  }
}

/** The conflict, if it met one. */
async function write(client: Client, name: string, version: string): Promise<unknown> {
  const releases = await client.get(ConfigMap, 'default/releases');
  const before = releases.data?.['list'] ?? '';
  const list = withLine(before, name, version);
  if (list === before) return undefined;
  try {
    await client.update(ConfigMap, { ...releases, data: { ...releases.data, list } });
    return undefined;
  } catch (error) {
    if (isConflict(error)) return error;
    throw error;
  }
}
