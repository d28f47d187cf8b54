/** Makes what an installer applies to a new cluster: once, and never again. */
import type { Clock } from '../../kernel/index.ts';
import { isAlreadyExists } from '../../sdk/index.ts';
import type { ConnectedClient } from '../../sdk/internal.ts';

/** Makes one object. */
export type Installation = (client: ConnectedClient) => Promise<unknown>;

const retryMs = 1_000;

/** Tries again until each of them has been made, one after the other. One that is deleted later is not made again. */
export async function install(client: ConnectedClient, clock: Clock, objects: readonly Installation[]): Promise<void> {
  async function take(index: number): Promise<void> {
    const create = objects[index];
    if (create === undefined) return client.close();
    try {
      await create(client);
    } catch (error) {
      if (!isAlreadyExists(error)) return void clock.after(retryMs, () => void take(index));
    }
    await take(index + 1);
  }
  await take(0);
}
