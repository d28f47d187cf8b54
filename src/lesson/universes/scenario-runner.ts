/** Plays a scenario in one universe: every step is an input of its session, every revision is judged. */
import type { Cluster, Kind, KubeObject, Random } from '../../engine/index.ts';
import type { InputRequest, InputResult } from '../../session/types.ts';
import type { Check, PlannedFault, Refusal, Rule, Stage, World, Write } from './types.ts';
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
  readonly at: number;
  readonly revision: number;
}

/** Thrown through the scenario when a rule is broken; only `play` catches it. */
class RuleBroken extends Error {}

/** How often a scenario that waits for the cluster to settle checks it. */
const pollEveryMs = 500;
/** A loop that has written so much isn't on its way to rest. */
const manyWrites = 500;

export interface ScenarioRunner {
  /** Says that something has broken from outside the rules (the code threw). The scenario ends. */
  report(rule: Violation['rule'], seen: string): void;
  /** Plays to the end. Resolves with what broke first, or undefined. */
  play(scenario: (stage: Stage) => Promise<void>): Promise<Violation | undefined>;
}

/** `faults`: drawn by the seed, in order of time. */
export function createScenarioRunner(
  session: ScenarioSession,
  check: Check,
  faults: readonly PlannedFault[],
  random: Random,
): ScenarioRunner {
  const judge = createRuleJudge(session, check);
  const steps = createSteps(session, judge, faults);
  const stage: Stage = {
    random,
    world: judge.world,
    apply: (path, text) => steps.run({ type: 'manifest', path, text, after: 'now' }),
    command: (text) => steps.run({ type: 'command', text, after: 'now' }),
    fault: (fault, forMs, words) => steps.begin({ at: session.t(), fault, forMs, words }),
    wait: (ms) => steps.advance(session.t() + ms),
    settles: (withinMs) => settles(session, judge, steps, withinMs),
    rests: (forMs) => rests(session, judge, steps, forMs),
  };

  return {
    report: judge.report,
    async play(scenario) {
      try {
        await steps.advance(session.t());
        await scenario(stage);
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
      } finally {
        judge.recorder.stop();
      }
      // The instant in which it broke has been lived to its end.
      return judge.violation && { ...judge.violation, revision: session.revision() };
    },
  };
}

interface RuleJudge {
  readonly world: World;
  readonly recorder: WriteRecorder;
  /** The first rule that was broken. */
  readonly violation: Violation | undefined;
  /** Says that a rule is broken; what runs now ends. Only the first counts. */
  report(rule: Violation['rule'], seen: string): void;
  /** Whether every `settled` rule holds. Reports nothing. */
  isSettled(): boolean;
  /** The same; the first rule that is broken is reported. */
  requireSettled(): boolean;
}

/** Judges the `always` rules after every revision, and the `settled` ones on request. */
function createRuleJudge(session: ScenarioSession, check: Check): RuleJudge {
  const always = check.always.map((rule) => ({ rule, judge: rule.judge() }));
  const settled = check.settled.map((rule) => ({ rule, judge: rule.judge() }));
  let violation: Violation | undefined;

  const recorder = createWriteRecorder(session.cluster, check.controller, session.t, () => {
    if (recorder.all.length > manyWrites) report(restless, wildWords(recorder.all.length, session.t()));
    else judgeAll(always);
  });
  const world = new SessionWorld(session, recorder);

  function report({ cause, glyph, question }: Violation['rule'], seen: string): void {
    if (violation !== undefined) return;
    violation = { rule: { cause, glyph, question }, seen, at: session.t(), revision: session.revision() };
    session.interrupt();
  }

  function judgeAll(rules: typeof always): boolean {
    for (const { rule, judge } of rules) {
      const seen = judge(world);
      if (seen === undefined) continue;
      report(rule, seen);
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
    isSettled: () => settled.every(({ judge }) => judge(world) === undefined),
    requireSettled: () => judgeAll(settled),
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
  const run = (input: InputRequest): Promise<void> => step(() => session.run(input));
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

async function settles(session: ScenarioSession, judge: RuleJudge, steps: Steps, withinMs: number): Promise<void> {
  const deadline = session.t() + withinMs;
  while (!judge.isSettled()) {
    if (session.t() >= deadline) {
      judge.requireSettled();
      throw new RuleBroken();
    }
    await steps.advance(Math.min(deadline, session.t() + pollEveryMs));
  }
}

async function rests(session: ScenarioSession, judge: RuleJudge, steps: Steps, forMs: number): Promise<void> {
  const { recorder } = judge;
  const before = recorder.all.length;
  const from = session.t();
  await steps.advance(from + forMs);
  const more = recorder.all.slice(before);
  if (more.length > 0) {
    judge.report(restless, restlessWords(more.length, more[0]?.object ?? '', from, forMs));
    throw new RuleBroken();
  }
  if (!judge.requireSettled()) throw new RuleBroken();
}

/** The session as rules see it, always as it is now. */
class SessionWorld implements World {
  readonly #session: ScenarioSession;
  readonly #recorder: WriteRecorder;
  /** Each rule reads the same few kinds: they are gathered once a revision. */
  readonly #gathered = new Map<string, readonly KubeObject[]>();
  #gatheredAt = -1;

  constructor(session: ScenarioSession, recorder: WriteRecorder) {
    this.#session = session;
    this.#recorder = recorder;
  }

  get t(): number {
    return this.#session.t();
  }

  get revision(): number {
    return this.#session.revision();
  }

  get refused(): readonly Refusal[] {
    return this.#recorder.refused();
  }

  writes(verb: 'create' | 'change' | 'delete'): readonly Write[] {
    return this.#recorder.writes(verb);
  }

  objects<T extends KubeObject>(kind: Kind<T>): readonly T[] {
    const { revision } = this;
    if (revision !== this.#gatheredAt) this.#gathered.clear();
    this.#gatheredAt = revision;
    const known = this.#gathered.get(kind.kind);
    // Put there by the line below, for the same kind.
    if (known !== undefined) return known as readonly T[];
    const found = this.#session.cluster.objects(kind);
    this.#gathered.set(kind.kind, found);
    return found;
  }
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
