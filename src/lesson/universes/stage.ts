/** Plays a scenario in one universe: every step is an input of its session, every revision is judged. */
import type { Cluster, Kind, KubeObject, Random } from '../../engine/index.ts';
import type { InputRequest, InputResult } from '../../session/types.ts';
import type { Check, PlannedFault, Refusal, Rule, Stage, World, Write } from './types.ts';
import { createWitness, type Witness } from './witness.ts';

/** What a stage needs of the session it plays on. */
export interface Ground {
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
export interface Breach {
  readonly rule: Pick<Rule, 'cause' | 'glyph' | 'question'>;
  readonly seen: string;
  readonly at: number;
  readonly revision: number;
}

/** Thrown through the scenario when a rule is broken; nobody but `play` sees it. */
class Broken extends Error {}

/** How often a scenario that waits for things to settle looks again. */
const lookEveryMs = 500;
/** A loop that has written so much isn't on its way to rest. */
const manyWrites = 500;

export interface Play {
  /** Says that something has broken from outside the rules (the code threw). The scenario ends. */
  breach(rule: Breach['rule'], seen: string): void;
  /** Plays to the end. Resolves with what broke first, or undefined. */
  play(scenario: (stage: Stage) => Promise<void>): Promise<Breach | undefined>;
}

/** `faults`: drawn by the seed, in order of time. */
export function createPlay(ground: Ground, check: Check, faults: readonly PlannedFault[], random: Random): Play {
  const always = check.always.map((rule) => ({ rule, judge: rule.judge() }));
  const settled = check.settled.map((rule) => ({ rule, judge: rule.judge() }));
  const due = [...faults];
  let breach: Breach | undefined;

  const witness = createWitness(ground.cluster, check.controller, ground.t, () => {
    if (witness.all.length > manyWrites) broken(restless, wildWords(witness.all.length, ground.t()));
    else judge(always);
  });
  const world = new StageWorld(ground, witness);

  function broken(rule: Breach['rule'], seen: string): void {
    if (breach !== undefined) return;
    const { cause, glyph, question } = rule;
    breach = { rule: { cause, glyph, question }, seen, at: ground.t(), revision: ground.revision() };
    ground.interrupt();
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
    if (breach !== undefined) throw new Broken();
    await work();
    if (breach !== undefined) throw new Broken();
  }
  const run = (input: InputRequest): Promise<void> => step(() => ground.run(input));
  const pass = (to: number): Promise<void> => step(() => ground.pass(to));

  async function begin(fault: PlannedFault): Promise<void> {
    await run({ type: 'fault', fault: fault.fault, forMs: fault.forMs, after: 'now' });
  }

  /** Lets time pass up to `to`; what the seed has drawn begins on its way. */
  async function advance(to: number): Promise<void> {
    for (let next = due[0]; next !== undefined && next.at <= to; next = due[0]) {
      due.shift();
      if (next.at > ground.t()) await pass(next.at);
      await begin(next);
    }
    if (to > ground.t()) await pass(to);
  }

  async function settles(withinMs: number): Promise<void> {
    const deadline = ground.t() + withinMs;
    for (;;) {
      if (settled.every(({ judge }) => judge(world) === undefined)) return;
      if (ground.t() >= deadline) break;
      await advance(Math.min(deadline, ground.t() + lookEveryMs));
    }
    judge(settled);
    throw new Broken();
  }

  async function rests(forMs: number): Promise<void> {
    const before = witness.all.length;
    const from = ground.t();
    await advance(from + forMs);
    const more = witness.all.slice(before);
    if (more.length > 0) {
      broken(restless, restlessWords(more.length, more[0]?.object ?? '', from, forMs));
      throw new Broken();
    }
    if (!judge(settled)) throw new Broken();
  }

  const stage: Stage = {
    random,
    world,
    apply: (path, text) => run({ type: 'manifest', path, text, after: 'now' }),
    command: (text) => run({ type: 'command', text, after: 'now' }),
    fault: (fault, forMs, words) => begin({ at: ground.t(), fault, forMs, words }),
    wait: (ms) => advance(ground.t() + ms),
    settles,
    rests,
  };

  return {
    breach: broken,
    async play(scenario) {
      try {
        await advance(ground.t());
        await scenario(stage);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
      } finally {
        witness.stop();
      }
      // The instant in which it broke has been lived to its end.
      return breach && { ...breach, revision: ground.revision() };
    },
  };
}

/** The ground as rules look at it, always as it is now. */
class StageWorld implements World {
  readonly #ground: Ground;
  readonly #witness: Witness;
  /** Each rule asks for the same few kinds: they are gathered once a revision. */
  readonly #gathered = new Map<string, readonly KubeObject[]>();
  #gatheredAt = -1;

  constructor(ground: Ground, witness: Witness) {
    this.#ground = ground;
    this.#witness = witness;
  }

  get t(): number {
    return this.#ground.t();
  }

  get revision(): number {
    return this.#ground.revision();
  }

  get refused(): readonly Refusal[] {
    return this.#witness.refused();
  }

  writes(verb: 'create' | 'change' | 'delete'): readonly Write[] {
    return this.#witness.writes(verb);
  }

  objects<T extends KubeObject>(kind: Kind<T>): readonly T[] {
    const { revision } = this;
    if (revision !== this.#gatheredAt) this.#gathered.clear();
    this.#gatheredAt = revision;
    const known = this.#gathered.get(kind.kind);
    // Put there by the line below, for the same kind.
    if (known !== undefined) return known as readonly T[];
    const found = this.#ground.cluster.objects(kind);
    this.#gathered.set(kind.kind, found);
    return found;
  }
}

const restless: Breach['rule'] = {
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
