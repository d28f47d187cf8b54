/** Lives a scenario through in many universes, each with a seed and its own trouble, and says which one fails. */
import { createRandom, hash32 } from '../engine/index.ts';
import { drawFaults, drawNames, weatherOf } from '../lesson/universes/faults.ts';
import { derivePlans } from '../lesson/universes/plans/derive-plans.ts';
import { isDeletedSoon, missedWords } from './missed-transition.ts';
import { SimulatedUniverse, UniverseBroken, type UniverseFault } from './simulated-universe.ts';
import { collectRejections } from './rejections.ts';
import type { RecordedRun } from './run-recorder.ts';
import type { Breach, Pattern, PlayScenario, UniversesOptions } from './types.ts';
import { UniverseFailed } from './universe-failed.ts';
import { installVirtualTime } from './virtual-time.ts';

const controller = 'under-test';
const calmSeed = hash32('calm');
const usualUniverses = 100;
const allPatterns: readonly Pattern[] = ['crash between two writes', 'stale reads', 'missed transition', 'random faults'];

/** What goes wrong in one universe. */
interface Trouble {
  readonly pattern: Pattern | 'nothing goes wrong';
  readonly faults: readonly UniverseFault[];
  /** Of the cluster. */
  readonly seed: number;
}

interface Life {
  readonly breach: Breach | undefined;
  readonly trace: readonly string[];
  readonly run: RecordedRun;
  /** What the scenario threw by itself. */
  readonly thrown?: unknown;
}

/**
 * Plays the scenario once without trouble, then in so many universes. Every second one is derived: a crash right after a write, a
 * cache from before one, a watch event that comes too late. The others draw their faults.
 * Rejects with `UniverseFailed` at the first that breaks an invariant, or in which something never comes about, and with what the scenario throws by itself.
 */
export async function inUniverses(options: UniversesOptions, play: PlayScenario): Promise<void> {
  const uninstall = installVirtualTime();
  try {
    const calm = await live(options, play, { pattern: 'nothing goes wrong', faults: [], seed: calmSeed });
    failOn(calm, { pattern: 'nothing goes wrong', faults: [], seed: calmSeed }, undefined);
    const plans = plansOf(calm.run, options.patterns ?? allPatterns);
    for (const seed of seedsOf(options)) {
      const trouble = troubleOf(seed, plans, calm.run, options.patterns ?? allPatterns);
      if (trouble === undefined) continue;
      failOn(await live(options, play, trouble), trouble, seed);
    }
  } finally {
    uninstall();
  }
}

/** `CONVERGE_UNIVERSE=17` replays one alone. */
function seedsOf({ universes = usualUniverses, seed = 1 }: UniversesOptions): readonly number[] {
  const chosen = process.env['CONVERGE_UNIVERSE'];
  if (chosen !== undefined) return [Number(chosen)];
  return Array.from({ length: universes }, (_, index) => seed + index);
}

/** Of each universe that is derived, what goes wrong in it. */
function plansOf(run: RecordedRun, patterns: readonly Pattern[]): readonly (readonly UniverseFault[])[] {
  const random = createRandom(calmSeed).fork('plans');
  return derivePlans(run, controller, random)
    .filter(({ fault }) => patterns.includes(patternOf(fault.type)))
    .flatMap((plan) => variantsOf(plan, run));
}

/** A restart comes this long after an API server has begun to lag. */
const restartsLaterMs = 2000;

function variantsOf(plan: UniverseFault, run: RecordedRun): readonly (readonly UniverseFault[])[] {
  const { fault } = plan;
  if (fault.type === 'withhold') return [[{ ...plan, words: missedWords(run, fault.event), untilDeleted: isDeletedSoon(run, fault.event) }]];
  if (fault.type !== 'stale-after-write' || fault.restart === true) return [[plan]];
  const restart: UniverseFault = {
    at: (run.writes[fault.write - 1]?.t ?? 0) + restartsLaterMs,
    forMs: 0,
    fault: { type: 'restart', component: fault.component },
    words: `${restartsLaterMs / 1000} s after that write your loop restarted, and filled its cache from an API server that lagged behind`,
  };
  return [[plan], [plan, restart]];
}

function patternOf(type: UniverseFault['fault']['type']): Pattern {
  switch (type) {
    case 'crash-after-write':
      return 'crash between two writes';
    case 'stale-after-write':
      return 'stale reads';
    case 'withhold':
      return 'missed transition';
    default:
      return 'random faults';
  }
}

/** Undefined: there is no such trouble left to try. */
function troubleOf(seed: number, plans: readonly (readonly UniverseFault[])[], run: RecordedRun, patterns: readonly Pattern[]): Trouble | undefined {
  const draws = patterns.includes('random faults');
  const at = draws ? (seed - 1) / 2 : seed - 1;
  const plan = Number.isInteger(at) ? plans[at] : undefined;
  const first = plan?.[0];
  // The same seed as the calm run's: up to the fault, the two are one.
  if (plan !== undefined && first !== undefined) return { pattern: patternOf(first.fault.type), faults: plan, seed: calmSeed };
  if (!draws) return undefined;
  const random = createRandom(seed).fork('faults');
  const faults = drawFaults(random, { controller }, drawNames(random), run.verbs);
  return { pattern: 'random faults', faults, seed };
}

async function live({ cluster }: UniversesOptions, play: PlayScenario, { seed, faults }: Trouble): Promise<Life> {
  const universe = new SimulatedUniverse({ seed, faults, cluster });
  let trace: readonly string[] = [];
  const stopCollecting = collectRejections((error) => universe.rejected(error));
  let thrown: unknown;
  try {
    await universe.boot();
    await play(universe);
  } catch (error) {
    if (!(error instanceof UniverseBroken)) thrown = error;
  } finally {
    stopCollecting();
    if (universe.breach !== undefined) trace = universe.traceLines();
    universe.close();
  }
  return { breach: universe.breach, trace, run: universe.run(), thrown };
}

function failOn({ breach, trace, thrown }: Life, { pattern, faults }: Trouble, seed: number | undefined): void {
  if (breach !== undefined) throw new UniverseFailed({ seed, pattern, weather: weatherWords(faults), breach, trace });
  if (thrown !== undefined) throw thrown;
}

const weatherWords = (faults: readonly UniverseFault[]): string => weatherOf(faults).replaceAll('your loop', 'your controller');
