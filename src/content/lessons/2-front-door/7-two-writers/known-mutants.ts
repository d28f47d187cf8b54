/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    "drop-namespace: const key = 'default/releases'; → const key = 'releases';":
      'The client takes a name without a namespace for one in `default`.',
    "other-key: const releases = await client.get(ConfigMap, key); → const releases = await client.get(ConfigMap, key.slice(key.indexOf('/') + 1));":
      'The client takes a name without a namespace for one in `default`.',
    'drop-error-path: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs * (0.5 + random() / 2)).catch(() => undefined);':
      '`sleep` never fails.',
    'swap-statements: if (list === before) return; const data = { ...releases.data, list }; → const data = { ...releases.data, list }; if (list === before) return;':
      'The object is put together earlier, and not sent.',
    'swap-statements: … try { return await attempt(); } catch (error) { if (!isConflict(error) || made = … 2bcace … → … const pauseMs = firstPauseMs * 2 ** (made - 1); try { return await attempt(); } … 55d3c8 …':
      'The pause is worked out earlier, which changes nothing.',
    'bound-by-one: const mostAttempts = 5; → const mostAttempts = 6;':
      'Another right answer: one or two attempts more or fewer.',
    'bound-by-one: const mostAttempts = 5; → const mostAttempts = 4;':
      'Another right answer: one or two attempts more or fewer.',
    'bound-by-one: const firstPauseMs = 20; → const firstPauseMs = 21;':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: const firstPauseMs = 20; → const firstPauseMs = 19;':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: for (let made = 1; ; made += 1) { → for (let made = 2; ; made += 1) {':
      'Another right answer: one or two attempts more or fewer.',
    'bound-by-one: for (let made = 1; ; made += 1) { → for (let made = 0; ; made += 1) {':
      'Another right answer: one or two attempts more or fewer.',
    'bound-by-one: for (let made = 1; ; made += 1) { → for (let made = 1; ; made += 2) {':
      'Another right answer: one or two attempts more or fewer.',
    'bound-by-one: const pauseMs = firstPauseMs * 2 ** (made - 1); → const pauseMs = firstPauseMs * 3 ** (made - 1);':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: const pauseMs = firstPauseMs * 2 ** (made - 1); → const pauseMs = firstPauseMs * 2 ** (made - 2);':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: const pauseMs = firstPauseMs * 2 ** (made - 1); → const pauseMs = firstPauseMs * 2 ** (made - 0);':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs * (1.5 + random() / 2));':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs * (0.5 + random() / 3));':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'bound-by-one: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs * (0.5 + random() / 1));':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'ArithmeticOperator: const pauseMs = firstPauseMs * 2 ** (made - 1); → const pauseMs = firstPauseMs * 2 ** (made + 1);':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'ArithmeticOperator: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs / (0.5 + random() / 2));':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
    'ArithmeticOperator: await sleep(pauseMs * (0.5 + random() / 2)); → await sleep(pauseMs * (0.5 + random() * 2));':
      'Another right answer: pauses that are longer or shorter still grow, and chance has its part in them.',
  },
  accepted: {},
} satisfies KnownMutants;
