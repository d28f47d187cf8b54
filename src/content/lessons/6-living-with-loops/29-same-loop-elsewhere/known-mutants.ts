/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'bound-by-one: const again = { afterMs: 10_000 }; → const again = { afterMs: 10001 };': 'A millisecond more or less.',
    'bound-by-one: const again = { afterMs: 10_000 }; → const again = { afterMs: 9999 };': 'A millisecond more or less.',
    'drop-error-path: … await report(application, failed === undefined ? { revision: head.id } : { probl … 430337 … → … await report(application, failed === undefined ? { revision: head.id } : { probl … e4eb61 …':
      'A refused status is written by the next pass, ten seconds later: another right answer.',
    'drop-error-path: … try { await client.delete(ConfigMap, live, { preconditions: { uid: live.metadata … 9b1a56 … → … { await client.delete(ConfigMap, live, { preconditions: { uid: live.metadata.uid … 17bcc3 …':
      'A ConfigMap that is gone rejects the pass, and the next one finds the cache up to date.',
    'drop-error-path: … await client.updateStatus(Application, { ...application, status }) … → … await client.updateStatus(Application, { ...application, status }).catch(() => undefined) …':
      'A refused status is written by the next pass, ten seconds later: another right answer.',
    'swap-statements: … if (live !== undefined && deepEqual(live.data ?? {}, data)) return undefined; co … f70c4b … → … const metadata = { name, namespace, ownerReferences: [ownerReferenceFor(applicat … 49fe44 …':
      'The metadata is made one line earlier, and not used where nothing is to be done.',
    'swap-statements: … if (kind !== \'ConfigMap\') throw new Error(\'another kind\'); manifests.push({ name … 2f5d35 … → … manifests.push({ name: metadata.name, data }); if (kind !== \'ConfigMap\') throw n … 6f7123 …':
      'With a problem none of the manifests is applied.',
    'StringLiteral: const { namespace = \'\' } = application.metadata; → const { namespace = "Stryker was here!" } = application.metadata;':
      'What the API server has stored has a namespace.',
    'StringLiteral: … \'\' … → … "Stryker was here!" …':
      'What the API server has stored has a uid.',
    'drop-condition: ...(revision !== undefined && { revision }), → ...({ revision }),':
      'A field that is undefined isn’t sent, and is compared as one that is missing.',
    'drop-condition: ...(problem !== undefined && { problem }), → ...({ problem }),':
      'A field that is undefined isn’t sent, and is compared as one that is missing.',
    'ConditionalExpression: if (!isNotFound(error)) throw error; → if (Boolean(true)) throw error;':
      'A ConfigMap that is gone rejects the pass, and the next one finds the cache up to date.',
    'ConditionalExpression: ...(revision !== undefined && { revision }), → ...(Boolean(true) && { revision }),':
      'A field that is undefined isn’t sent, and is compared as one that is missing.',
    'ConditionalExpression: ...(problem !== undefined && { problem }), → ...(Boolean(true) && { problem }),':
      'A field that is undefined isn’t sent, and is compared as one that is missing.',
    'StringLiteral: if (kind !== \'ConfigMap\') throw new Error(\'another kind\'); → if (kind !== \'ConfigMap\') throw new Error("");':
      'The text of an error that is caught at once.',
  },
  accepted: {},
} satisfies KnownMutants;
