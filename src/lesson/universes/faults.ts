import type { Random, RefusalCode } from '../../engine/index.ts';
import type { Check, CloudFaultName, FaultDraw, FaultName, PlannedFault } from './types.ts';

/** Faults begin within this after the session's start. */
export const beginWithinMs = 30_000;

/** Draws the kinds of trouble of one universe: none in every tenth, else one or two. */
export function drawNames(random: Random, names?: readonly FaultName[]): readonly FaultName[] {
  const menu = names ?? allNames;
  if (random.chance(0.1)) return [];
  const first = random.pick(menu);
  const second = random.chance(0.4) ? random.pick(menu) : first;
  return [...new Set([first, second])];
}

/** Draws what goes wrong around one controller. `verbs`: those that it was seen to request. */
export function drawFaults(
  random: Random,
  { controller, draws: more = {} }: Pick<Check, 'controller' | 'draws'>,
  names: readonly FaultName[],
  verbs: readonly string[],
): readonly PlannedFault[] {
  const all: Readonly<Partial<Record<FaultName, FaultDraw>>> = { ...draws, ...more };
  // That there is one for each name is checked when the check's stages are drawn, in the build.
  return names.flatMap((name) => all[name]?.(random, `controller/${controller}`, verbs) ?? []).sort((a, b) => a.at - b.at);
}

/** "the watch to your loop ran 420 ms behind, and your loop crashed at t = 12.000 s"; "nothing else went wrong" without faults: what the scenario does is told beside it. */
export function weatherOf(faults: readonly PlannedFault[]): string {
  return faults.length === 0 ? 'nothing else went wrong' : faults.map(({ words }) => words).join(', and ');
}

const draws: Readonly<Record<Exclude<FaultName, CloudFaultName>, FaultDraw>> = {
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
  // Now and then or for a moment, not all the time: every failure doubles the pause before the next try.
  refused(random, component, verbs) {
    const verb = verbs.length === 0 ? 'create' : random.pick(verbs);
    const code = random.pick(codesOf(verb));
    const outage = code !== 504 && random.chance(0.25);
    const chance = outage ? 1 : 0.2 + random.next() * 0.3;
    const forMs = outage ? 1000 + random.int(2000) : lastsMs(verb);
    const how = code === 504 ? 'carried out, and the answer was lost' : `refused with ${code}`;
    return {
      at: outage ? random.int(beginWithinMs) : 0,
      forMs,
      fault: { type: 'refuse', component, chance, verb, code },
      words: `${outage ? `for ${(forMs / 1000).toFixed(1)} s every ${verbWords(verb)}` : `some ${verb === 'patch' ? 'patche' : verbWords(verb)}s`} of your loop ${outage ? 'was' : 'were'} ${how}`,
    };
  },
};

/** Not long where a failure costs much time: after refused reads whole passes are missing. */
function lastsMs(verb: string): number {
  if (verb === 'list' || verb === 'get') return 12_000;
  return verb === 'create' ? 15_000 : 30_000;
}

/** How the API server may refuse it: a conflict only what changes an object, a quota only what creates one. */
function codesOf(verb: string): readonly RefusalCode[] {
  if (verb === 'get' || verb === 'list') return [500, 503, 429];
  const lost = [500, 500, 503, 429, 504] as const;
  if (verb === 'create') return [...lost, 403];
  return verb === 'delete' ? lost : [...lost, 409];
}

const allNames = ['late', 'uneven', 'doubled', 'cut', 'crash', 'slow', 'refused'] as const satisfies readonly FaultName[];

const verbWords = (verb: string): string => (verb === 'updateStatus' ? 'status update' : verb);
