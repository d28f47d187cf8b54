/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-guard: if (!queue.open) return; → nothing':
      '`add` refuses as well after `shutDown`, and a wait that ends then does nothing.',
    'drop-condition: if (planned.at <= later && (background || !planned.background)) return; → if (planned.at <= later) return;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'drop-condition: if (planned.at <= later && (background || !planned.background)) return; → if (planned.at <= later && (!planned.background)) return;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'swap-statements: processing.delete(key); if (queue.open && dirty.has(key)) makeAvailable(queue, key); → if (queue.open && dirty.has(key)) makeAvailable(queue, key); processing.delete(key);':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: queue.open = false; for (const { timer } of waiting.values()) timer.cancel(); → for (const { timer } of waiting.values()) timer.cancel(); queue.open = false;':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: for (const { timer } of waiting.values()) timer.cancel(); waiting.clear(); → waiting.clear(); for (const { timer } of waiting.values()) timer.cancel();':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … queue.dirty.add(key); // A worker has it: `done` will queue it, so that no secon … 43b66d … → … if (!queue.processing.has(key)) makeAvailable(queue, key); queue.dirty.add(key); …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: const { clock, waiting } = queue; if (!queue.open) return; → if (!queue.open) return; const { clock, waiting } = queue;':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: if (!queue.open) return; if (delayMs <= 0) { add(queue, key); return; } → if (delayMs <= 0) { add(queue, key); return; } if (!queue.open) return;':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … if (delayMs <= 0) { add(queue, key); return; } const planned = waiting.get(key); … → … const planned = waiting.get(key); if (delayMs <= 0) { add(queue, key); return; } …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … const at = planned === undefined ? later : Math.min(later, planned.at); if (plan … 6b2c90 … → … if (planned !== undefined) { // The earlier one counts, and it is awaited when e … d9b2d7 …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … if (planned !== undefined) { // The earlier one counts, and it is awaited when e … a0ffbe … → … const due = (): void => { waiting.delete(key); add(queue, key); }; if (planned ! … 876f04 …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: waiting.delete(key); add(queue, key); → add(queue, key); waiting.delete(key);':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … queue.head += 1; if (queue.head === queue.queued.length) { queue.queued = []; qu … a981a0 … → … if (queue.head === queue.queued.length) { queue.queued = []; queue.head = 0; } q … 9fb48c …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: … if (queue.head === queue.queued.length) { queue.queued = []; queue.head = 0; } q … c7c3d5 … → … queue.dirty.delete(key); if (queue.head === queue.queued.length) { queue.queued … 100f40 …':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: queue.dirty.delete(key); queue.processing.add(key); → queue.processing.add(key); queue.dirty.delete(key);':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'swap-statements: queue.queued = []; queue.head = 0; → queue.head = 0; queue.queued = [];':
      'The two statements don’t depend on each other: no call in between sees the difference.',
    'bound-by-one: const foregroundWaitMs = 10_000; → const foregroundWaitMs = 10001;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'bound-by-one: const foregroundWaitMs = 10_000; → const foregroundWaitMs = 9999;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'bound-by-one: … queue.head … → … queue.head + 1 …':
      'Only views read the status, and no universe looks at one.',
    'bound-by-one: … queue.head … → … queue.head - 1 …':
      'Only views read the status, and no universe looks at one.',
    'bound-by-one: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? delayMs >= foregroundWaitMs + 1;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'bound-by-one: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? delayMs >= foregroundWaitMs - 1;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'bound-by-one: const at = planned === undefined ? later : Math.min(later, planned.at); → const at = planned === undefined ? later : Math.min(later, planned.at + 1);':
      'Where the earlier wait counts, the method has returned before, unless their kinds differ: then no case looks.',
    'bound-by-one: const at = planned === undefined ? later : Math.min(later, planned.at); → const at = planned === undefined ? later : Math.min(later, planned.at - 1);':
      'Where the earlier wait counts, the method has returned before, unless their kinds differ: then no case looks.',
    'MethodExpression: status: () => ({ queued: queue.queued.slice(queue.head), processing, dirty, waiting }), → status: () => ({ queued: queue.queued, processing, dirty, waiting }),':
      'Only views read the status, and no universe looks at one.',
    'CallExpression: for (const { timer } of waiting.values()) timer.cancel(); → for (const { timer } of waiting.values()) ;':
      'After `shutDown` nothing is added, so a wait that goes on does nothing when it ends.',
    'CallExpression: waiting.clear(); → ;':
      'After `shutDown` nothing is added, so a wait that goes on does nothing when it ends.',
    'ConditionalExpression: if (!queue.open) return; → if (Boolean(false)) return;':
      '`add` refuses as well after `shutDown`, and a wait that ends then does nothing.',
    'ConditionalExpression: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? Boolean(true);':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'ConditionalExpression: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? Boolean(false);':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'EqualityOperator: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? delayMs > foregroundWaitMs;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'EqualityOperator: const background = waits.background ?? delayMs >= foregroundWaitMs; → const background = waits.background ?? delayMs < foregroundWaitMs;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'ConditionalExpression: if (planned.at <= later && (background || !planned.background)) return; → if (planned.at <= later && (Boolean(true))) return;':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'ObjectLiteral: … { background } … → … {} …':
      'Which waits are background only decides when the cluster counts as quiet. No universe waits for that, and no case says it.',
    'ConditionalExpression: if (queue.head === queue.queued.length) { → if (Boolean(false)) {':
      'It frees memory: what has been handed out is let go of.',
    'BlockStatement: if (queue.head === queue.queued.length) { queue.queued = []; queue.head = 0; } → if (queue.head === queue.queued.length) {}':
      'It frees memory: what has been handed out is let go of.',
    'bound-by-one: if (planned.at <= later && (background || !planned.background)) return; → if (planned.at <= later - 1 && (background || !planned.background)) return;':
      'Two waits that end together: the later one is planned for the same moment.',
    'EqualityOperator: if (planned.at <= later && (background || !planned.background)) return; → if (planned.at < later && (background || !planned.background)) return;':
      'Two waits that end together: the later one is planned for the same moment.',
  },
  accepted: {},
} satisfies KnownMutants;
