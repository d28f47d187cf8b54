/**
 * What cron would do: it starts a look every five seconds, and
 * doesn't ask whether the one before has ended.
 */
import { defineController, ReplicaSet } from 'converge/sdk';
import { look } from './look.ts';

export const caretaker = defineController({
  name: 'caretaker',
  for: ReplicaSet,
  // Nothing wakes it but the clock.
  keyFor: () => 'changed',
  every: { periodMs: 5000, key: 'look' },
  async reconcile(key, tools) {
    if (key !== 'look') return;
    look(tools.client).catch((error: unknown) => {
      tools.log(`This look failed: ${String(error)}`);
    });
  },
});
