/** One universe: a session of its own with the learner's controller in it, a scenario, and what the seed makes go wrong. */
import { createRandom, hash32, type Random } from '../../engine/index.ts';
import { emptyLog, openSession, type Session, type SessionParts } from '../../session/session.ts';
import type { SubjectLost } from '../../session/apart/messages.ts';
import type { SubjectEnd } from '../../session/apart/remote-subject.ts';
import type { Problem, SessionLog } from '../../session/types.ts';
import { swapOf } from '../exercise.ts';
import { isOfCases } from './cases/is-of-cases.ts';
import { threwWords, thrownBy } from './diagnosis.ts';
import { isBlamed, ruleOf } from './problem-rules.ts';
import { drawFaults, drawNames, weatherOf } from './faults.ts';
import { lostRule } from './lost-verdicts.ts';
import type { UniverseObserver } from './observer.ts';
import { type CalmRun, derivePlans } from './plans/derive-plans.ts';
import { numberOfPlan, type PlanSlot, planSlot, slotOfPlan } from './plans/plan-slot.ts';
import { type Violation, type Weather, createScenarioRunner } from './scenario-runner.ts';
import type { Check, Failed, PlannedFault, Scenario, Verdict } from './types.ts';
import { UnfitError } from './unfit-error.ts';
import { logUntil } from './universe-log.ts';

export interface UniverseOptions {
  readonly seed: number;
  /** The learner's files, by path in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly check: Check;
  readonly parts: SessionParts;
  /** Instead of what the seed draws. */
  readonly faults?: readonly PlannedFault[];
  /** Instead of the scenario the seed picks. */
  readonly scenario?: string;
  /** Hears what the code does. */
  readonly observer?: UniverseObserver;
  /** The universe that is derived by the plan of this number, whatever the seed draws; see `planNumbers`. */
  readonly plan?: number;
}

/** Lives through one universe. Rejects with `UnfitError` when the files can't be run at all. */
export async function runUniverse(options: UniverseOptions): Promise<Verdict> {
  const { check, seed } = options;
  if (options.plan !== undefined) return (await runPlan(options, slotOfPlan(options.plan, check.scenarios.length))) ?? { ok: true, seed };
  if (isOfCases(check, seed)) {
    const { runCases } = await import('./cases/run-cases.ts');
    return runCases(options);
  }
  if (check.trials !== undefined) {
    const { runTrials } = await import('./trials/run-trials.ts');
    return runTrials(options);
  }
  if (options.faults === undefined && options.scenario === undefined) {
    const ofStep = check.steps?.checkFor(check, seed);
    if (ofStep !== undefined) return runUniverse({ ...options, check: ofStep, faults: [] });
    const derived = await runDerived(options);
    if (derived !== undefined) return derived;
  }
  const random = createRandom(seed).fork('universe');
  const scenario = options.scenario === undefined ? random.pick(check.scenarios) : named(check, options.scenario);
  const faults = options.faults ?? (await drawnFaults(options, scenario, random.fork('faults')));
  const isCalm = faults.length === 0 && scenario.trouble === undefined;
  const { verdict } = await live(options, { seed, scenario, weather: { faults, calm: isCalm }, random });
  return verdict;
}

/** What the seed draws. Refused is what the controller requests in a calm run of the scenario. */
async function drawnFaults(options: UniverseOptions, scenario: Scenario, random: Random): Promise<readonly PlannedFault[]> {
  const { check } = options;
  const drawn = drawNames(random, check.faults);
  const verbs = drawn.includes('refused') ? (await liveCalm(options, scenario)).run.verbs : [];
  return drawFaults(random, check, drawn, verbs);
}

/** A universe that is derived from a calm run, where its seed says so; undefined: it is drawn. */
async function runDerived(options: UniverseOptions): Promise<Verdict | undefined> {
  const { check, seed } = options;
  const slot = check.derived === false ? undefined : planSlot(seed, check.scenarios.length);
  return slot && runPlan(options, slot);
}

/** Undefined: there is no such plan, or its fault has changed nothing and makes no universe of its own. */
async function runPlan(options: UniverseOptions, slot: PlanSlot): Promise<Verdict | undefined> {
  const { check, seed } = options;
  const scenario = check.scenarios[slot.scenario];
  if (scenario === undefined) return undefined;
  const { verdict: calm, plans, historyHash } = await liveCalm(options, scenario);
  if (!calm.ok) return { ...calm, seed };
  const plan = plans[slot.plan];
  if (plan === undefined) return undefined;
  const lived = await liveFromCalm(options, scenario, [plan]);
  return lived.verdict.ok && lived.historyHash === historyHash ? undefined : { ...lived.verdict, seed };
}

/** The numbers of all plans that there are for these files; of a scenario in which they fail while nothing goes wrong, one. */
export async function planNumbers(options: Omit<UniverseOptions, 'seed'>): Promise<readonly number[]> {
  const { scenarios, derived } = options.check;
  if (derived === false) return [];
  const numbers: number[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    const { verdict, plans } = await liveCalm({ ...options, seed: 1 }, scenario);
    const count = verdict.ok ? plans.length : 1;
    for (let plan = 0; plan < count; plan += 1) numbers.push(numberOfPlan({ scenario: index, plan }, scenarios.length));
  }
  return numbers.sort((a, b) => a - b);
}

/** The same seed as the calm run's: up to the fault, the histories are one. */
function liveFromCalm(options: UniverseOptions, scenario: Scenario, faults: readonly PlannedFault[]): Promise<Lived> {
  const seed = calmSeedOf(scenario);
  return live(options, { seed, scenario, weather: { faults }, random: createRandom(seed).fork('universe'), hashed: true });
}

const calmSeedOf = ({ name }: Scenario): number => hash32(`calm/${name}`);

/** A run of the scenario in which nothing goes wrong; lived through once. */
function liveCalm(options: UniverseOptions, scenario: Scenario): Promise<Calm> {
  return rememberedCalm(options, scenario.name, async () => {
    const lived = await liveFromCalm(options, scenario, []);
    const random = createRandom(calmSeedOf(scenario)).fork('plans');
    return { ...lived, plans: derivePlans(lived.run, options.check.controller, random) };
  });
}

/** What a universe is made of. */
interface Life {
  /** Of its session. */
  readonly seed: number;
  readonly scenario: Scenario;
  readonly weather: Weather;
  readonly random: Random;
  /** Its history will be compared. */
  readonly hashed?: true;
}

interface Lived {
  readonly verdict: Verdict;
  readonly run: CalmRun;
  /** Of one that is `hashed`. */
  readonly historyHash: string | undefined;
}

interface Calm extends Lived {
  readonly plans: readonly PlannedFault[];
}

/** Calm runs of the files that were run last, by scenario. */
let calmRuns: { readonly check: Check; readonly files: string; readonly byScenario: Map<string, Calm> } | undefined;

async function rememberedCalm({ check, files }: UniverseOptions, scenario: string, run: () => Promise<Calm>): Promise<Calm> {
  const text = JSON.stringify(files);
  if (calmRuns?.check !== check || calmRuns.files !== text) calmRuns = { check, files: text, byScenario: new Map() };
  const { byScenario } = calmRuns;
  const known = byScenario.get(scenario) ?? (await run());
  byScenario.set(scenario, known);
  return known;
}

async function live(options: UniverseOptions, { seed, scenario, weather, random, hashed }: Life): Promise<Lived> {
  const { check, observer } = options;
  let ended = (_end: SubjectEnd): void => {};
  let caught = (_problem: Problem): void => {};
  const parts: SessionParts = { ...options.parts, subjectEnded: (end) => ended(end), subjectCaught: (each) => caught(each) };
  const { session } = await openSession(emptyLog(seed, check.cluster, options.files), parts);
  observer?.began();
  session.on((event) => {
    if (event.type === 'log' && event.controller === check.controller) observer?.logged(event);
  });
  for (const name of check.programs ?? []) await session.run({ type: 'swap', controller: name, entry: `${name}.ts` });
  // Over the port wherever it runs, so that what fails in one place fails in every other, at the same moment.
  const swapped = await session.run({ ...swapOf(check), apart: true });
  const refused = swapped.outputs.find((output) => output.type === 'error');
  if (refused !== undefined) throw new UnfitError(refused);

  const play = createScenarioRunner(scenarioSession(session), check, weather, random.fork('scenario'));
  let problem: Problem | undefined;
  session.on((event) => {
    if (event.type === 'log' && event.controller === check.controller) play.note(event.text);
    if (event.type !== 'problem' || problem !== undefined) return;
    if (!isBlamed(event.problem)) return play.noteProblem('thrown', event.problem);
    problem = event.problem;
    play.report(ruleOf(problem), threwWords(problem));
  });
  caught = (each) => play.noteProblem('caught', each);
  let unfit: Problem | undefined;
  let lost: SubjectLost | undefined;
  ended = (end) => {
    if (end.type === 'lost') {
      lost = end.lost;
      play.report(lostRule(lost), lost.message);
    } else {
      unfit ??= end.problem;
      play.report(thrownBy(end.problem.title), threwWords(end.problem));
    }
  };
  const breach = await play.play(scenario);
  for (const request of play.requests()) if (request.code >= 400) observer?.refused(request);
  const log = session.log();
  const { run } = play;
  const historyHash = hashed === true ? session.historyHash() : undefined;
  session.close();
  if (unfit !== undefined) throw new UnfitError(unfit);
  if (lost?.how === 'unstarted') throw lost;
  if (breach === undefined) return { verdict: { ok: true, seed, idle: play.idle() }, run: run(), historyHash };
  const begun = weather.faults.filter(({ at }) => at <= breach.at);
  const verdict = failed(seed, scenario.name, breach, weatherOf(begun), logUntil(log, breach.at), problem ?? breach.problem);
  return { verdict, run: run(), historyHash };
}

/**
 * Lives through a universe for no verdict: what universes are made of has then been compiled where it will be needed. In turn with the files
 * (those that the exercise begins with, which soon fail), and with the cluster's own controller, which comes to the end.
 */
export async function rehearseUniverse({ seed, files, check, parts }: UniverseOptions): Promise<void> {
  if (seed % 2 === 0 || check.trials !== undefined || check.scenarios.length === 0) await rehearseStart({ seed, files, check, parts });
  else await rehearseOwn({ seed, check, parts });
}

async function rehearseStart(options: UniverseOptions): Promise<void> {
  try {
    await runUniverse(options);
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error;
  }
}

/** A scenario that applies a manifest of the learner's files ends there: it has warmed up as much. */
async function rehearseOwn({ seed, check, parts }: Omit<UniverseOptions, 'files'>): Promise<void> {
  const random = createRandom(seed).fork('universe');
  const scenario = random.pick(check.scenarios);
  const { session } = await openSession(emptyLog(seed, check.cluster), parts);
  const runner = createScenarioRunner(scenarioSession(session), check, { faults: [] }, random.fork('scenario'));
  await runner.play(scenario).catch(() => undefined);
  session.close();
}

function scenarioSession(session: Session) {
  return {
    cluster: session.cluster,
    run: session.run,
    pass: (to: number) => session.pass({ until: to }),
    interrupt: session.interrupt,
    t: () => session.cluster.now() - session.startMs,
    revision: () => session.cluster.etcd().revision,
  };
}

function named(check: Check, name: string) {
  const scenario = check.scenarios.find((each) => each.name === name);
  if (scenario === undefined)
    throw new Error(`no scenario "${name}": there are ${check.scenarios.map((each) => each.name).join(', ')}`);
  return scenario;
}

function failed(
  seed: number,
  scenario: string,
  breach: Violation,
  weather: string,
  log: SessionLog,
  problem?: Problem,
): Failed {
  const { rule, seen, about, at, revision } = breach;
  return {
    ok: false,
    seed,
    ...rule,
    scenario,
    at,
    revision,
    weather,
    seen,
    about,
    log,
    ...(problem === undefined ? {} : { problem }),
  };
}
