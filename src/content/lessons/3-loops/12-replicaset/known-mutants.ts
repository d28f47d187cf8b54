/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'swap-statements: … if (replicaSet === undefined) return; // Checked before the pods are read: what … 12d68d … → … const settled = tools.expect.satisfied(key); if (replicaSet === undefined) return; …':
      'Asks what it has noted, which changes nothing, for a ReplicaSet that is gone.',
    'swap-statements: … const pods = (await claim(replicaSet, ReplicaSet, Pod, tools)).filter(isActive); … b291f2 … → … let failure: Error | undefined; const pods = (await claim(replicaSet, ReplicaSet … ae125c …':
      'A variable is declared earlier.',
    'swap-statements: … if (failure !== undefined) throw failure; // Nothing will happen at the moment a … e2b1ab … → … const afterMs = availableInMs(replicaSet, pods, tools.now()); if (failure !== un … b7185a …':
      'The time is worked out earlier, which changes nothing, and not used.',
    'swap-statements: … if (plan.create > 0) { // Expect before creating: the cache may show the pods be … b3aa24 … → … if (plan.remove.length > 0) { expect.deletions(key, plan.remove); const { failed … 973f6a …':
      'A plan creates or removes, never both.',
    'swap-statements: … expect.creations(key, plan.create); const pod = podFromTemplate(replicaSet, repl … 18c693 … → … const pod = podFromTemplate(replicaSet, replicaSet.spec.template); expect.creati … ed7a89 …':
      'The Pod is worked out before the note; nothing is sent in between.',
    "swap-statements: … expect.creationsFailed(key, missing); for (const each of created) events.normal( … 1f3cc9 … → … for (const each of created) events.normal(replicaSet, 'SuccessfulCreate', `Creat … 220bb4 …":
      'Recording an Event waits for nothing and never fails.',
    "swap-statements: … for (const each of created) events.normal(replicaSet, 'SuccessfulCreate', `Creat … f2a25d … → … if (error === undefined || isNamespaceTerminating(error)) return undefined; for … db0285 …":
      'Another right answer: the exercise asks for no Events.',
    'swap-statements: … expect.deletionsFailed(key, failed); for (const each of plan.remove) { if (!fail … a02bb8 … → … for (const each of plan.remove) { if (!failed.includes(each)) events.normal(repl … dbaf27 …':
      'Recording an Event waits for nothing and never fails.',
    'swap-statements: … for (const each of plan.remove) { if (!failed.includes(each)) events.normal(repl … cb5400 … → … return error; for (const each of plan.remove) { if (!failed.includes(each)) even … 78ec90 …':
      'Another right answer: the exercise asks for no Events.',
    'bound-by-one: if (plan.remove.length > 0) { → if (plan.remove.length > -1) {':
      'With nothing to remove it sends nothing, and what it then forgets has been seen already.',
    'ConditionalExpression: if (plan.remove.length > 0) { → if (Boolean(true)) {':
      'With nothing to remove it sends nothing, and what it then forgets has been seen already.',
    'EqualityOperator: if (plan.remove.length > 0) { → if (plan.remove.length >= 0) {':
      'With nothing to remove it sends nothing, and what it then forgets has been seen already.',
    "BlockStatement: … { if (!failed.includes(each)) events.normal(replicaSet, 'SuccessfulDelete', `Del … 34a5f9 … → … {} …":
      'Another right answer: the exercise asks for no Events.',
    'ConditionalExpression: … !failed.includes(each) … → … Boolean(false) …':
      'Another right answer: the exercise asks for no Events.',
  },
  accepted: {
    'drop-condition: if (error === undefined || isNamespaceTerminating(error)) return undefined; → if (error === undefined) return undefined;':
      'Tries again, with growing pauses, what a namespace on its way out refuses. The page doesn’t speak of it, and the Event is refused as well.',
  },
} satisfies KnownMutants;
