import type { Random } from '../../engine/index.ts';
import type { FaultName, PlannedFault } from './types.ts';

/** Faults begin within this after the session's start. */
const beginWithinMs = 30_000;

/** Draws what goes wrong around one controller in one universe: nothing in every tenth, else one or two things. */
export function drawFaults(random: Random, controller: string, names?: readonly FaultName[]): readonly PlannedFault[] {
  const menu = names === undefined ? Object.values(draws) : names.map((name) => draws[name]);
  if (random.chance(0.1)) return [];
  const first = random.int(menu.length);
  const second = random.chance(0.4) ? random.int(menu.length) : first;
  return [...new Set([first, second])]
    .map((index) => {
      const draw = menu[index];
      if (draw === undefined) throw new Error(`no fault ${index}`);
      return draw(random, `controller/${controller}`);
    })
    .sort((a, b) => a.at - b.at);
}

/** "the watch to your loop ran 420 ms behind, and your loop crashed at t = 12.000 s"; "nothing went wrong" without faults. */
export function weatherOf(faults: readonly PlannedFault[]): string {
  return faults.length === 0 ? 'nothing went wrong around it' : faults.map(({ words }) => words).join(', and ');
}

type Draw = (random: Random, component: string) => PlannedFault;

const draws: Readonly<Record<FaultName, Draw>> = {
  late(random, component) {
    const delayMs = 100 + random.int(1400);
    return {
      at: 0,
      forMs: 120_000,
      fault: { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs, jitterMs: 200 },
      words: `the watch to your loop ran ${delayMs} ms behind`,
    };
  },
  uneven(random, component) {
    const jitterMs = 500 + random.int(1500);
    return {
      at: random.int(5000),
      forMs: 60_000,
      fault: { type: 'link', from: 'apiserver', to: component, jitterMs },
      words: `whatever your loop was told came up to ${jitterMs} ms late`,
    };
  },
  doubled(random, component) {
    const delayMs = random.int(200);
    return {
      at: 0,
      forMs: 120_000,
      fault: {
        type: 'link',
        from: 'apiserver',
        to: component,
        watchOnly: true,
        duplicate: 0.3 + random.next() / 2,
        delayMs,
      },
      words: 'watch events came twice',
    };
  },
  // Not for long: every broken watch doubles the pause before the next, and a cache without a watch is old.
  cut(random, component) {
    return {
      at: random.int(3000),
      forMs: 6000,
      fault: { type: 'link', from: 'apiserver', to: component, cut: 0.1 + random.next() / 10 },
      words: 'watch events were lost and the connection broke',
    };
  },
  crash(random, component) {
    const at = 1000 + random.int(beginWithinMs);
    const downMs = 3000 + random.int(4000);
    return {
      at,
      forMs: downMs,
      fault: { type: 'crash', component, downMs },
      words: `your loop crashed at t = ${(at / 1000).toFixed(3)} s and was gone for ${(downMs / 1000).toFixed(1)} s`,
    };
  },
  slow(random, component) {
    const delayMs = 100 + random.int(700);
    return {
      at: 0,
      forMs: 120_000,
      fault: { type: 'link', from: component, to: 'apiserver', delayMs, jitterMs: 300 },
      words: `the API server took ${delayMs} ms and more to answer`,
    };
  },
  // Now and then, not all the time: every failure doubles the pause before the next try.
  refused(random, component) {
    const verb = random.chance(0.5) ? 'create' : 'delete';
    return {
      at: 0,
      forMs: verb === 'create' ? 15_000 : 30_000,
      fault: { type: 'refuse', component, chance: 0.2 + random.next() * 0.3, verb },
      words: `some ${verb}s of your loop were refused`,
    };
  },
};
