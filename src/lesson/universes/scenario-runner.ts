/** Plays a scenario in one universe: every step is an input of its session, every revision is judged. */
import type { Cluster, Json, Random } from '../../engine/index.ts';
import type { InputRequest, InputResult, Problem } from '../../session/types.ts';
import { diagnose, type NotedProblem } from './diagnosis.ts';
import type { CalmRun } from './plans/derive-plans.ts';
import { drawNeighbours, neighboursInput } from './neighbours/draw-neighbours.ts';
import { usualTarget } from './neighbours/target.ts';
import { throwIfRefused } from './refused-manifest.ts';
import { restlessness } from './rules/passes.ts';
import { standingRules } from './rules/standing-rules.ts';
import { ownerNamedIn } from './owner-named-in.ts';
import { SessionWorld } from './session-world.ts';
import { playTail } from './tail.ts';
import type { Check, Finding, PlannedFault, Rule, Scenario, Stage, SubjectRequest } from './types.ts';
import { createWriteRecorder, type WriteRecorder } from './write-recorder.ts';

/** What a scenario needs of the session it is played in. */
export interface ScenarioSession {
  readonly cluster: Cluster;
  run(input: InputRequest): Promise<InputResult>;
  /** Lets time pass to this session time. */
  pass(to: number): Promise<unknown>;
  /** Ends what runs now after its present instant. */
  interrupt(): void;
  /** Milliseconds since the session's start. */
  t(): number;
  revision(): number;
}

/** What broke, when. */
export interface Violation {
  readonly rule: Pick<Rule, 'cause' | 'glyph' | 'question'>;
  readonly seen: string;
  /** The object that `seen` speaks of: `default/web`. */
  readonly about: string;
  readonly at: number;
  readonly revision: number;
  /** What the code did that explains it, where. */
  readonly problem?: Problem;
}

/** Thrown through the scenario when a rule is broken; only `play` catches it. */
class RuleBroken extends Error {}

/** How often a scenario that waits for the cluster to settle checks it. */
const pollEveryMs = 500;
/** One that has written so lately is on its way; milliseconds. */
const underWayMs = 5000;
/** So many times the time it was given. */
const longestWay = 3;
/** A loop that has written so much isn't on its way to rest. */
const manyWrites = 500;

export interface ScenarioRunner {
  /** Says that something has broken from outside the rules (the code threw). The scenario ends. */
  report(rule: Violation['rule'], seen: string): void;
  /** The code has logged this. */
  note(line: string): void;
  /** Passes have thrown an error that by itself isn't judged, or code has caught one and gone on. */
  noteProblem(how: NotedProblem['how'], problem: Problem): void;
  /** Plays to the end. Resolves with what broke first, or undefined. */
  play(scenario: Pick<Scenario, 'trouble' | 'play'>): Promise<Violation | undefined>;
  /** Causes of the check's rules that had no object to look at so far. */
  idle(): readonly string[];
  /** What the controller has done and was sent. */
  run(): CalmRun;
  requests(): readonly SubjectRequest[];
}

/** What of a universe isn't the check's. */
export interface Weather {
  /** Drawn by the seed, in order of time. */
  readonly faults: readonly PlannedFault[];
  /** The scenario makes nothing go wrong, either. */
  readonly calm?: boolean;
}

export function createScenarioRunner(session: ScenarioSession, check: Check, { faults, calm = false }: Weather, random: Random): ScenarioRunner {
  const judge = createRuleJudge(session, check, faults);
  const steps = createSteps(session, judge, faults);
  const target = check.target?.(random.fork('target')) ?? usualTarget;
  const neighbours = drawNeighbours(random.fork('neighbours'), check, target);
  let isAboutTrouble = false;
  const stage: Stage = {
    random,
    target,
    world: judge.world,
    apply: (path, text) => steps.run({ type: 'manifest', path, text, after: 'now' }),
    command: (text) => steps.run({ type: 'command', text, after: 'now' }),
    post: (path, body) => steps.run(posting(path, body, session.t())),
    async fault(fault, forMs, words) {
      if (calm) return;
      // From here on rules that are strict where nothing goes wrong must make room for it.
      if (!isAboutTrouble) judge.world.disturbed = true;
      await steps.begin({ at: session.t(), fault, forMs, words });
    },
    wait: (ms) => steps.advance(session.t() + ms),
    settles: (withinMs) => settles(session, judge, steps, withinMs),
    rests: (forMs) => rests(session, judge, steps, forMs),
  };

  return {
    report: judge.report,
    note: judge.note,
    noteProblem: judge.noteProblem,
    idle: judge.idle,
    run: () => judge.recorder.run(),
    requests: () => judge.recorder.requests,
    async play(scenario) {
      isAboutTrouble = scenario.trouble !== undefined;
      try {
        await steps.advance(session.t());
        const crowd = neighboursInput(neighbours, target);
        if (crowd !== undefined) await steps.run(crowd);
        await scenario.play(stage);
        await playTail(stage, check, random.fork('tail'));
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
      } finally {
        judge.recorder.stop();
      }
      // The instant in which it broke has been lived to its end.
      return judge.violation && { ...judge.violation, about: ownerNamedIn(judge.violation.seen, judge.world.owners, target), revision: session.revision() };
    },
  };
}

function posting(path: string, body: Json, t: number): InputRequest {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', path, query: {}, headers, body: JSON.stringify(body) } as const;
  return { type: 'request', id: `post at ${t}`, to: 'apiserver', request, after: 'now' };
}

interface RuleJudge {
  readonly world: SessionWorld;
  readonly recorder: WriteRecorder;
  /** The first rule that was broken. */
  readonly violation: Omit<Violation, 'about'> | undefined;
  /** Says that a rule is broken; what runs now ends. Only the first counts. */
  report(rule: Violation['rule'], seen: string): void;
  /** Whether every `settled` rule holds. Reports nothing. */
  isSettled(): boolean;
  /** The same; the first rule that is broken is reported. */
  requireSettled(): boolean;
  /** Reports what is broken of what more time can't mend, once everything is settled. */
  requireRest(): boolean;
  /** The code has logged this. */
  note(line: string): void;
  noteProblem(how: NotedProblem['how'], problem: Problem): void;
  idle(): readonly string[];
}

interface ArmedRule {
  readonly rule: Rule;
  readonly judge: ReturnType<Rule['judge']>;
  /** It has had an object to look at. */
  armed: boolean;
}

const armedRules = (rules: readonly Rule[]): ArmedRule[] =>
  rules.map((rule) => ({ rule, judge: rule.judge(), armed: false }));

/** The check's rules and the standing ones. What is drawn may let the loop forget its own writes: some rules aren't judged then. */
function armedRulesOf(check: Check, faults: readonly PlannedFault[]) {
  const standing = standingRules(check);
  const forgets = faults.some(
    ({ fault }) => (fault.type === 'stale-after-write' && fault.restart === true) || (fault.type === 'refuse' && fault.code === 504),
  );
  const judged = check.always.filter(({ needsOwnWrites }) => !(forgets && needsOwnWrites === true));
  return {
    always: armedRules([...judged, ...standing.always]),
    settled: armedRules([...check.settled, ...standing.settled]),
    atRest: armedRules(standing.atRest),
  };
}

/** Judges the `always` rules after every revision, and the `settled` ones on request. */
function createRuleJudge(session: ScenarioSession, check: Check, faults: readonly PlannedFault[]): RuleJudge {
  const { always, settled, atRest } = armedRulesOf(check, faults);
  const logged: string[] = [];
  const problems: NotedProblem[] = [];
  let violation: RuleJudge['violation'];

  const { t, revision, cluster } = session;
  const recorder = createWriteRecorder({
    cluster,
    controller: check.controller,
    looksAfterNodes: check.subject.kind.kind === 'Node',
    t,
    onChange() {
      if (recorder.all.length > manyWrites) report(restless, wildWords(recorder.all.length, t()));
      else judgeAll(always);
    },
  });
  const world = new SessionWorld({ cluster, recorder, subject: check.subject, calm: faults.length === 0, t, revision });

  function report({ cause, glyph, question }: Violation['rule'], seen: string, problem?: Problem): void {
    if (violation !== undefined) return;
    violation = { rule: { cause, glyph, question }, seen, at: session.t(), revision: session.revision(), ...(problem && { problem }) };
    session.interrupt();
  }

  function judgeOne(armed: ArmedRule): Finding | undefined {
    world.looked = false;
    const found = armed.judge(world);
    armed.armed ||= world.looked;
    return typeof found === 'string' ? { seen: found } : found;
  }

  /** `why`: what the code did is asked for the cause as well. */
  function judgeAll(rules: readonly ArmedRule[], why = false): boolean {
    for (const each of rules) {
      const found = judgeOne(each);
      if (found === undefined) continue;
      const { explained, refusal } = each.rule;
      const reason = why || explained ? diagnose(found.seen, world, { logged, problems, refusal }) : undefined;
      const told = { ...each.rule, ...found, ...reason };
      report(told, told.seen, reason?.problem);
      return false;
    }
    return true;
  }

  return {
    world,
    recorder,
    get violation() {
      return violation;
    },
    report,
    isSettled: () => settled.every((each) => judgeOne(each) === undefined),
    requireSettled: () => judgeAll(settled, true),
    requireRest: () => judgeAll(atRest),
    note: (line) => void logged.push(line),
    noteProblem: (how, problem) => void problems.push({ t: session.t(), how, problem }),
    idle() {
      const own = new Set([...check.always, ...check.settled]);
      return [...always, ...settled].filter(({ rule, armed }) => !armed && own.has(rule)).map(({ rule }) => rule.cause);
    },
  };
}

interface Steps {
  run(input: InputRequest): Promise<void>;
  begin(fault: PlannedFault): Promise<void>;
  /** Lets time pass up to `to`; what the seed has drawn begins on its way. */
  advance(to: number): Promise<void>;
}

/** The steps of a scenario: each is an input of the session. They throw RuleBroken once a rule is broken. */
function createSteps(session: ScenarioSession, judge: RuleJudge, faults: readonly PlannedFault[]): Steps {
  const due = [...faults];

  async function step(work: () => Promise<unknown>): Promise<void> {
    if (judge.violation !== undefined) throw new RuleBroken();
    await work();
    if (judge.violation !== undefined) throw new RuleBroken();
  }
  const run = (input: InputRequest): Promise<void> => step(async () => throwIfRefused(input, await session.run(input)));
  const pass = (to: number): Promise<void> => step(() => session.pass(to));
  const begin = ({ fault, forMs }: PlannedFault): Promise<void> => run({ type: 'fault', fault, forMs, after: 'now' });

  return {
    run,
    begin,
    async advance(to) {
      for (let next = due[0]; next !== undefined && next.at <= to; next = due[0]) {
        due.shift();
        if (next.at > session.t()) await pass(next.at);
        await begin(next);
      }
      if (to > session.t()) await pass(to);
    },
  };
}

/** A Pod, by its name: a loop that polls lists them instead. */
const readsOne = ({ verb, path }: SubjectRequest): boolean => verb === 'get' && path.includes('/pods/');

async function settles(session: ScenarioSession, judge: RuleJudge, steps: Steps, withinMs: number): Promise<void> {
  const began = session.t();
  let deadline = began + withinMs;
  if (judge.world.owners.length === 0) throw new Error('the check waits for things to settle, and nothing is desired yet');
  while (!judge.isSettled()) {
    const last = Math.max(judge.recorder.all.at(-1)?.t ?? 0, judge.recorder.requests.findLast(readsOne)?.t ?? 0);
    // Slow, and on its way: what is made, or looked after, one by one, each answer late, takes its time.
    if (last > deadline - underWayMs && last < began + longestWay * withinMs) deadline = last + underWayMs;
    if (session.t() >= deadline) {
      judge.requireSettled();
      throw new RuleBroken();
    }
    await steps.advance(Math.min(deadline, session.t() + pollEveryMs));
  }
  if (!judge.requireRest()) throw new RuleBroken();
}

async function rests(session: ScenarioSession, judge: RuleJudge, steps: Steps, forMs: number): Promise<void> {
  const { recorder, world } = judge;
  const { requests, all, commits } = recorder;
  const from = { t: session.t(), passes: world.passes.length, requests: requests.length, commits };
  const before = all.length;
  await steps.advance(from.t + forMs);
  // What is on its way out may still be reported on.
  const more = all.slice(before).filter((write) => write.before?.metadata.deletionTimestamp === undefined);
  if (more.length > 0) {
    judge.report(restless, restlessWords(more.length, more[0]?.object ?? '', from.t, forMs));
    throw new RuleBroken();
  }
  const found = restlessness(from, recorder.commits, world);
  if (found !== undefined) judge.report(found, found.seen);
  if (found !== undefined || !judge.requireSettled() || !judge.requireRest()) throw new RuleBroken();
}

const restless: Violation['rule'] = {
  cause: 'never came to rest',
  glyph: 'restless',
  question: 'What does your loop write when nothing is missing and nothing is too many?',
};

function wildWords(count: number, t: number): string {
  return `By t = ${(t / 1000).toFixed(3)} s your loop had written ${count} times, and it was still writing.`;
}

function restlessWords(count: number, object: string, from: number, forMs: number): string {
  const writes = count === 1 ? 'one more write' : `${count} more writes`;
  return `At t = ${(from / 1000).toFixed(3)} s everything was as desired. In the ${forMs / 1000} s after that your loop sent ${writes}, the first to ${object}.`;
}
