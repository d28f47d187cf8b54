/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-namespace: … keyOf(heater) … → … heater.metadata.name …': 'The message of an error that ends the pass in either case.',
    'StringLiteral: … `${keyOf(heater)} belongs to another` … → … `` …': 'The message of an error that ends the pass in either case.',
    'swap-statements: await openValve(held, tools); const heater = await keepHeater(held, tools); → const heater = await keepHeater(held, tools); await openValve(held, tools);':
      'Another right answer: both come after the finalizer, and neither needs the other.',
    'swap-statements: … if (actual < target - 1) return ready(\'False\', \'TooCold\', `${room}: too cold`); … 3aee20 … → … if (actual > target + 1) return ready(\'False\', \'TooWarm\', `${room}: too warm`); … c848eb …':
      'Only one of the two can be true.',
    'bound-by-one: const gap = actual ? spec.target - Number(actual) : 0; → const gap = actual ? spec.target - Number(actual) : -1;':
      'Without a reading the heater is off in both.',
    'ConditionalExpression: keys: (map, { lister }) => keyOf(map) === boiler ? → keys: (map, { lister }) => Boolean(true) ?':
      'More passes than needed, and each of them finds nothing to do.',
    'ArrayDeclaration: lister(Thermostat).list().map(keyOf) : [], → lister(Thermostat).list().map(keyOf) : ["Stryker was here"],':
      'A pass for a key that no Thermostat has ends at once.',
    'StringLiteral: const { name, namespace = \'\' } = thermostat.metadata; → const { name, namespace = "Stryker was here!" } = thermostat.metadata;':
      'What the API server has stored has a namespace.',
    'ArrayDeclaration: const { finalizers = [] } = thermostat.metadata; → const { finalizers = ["Stryker was here"] } = thermostat.metadata; (2)':
      'In `release`: a list without the own name, so the pass ends.',
  },
  accepted: {
    'swap-statements: … if (!isControlledBy(heater, thermostat)) throw new Error(`${keyOf(heater)} belon … 99a265 … → … if (deepEqual({ ...heater.data, ...settings }, heater.data)) return heater; if ( … 0f911e …':
      'Until the garbage collector has deleted it, the reading of a namesake’s heater with the same settings is reported as its own.',
  },
} satisfies KnownMutants;
