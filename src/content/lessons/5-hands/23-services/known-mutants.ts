/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const again = 'Another right answer: a delete that finds nothing fails the pass, and the next one sees that the slice is gone.';

export default {
  equivalent: {
    'swap-statements: if (!expect.satisfied(key)) return; const service = lister(Service).get(key); → const service = lister(Service).get(key); if (!expect.satisfied(key)) return;':
      'The Service is read a moment earlier, which changes nothing: what was expected is about slices.',
    'swap-statements: expect.creations(key, create.length); let missing = create.length; → let missing = create.length; expect.creations(key, create.length);':
      'A number is copied earlier.',
    'swap-statements: … try { for (const slice of create) { await client.create(EndpointSlice, slice); m … 5b77f8 … → … for (const slice of update) await client.update(EndpointSlice, slice); try { for … 5d786c …':
      'Another right answer: what is there is changed before more is created.',
    'swap-statements: … for (const slice of update) await client.update(EndpointSlice, slice); for (cons … b45ccd … → … for (const slice of remove) await client.delete(EndpointSlice, slice).catch(igno … 940211 …':
      'Another right answer: deletes before it changes.',
    'drop-error-path: … client.delete(EndpointSlice, slice).catch(ignoreNotFound) … → … client.delete(EndpointSlice, slice) …': again,
    'ConditionalExpression: if (!isNotFound(error)) throw error; → if (Boolean(true)) throw error;': again,
  },
  accepted: {},
} satisfies KnownMutants;
