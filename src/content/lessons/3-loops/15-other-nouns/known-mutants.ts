/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'live-read: const nodes = tools.lister(Node).list(); → const nodes = (await tools.client.list(Node));':
      'Another right answer: the nodes are read live.',
    'status-first: … if (settled && set.metadata.deletionTimestamp === undefined) failure = await clo … e46fe8 … → … await writeStatus(set, statusOf(seen), tools); if (settled && set.metadata.delet … d05294 …':
      'Another right answer: the status is of what was seen before acting, and where its write is refused, the next pass acts.',
    'swap-statements: … if (set === undefined) return; // Checked before the Pods are read: what was exp … f65f47 … → … const settled = tools.expect.satisfied(key); if (set === undefined) return; …':
      'Asks what it has noted, which changes nothing, for a DaemonSet that is gone.',
    'swap-statements: … if (failure !== undefined) throw failure; // Nothing will happen at the moment a … 3a24cb … → … const afterMs = availableInMs(seen); if (failure !== undefined) throw failure; …':
      'The time is worked out earlier, which changes nothing, and not used.',
    'swap-statements: … for (const node of nodes) { const { name } = node.metadata; const there = pods.g … 34d38b … → … const key = keyOf(set); for (const node of nodes) { const { name } = node.metada … fb6be9 …':
      'The key is worked out earlier.',
    'swap-statements: … expect.creationsFailed(key, made.missing); const deleted = await client.deleteMa … 6434fa … → … const deleted = await client.deleteMany(Pod, remove); expect.creationsFailed(key … 3dcb99 …':
      'Another right answer: what was refused is taken back a moment later, and no pass for this key begins in between.',
    "swap-statements: … if (fit === 'leave') { remove.push(...staying); continue; } const running = stay … 133d51 … → … const running = staying.filter(isActive); if (fit === 'leave') { remove.push(... … 3a787f …":
      'What runs is worked out earlier, and not used.',
    "swap-statements: … remove.push(...running.slice(1), ...staying.filter((pod) => !running.includes(po … 5cc827 … → … if (fit === 'run' && there.length === 0) create.push(name); remove.push(...runni … 7046c2 …":
      'Two lists are filled in another order.',
    'StringLiteral: … \'\' … → … "Stryker was here!" …':
      'The list is as long as the count: nothing is ever absent.',
  },
  accepted: {},
} satisfies KnownMutants;
