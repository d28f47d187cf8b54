/** Lives a scenario through in many universes, each with a seed and its own trouble, and says which one fails. */
import { createRandom, hash32 } from '../engine/index.ts';
import { drawFaults, drawNames, weatherOf } from '../lesson/universes/faults.ts';
import { derivePlans } from '../lesson/universes/plans/derive-plans.ts';
import { UniverseBroken } from './conditions.ts';
import { installKubeConfig } from './kube-config.ts';
import { isDeletedSoon, missedWords } from './missed-transition.ts';
import type { RecordedRun } from './run-recorder.ts';
import { SimulatedUniverse, type UniverseFault } from './simulated-universe.ts';
import type { Breach, Pattern, PlayScenario, Survived, UniversesOptions } from './types.ts';
import { catchForPrograms } from './uncaught.ts';
import { UniverseFailed } from './universe-failed.ts';
import { installVirtualProcess } from './virtual-process.ts';
import { installVirtualTime } from './virtual-time.ts';

const controller = 'under-test';
const calmSeed = hash32('calm');
const usualUniverses = 100;
const allPatterns: readonly Pattern[] = ['crash between two writes', 'stale reads', 'missed transition', 'random faults'];

/** What goes wrong in one universe. */
interface Trouble {
  readonly pattern: Pattern;
  readonly faults: readonly UniverseFault[];
  readonly clusterSeed: number;
}

/** What is said of a universe that fails. */
interface Lived {
  readonly pattern: Pattern | 'nothing goes wrong';
  readonly faults: readonly UniverseFault[];
}

interface Life {
  /** When it ended. */
  readonly t: number;
  readonly breach: Breach | undefined;
  readonly trace: readonly string[];
  readonly run: RecordedRun;
  /** What the scenario threw by itself. */
  readonly thrown?: unknown;
}

/**
 * Plays the scenario once without trouble, then in so many universes. Every second one is derived: a crash right after a write, a
 * cache from before one, a watch event that comes too late. The others draw their faults.
 * Resolves with how many there were of each pattern. Rejects with `UniverseFailed` at the first that breaks an invariant, in which something
 * never comes about, or whose scenario throws; with what it throws itself, where nothing went wrong.
 */
export function inUniverses(options: UniversesOptions, play: PlayScenario): Promise<Survived> {
  const before = running;
  const survived = before.then(() => surviveAll(options, play));
  running = survived.then(
    () => {},
    () => {},
  );
  return survived;
}

/** One at a time: timers and KubeConfigs of a process are taken over for all of it. */
let running = Promise.resolve();

async function surviveAll(options: UniversesOptions, play: PlayScenario): Promise<Survived> {
  const uninstall = [installVirtualTime(), installVirtualProcess(), installKubeConfig(), catchForPrograms()];
  try {
    const calm = await live(options, play, { faults: [], clusterSeed: calmSeed }, 0);
    failOn(calm, { pattern: 'nothing goes wrong', faults: [] }, undefined);
    const plans = plansOf(calm.run, options.patterns ?? allPatterns);
    const survived = new Map<Pattern, number>(allPatterns.map((pattern) => [pattern, 0]));
    for (const seed of seedsOf(options)) {
      const trouble = troubleOf(seed, plans, calm.run, options.patterns ?? allPatterns);
      if (trouble === undefined) continue;
      failOn(await live(options, play, trouble, seed), trouble, seed);
      survived.set(trouble.pattern, (survived.get(trouble.pattern) ?? 0) + 1);
    }
    return Object.fromEntries(survived) as Survived;
  } finally {
    for (const each of uninstall) each();
  }
}

/** `CONVERGE_UNIVERSE=17` replays one alone. */
function seedsOf({ universes = usualUniverses, seed = 1 }: UniversesOptions): readonly number[] {
  const chosen = process.env['CONVERGE_UNIVERSE'];
  if (chosen !== undefined && !/^[1-9]\d*$/.test(chosen)) throw new Error(`CONVERGE_UNIVERSE takes the number of a universe, from 1: not "${chosen}"`);
  if (chosen !== undefined) return [Number(chosen)];
  return Array.from({ length: universes }, (_, index) => seed + index);
}

/** Of each universe that is derived, what goes wrong in it. */
function plansOf(run: RecordedRun, patterns: readonly Pattern[]): readonly (readonly UniverseFault[])[] {
  const derive = (from: RecordedRun): readonly UniverseFault[] => derivePlans(from, controller, createRandom(calmSeed).fork('plans'), false);
  const atOnce = derive(run);
  const derived = atOnce.some(({ fault }) => fault.type === 'withhold') ? atOnce : derive(actingLater(run));
  return derived
    .filter(({ fault }) => patterns.includes(patternOf(fault.type)))
    .flatMap((plan) => variantsOf(plan, run));
}

/** A controller that collects events before it acts does so within this. */
const actsWithinMs = 2000;

/** The run as if the controller had acted at once: each event comes with the write that it led to. */
function actingLater(run: RecordedRun): RecordedRun {
  const actedAt = (t: number): number => run.writes.find((write) => write.t >= t && write.t <= t + actsWithinMs)?.t ?? t;
  return { ...run, events: run.events.map((event) => ({ ...event, t: actedAt(event.t) })) };
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
  if (plan !== undefined && first !== undefined) return { pattern: patternOf(first.fault.type), faults: plan, clusterSeed: calmSeed };
  if (!draws) return undefined;
  const random = createRandom(seed).fork('faults');
  const faults = drawFaults(random, { controller }, drawNames(random), run.verbs);
  return { pattern: 'random faults', faults, clusterSeed: seed };
}

async function live({ cluster }: UniversesOptions, play: PlayScenario, { clusterSeed, faults }: Omit<Trouble, 'pattern'>, seed: number): Promise<Life> {
  const universe = new SimulatedUniverse({ seed, clusterSeed, faults, cluster });
  let trace: readonly string[] = [];
  let thrown: unknown;
  try {
    await universe.boot();
    await play(universe);
  } catch (error) {
    if (!(error instanceof UniverseBroken)) thrown = error;
  } finally {
    if (universe.breach !== undefined || thrown !== undefined) trace = universe.traceLines();
    universe.close();
  }
  return { t: universe.t, breach: universe.breach, trace, run: universe.run(), thrown };
}

function failOn({ t, breach, trace, thrown }: Life, { pattern, faults }: Lived, seed: number | undefined): void {
  if (breach !== undefined) throw new UniverseFailed({ seed, pattern, weather: weatherWords(faults), breach, trace });
  if (thrown === undefined) return;
  if (seed === undefined) throw thrown;
  throw new UniverseFailed({ seed, pattern, weather: weatherWords(faults), breach: { name: 'the scenario', type: 'scenario', reason: thrown, t }, trace });
}

const weatherWords = (faults: readonly UniverseFault[]): string => weatherOf(faults).replaceAll('your loop', 'your controller');
