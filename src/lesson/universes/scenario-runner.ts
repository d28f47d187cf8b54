/** Plays a scenario in one universe: every step is an input of its session, every revision is judged. */
import type { Cluster, Kind, KubeObject, Random } from '../../engine/index.ts';
import type { InputRequest, InputResult } from '../../session/types.ts';
import type { Check, PlannedFault, Refusal, Rule, Stage, World, Write } from './types.ts';
import { createWriteRecorder, type WriteRecorder } from './write-recorder.ts';

/** What a stage needs of the session it plays on. */
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

/** Thrown through the scenario when a rule is broken; nobody but `play` sees it. */
class RuleBroken extends Error {}

/** How often a scenario that waits for things to settle looks again. */
const pollEveryMs = 500;
/** A loop that has written so much isn't on its way to rest. */
const manyWrites = 500;

export interface ScenarioRunner {
  /** Says that something has broken from outside the rules (the code threw). The scenario ends. */
  breach(rule: Violation['rule'], seen: string): void;
  /** Plays to the end. Resolves with what broke first, or undefined. */
  play(scenario: (stage: Stage) => Promise<void>): Promise<Violation | undefined>;
}

/** `faults`: drawn by the seed, in order of time. */
export function createScenarioRunner(session: ScenarioSession, check: Check, faults: readonly PlannedFault[], random: Random): ScenarioRunner {
  const always = check.always.map((rule) => ({ rule, judge: rule.judge() }));
  const settled = check.settled.map((rule) => ({ rule, judge: rule.judge() }));
  const due = [...faults];
  let breach: Violation | undefined;

  const recorder = createWriteRecorder(session.cluster, check.controller, session.t, () => {
    if (recorder.all.length > manyWrites) broken(restless, wildWords(recorder.all.length, session.t()));
    else judge(always);
  });
  const world = new SessionWorld(session, recorder);

  function broken(rule: Violation['rule'], seen: string): void {
    if (breach !== undefined) return;
    const { cause, glyph, question } = rule;
    breach = { rule: { cause, glyph, question }, seen, at: session.t(), revision: session.revision() };
    session.interrupt();
  }

  function judge(rules: typeof always): boolean {
    for (const { rule, judge } of rules) {
      const seen = judge(world);
      if (seen === undefined) continue;
      broken(rule, seen);
      return false;
    }
    return true;
  }

  async function step(work: () => Promise<unknown>): Promise<void> {
    if (breach !== undefined) throw new RuleBroken();
    await work();
    if (breach !== undefined) throw new RuleBroken();
  }
  const run = (input: InputRequest): Promise<void> => step(() => session.run(input));
  const pass = (to: number): Promise<void> => step(() => session.pass(to));

  async function begin(fault: PlannedFault): Promise<void> {
    await run({ type: 'fault', fault: fault.fault, forMs: fault.forMs, after: 'now' });
  }

  /** Lets time pass up to `to`; what the seed has drawn begins on its way. */
  async function advance(to: number): Promise<void> {
    for (let next = due[0]; next !== undefined && next.at <= to; next = due[0]) {
      due.shift();
      if (next.at > session.t()) await pass(next.at);
      await begin(next);
    }
    if (to > session.t()) await pass(to);
  }

  async function settles(withinMs: number): Promise<void> {
    const deadline = session.t() + withinMs;
    for (;;) {
      if (settled.every(({ judge }) => judge(world) === undefined)) return;
      if (session.t() >= deadline) break;
      await advance(Math.min(deadline, session.t() + pollEveryMs));
    }
    judge(settled);
    throw new RuleBroken();
  }

  async function rests(forMs: number): Promise<void> {
    const before = recorder.all.length;
    const from = session.t();
    await advance(from + forMs);
    const more = recorder.all.slice(before);
    if (more.length > 0) {
      broken(restless, restlessWords(more.length, more[0]?.object ?? '', from, forMs));
      throw new RuleBroken();
    }
    if (!judge(settled)) throw new RuleBroken();
  }

  const stage: Stage = {
    random,
    world,
    apply: (path, text) => run({ type: 'manifest', path, text, after: 'now' }),
    command: (text) => run({ type: 'command', text, after: 'now' }),
    fault: (fault, forMs, words) => begin({ at: session.t(), fault, forMs, words }),
    wait: (ms) => advance(session.t() + ms),
    settles,
    rests,
  };

  return {
    breach: broken,
    async play(scenario) {
      try {
        await advance(session.t());
        await scenario(stage);
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
      } finally {
        recorder.stop();
      }
      // The instant in which it broke has been lived to its end.
      return breach && { ...breach, revision: session.revision() };
    },
  };
}

/** The session as rules look at it, always as it is now. */
class SessionWorld implements World {
  readonly #session: ScenarioSession;
  readonly #recorder: WriteRecorder;
  /** Each rule asks for the same few kinds: they are gathered once a revision. */
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
  return `At t = ${(from / 1000).toFixed(3)} s everything was as asked. In the ${forMs / 1000} s after that your loop sent ${writes}, the first to ${object}.`;
}
