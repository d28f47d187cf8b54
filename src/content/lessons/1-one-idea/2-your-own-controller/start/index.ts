/**
 * What cron would do: it starts a pass every five seconds, and
 * doesn't ask whether the one before has ended.
 */
import { defineController, ReplicaSet } from 'converge/sdk';
import { pass } from './pass.ts';

export const caretaker = defineController({
  name: 'caretaker',
  for: ReplicaSet,
  // Nothing wakes it but the clock.
  keyFor: () => 'changed',
  every: { periodMs: 5000, key: 'pass' },
  async reconcile(key, tools) {
    if (key !== 'pass') return;
    pass(tools.client).catch((error: unknown) => {
      tools.log(`This pass failed: ${String(error)}`);
    });
  },
});
