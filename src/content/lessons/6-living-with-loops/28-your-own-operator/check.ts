/** An operator for Thermostats, judged step by step where nothing goes wrong, and then in all weather. */
import { ConfigMap } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { writesChangeSomething } from '../../../../lesson/universes/rules/requests.ts';
import { stepsOf } from '../../../../lesson/universes/steps.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { cleanedAgain, closed, failing, ghost, held, letGoTooEarly, opened, strangersStay, stuck, unprotected } from './end-rules.ts';
import { changed, made, missing, wrongSettings } from './heater-rules.ts';
import { Thermostat } from './house.ts';
import { scenarios } from './scenarios.ts';
import { events, transitions, untrue } from './status-rules.ts';

/** Every Thermostat writes to the one boiler. Where caches are late, all of them repeat a write: there it says little. */
const idle: Rule = {
  ...writesChangeSomething,
  judge() {
    const judge = writesChangeSomething.judge();
    return (world) => (world.calm && world.owners.length > 0 ? judge(world) : undefined);
  },
};

export default {
  controller: 'thermostats',
  entry: 'operator.ts',
  // Only the loop that is judged runs: where the garbage collector counts, the scenario deletes for it.
  cluster: { nodes: 0, withoutControllers: ['*'] },
  subject: { kind: Thermostat, makes: ConfigMap, writes: ['status', 'metadata.finalizers'] },
  // They speak of Pods and templates; `made` and `changed` say the same of heaters.
  without: ['made a Pod unlike its template', 'changed what isn’t its own', writesChangeSomething.cause],
  target: (random) => ({ ...usualTarget, name: random.pick(['hall', 'hall', 'loft', 'room.2']), namespace: random.pick(['default', 'shop']) }),
  neighbours: [],
  steps: stepsOf('heater', 'status', 'changes', 'finalizer'),
  scenarios,
  always: [made, changed, idle, transitions, opened, letGoTooEarly, cleanedAgain, strangersStay, stuck],
  settled: [failing, missing, wrongSettings, untrue, events, ghost, held, unprotected, closed],
} satisfies Check;
