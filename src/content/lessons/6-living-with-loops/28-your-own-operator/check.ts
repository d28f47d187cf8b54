/** An operator for Thermostats, judged step by step where nothing goes wrong, and then in all weather. */
import { ConfigMap } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { writesChangeSomething } from '../../../../lesson/universes/rules/requests.ts';
import { stepsOf } from '../../../../lesson/universes/steps.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { cleanedAgain, closed, deletedItself, failing, ghost, held, letGoTooEarly, opened, strangersStay, stuck, unprotected } from './end-rules.ts';
import { changed, made, missing, switched, wrongSettings } from './heater-rules.ts';
import { Thermostat } from './house.ts';
import { scenarios } from './scenarios.ts';
import { events, transitions, untold, untrue } from './status-rules.ts';

/** A pass that has just written may be followed by one with an older cache. Where nothing is late, and so nothing refused and no pass given up, that is rare. */
const mostIdle = 4;

const idle: Rule = {
  ...writesChangeSomething,
  judge() {
    const last = new Map<string, number>();
    const idleOf = new Map<string, number>();
    return (world) => {
      const isLate = world.requests.some(({ code }) => code >= 400) || world.passes.some(({ failed }) => failed !== undefined);
      if (!world.calm || world.owners.length === 0 || isLate) return undefined;
      for (const [object, count] of world.idleWrites) {
        const more = count - (last.get(object) ?? 0);
        last.set(object, count);
        idleOf.set(object, (idleOf.get(object) ?? 0) + (more < 0 ? count : more));
      }
      const [object, count = 0] = [...idleOf].find(([, each]) => each > mostIdle) ?? [];
      return object && `By ${inSeconds(world.t)} your loop had written \`${object}\` ${count} times with what was there already.`;
    };
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
  always: [made, changed, switched, transitions, untold, opened, letGoTooEarly, cleanedAgain, deletedItself, strangersStay, stuck],
  settled: [idle, failing, missing, wrongSettings, untrue, events, ghost, held, unprotected, closed],
} satisfies Check;
