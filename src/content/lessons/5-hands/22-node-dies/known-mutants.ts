/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'swap-statements: … for (const name of seen.keys()) if (!names.has(name)) seen.delete(name); for (co … 31eec0 … → … for (const node of nodes) await mark(node, tools); for (const name of seen.keys( … bdb0fa …':
      'What is forgotten is of nodes that are gone, and what is noted is of those that are there: either may come first.',
    'bound-by-one: const gracePeriodMs = 50_000; → const gracePeriodMs = 50001;': 'A millisecond more or less: beats are ten seconds apart.',
    'bound-by-one: const gracePeriodMs = 50_000; → const gracePeriodMs = 49999;': 'A millisecond more or less: beats are ten seconds apart.',
    'bound-by-one: const startupGracePeriodMs = 60_000; → const startupGracePeriodMs = 60001;': 'A millisecond more or less: beats are ten seconds apart.',
    'bound-by-one: const startupGracePeriodMs = 60_000; → const startupGracePeriodMs = 59999;': 'A millisecond more or less: beats are ten seconds apart.',
    'drop-error-path: for (const node of nodes) await mark(node, tools); → for (const node of nodes) await mark(node, tools).catch(() => undefined);':
      'Another right answer: what was refused is done by the pass that comes five seconds later.',
    'drop-error-path: await empty(nodes, tools); → await empty(nodes, tools).catch(() => undefined);':
      'Another right answer: what was refused is done by the pass that comes five seconds later.',
    'drop-error-path: … await tools.client.updateStatus(Node, { ...node, status: { ...node.status, conditions } }) … → … await tools.client.updateStatus(Node, { ...node, status: { ...node.status, condi … 2b7e99 …':
      'Another right answer: what was refused is done by the pass that comes five seconds later.',
    'drop-error-path: await setNoExecute(node, evict, tools); → await setNoExecute(node, evict, tools).catch(() => undefined);':
      'Another right answer: what was refused is done by the pass that comes five seconds later.',
    'live-read: const nodes = tools.lister(Node).list(); → const nodes = (await tools.client.list(Node));':
      'Another right answer: read live.',
    'live-read: … tools.lister(Lease).get(`kube-node-lease/${name}`) … → … (await tools.client.get(Lease, `kube-node-lease/${name}`).catch(() => undefined)) …':
      'Another right answer: read live.',
    'swap-statements: for (const node of nodes) await mark(node, tools); await empty(nodes, tools); → await empty(nodes, tools); for (const node of nodes) await mark(node, tools);':
      'Another right answer: what is marked now is emptied by the next pass.',
    'swap-statements: … seen.set(name, { sign, atMs }); const graceMs = ready === undefined ? startupGra … c7d627 … → … const graceMs = ready === undefined ? startupGracePeriodMs : gracePeriodMs; seen … 107bea …':
      'The period is worked out earlier, which changes nothing.',
    "swap-statements: … if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs) return; const … 57e94c … → … const conditions = unknownConditions(node, tools.now()); if (ready?.status === ' … 41f221 …":
      'The conditions are worked out earlier, and not used.',
    "bound-by-one: if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs) return; → if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs + 1) return;":
      'Another right answer: passes come every five seconds, and a millisecond more or less changes nothing for them.',
    "bound-by-one: if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs) return; → if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs - 1) return;":
      'Another right answer: passes come every five seconds, and a millisecond more or less changes nothing for them.',
    'bound-by-one: … (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone) … → … ((emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) + 1 …':
      'Another right answer: passes come every five seconds, and a millisecond more or less changes nothing for them.',
    'bound-by-one: … (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone) … → … ((emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) - 1 …':
      'Another right answer: passes come every five seconds, and a millisecond more or less changes nothing for them.',
    'bound-by-one: if (tools.now() < (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) continue; → if (tools.now() < (emptiedMs.get(zone.name) ?? 1) + evictionIntervalMs(zone)) continue;':
      'A millisecond after or before 1970.',
    'bound-by-one: if (tools.now() < (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) continue; → if (tools.now() < (emptiedMs.get(zone.name) ?? -1) + evictionIntervalMs(zone)) continue;':
      'A millisecond after or before 1970.',
    "EqualityOperator: if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs) return; → if (ready?.status === 'Unknown' || tools.now() - atMs < graceMs) return;":
      'Another right answer: at just that moment a pass may act, or leave it to the next one.',
    'EqualityOperator: if (tools.now() < (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) continue; → if (tools.now() <= (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) continue;':
      'Another right answer: at just that moment a pass may act, or leave it to the next one.',
  },
  accepted: {},
} satisfies KnownMutants;
