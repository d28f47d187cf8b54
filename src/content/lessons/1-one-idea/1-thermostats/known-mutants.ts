/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-error-path: … await tools.client.patch(ConfigMap, room, { data: { heater: needed } }) … → … await tools.client.patch(ConfigMap, room, { data: { heater: needed } }).catch(() … 473fa5 …':
      'Another right answer: the thermometer is read every second, and the next reading tries again.',
    'drop-condition: if (needed === undefined || needed === heater) return; → if (needed === heater) return;':
      '`needed` is undefined only where it is taken from `heater`, and then they are equal.',
    "swap-statements: if (key !== 'default/room') return; const room = tools.lister(ConfigMap).get(key); → const room = tools.lister(ConfigMap).get(key); if (key !== 'default/room') return;":
      'The cache is read, which nothing notices, before the key is compared.',
    'swap-statements: … await tools.client.patch(ConfigMap, room, { data: { heater: needed } }); tools.l … ba9260 … → … tools.log(`${actual} °C, wanted ${wanted}: heater ${needed}`); await tools.clien … ca1f31 …':
      'The log is for its author; a right answer may log anything.',
    "EqualityOperator: const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater; → const needed = gap >= 0.5 ? 'on' : gap < -0.5 ? 'off' : heater;":
      'Another right answer: how near is near enough is not said to the last digit.',
    "EqualityOperator: const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater; → const needed = gap > 0.5 ? 'on' : gap <= -0.5 ? 'off' : heater;":
      'Another right answer: how near is near enough is not said to the last digit.',
    'ConditionalExpression: if (needed === undefined || needed === heater) return; → if (Boolean(false) || needed === heater) return;':
      '`needed` is undefined only where it is taken from `heater`, and then they are equal.',
    'StringLiteral: tools.log(`${actual} °C, wanted ${wanted}: heater ${needed}`); → tools.log(``);':
      'The log is for its author; a right answer may log anything.',
  },
  accepted: {},
} satisfies KnownMutants;
