import type { Storage } from './storage.ts';

/** Reads and writes: in one step where the storage can, and one after the other where it is this page's alone. Rejects as the storage does. */
export async function updateStored(storage: Storage, key: string, next: (stored: unknown) => unknown): Promise<void> {
  if (storage.change !== undefined) await storage.change(key, next);
  else await storage.set(key, next(await storage.get(key)));
}
