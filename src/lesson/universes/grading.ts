/** Hands universes out to graders (workers, threads) and gathers what they say. A grader that hangs is ended and replaced. */
import type { Problem } from '../../session/types.ts';
import type { Failed, Verdict } from './types.ts';

/** What is graded. */
export interface GradeJob {
  /** `12-replicaset` */
  readonly lesson: string;
  /** The learner's files, by path in the workspace. */
  readonly files: Readonly<Record<string, string>>;
}

export type ToGrader =
  | { readonly type: 'grade'; readonly job: GradeJob; readonly seed: number }
  /** Live through a universe of this lesson with the built-in controller, so that the next ones go fast. */
  | { readonly type: 'rehearse'; readonly lesson: string; readonly seed: number };

export type FromGrader =
  /** Loaded; waits for its first universe. */
  | { readonly type: 'hello' }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'rehearsed' }
  /** The files can't be run at all. */
  | { readonly type: 'unfit'; readonly problem: Problem }
  /** The grader itself broke. */
  | { readonly type: 'broken'; readonly message: string }
  /** The grader was ended from outside while it lived through a universe, as when its memory was used up. `because`: a sentence. */
  | { readonly type: 'died'; readonly because: string };

/** One grader. Everything posted before its `hello` waits. */
export interface GraderLink {
  post(message: ToGrader): void;
  stop(): void;
}

export interface GradingOptions {
  open(listen: (message: FromGrader) => void): GraderLink;
  readonly graders: number;
  /** Somebody is about to grade this lesson's exercise: graders that can be kept are opened now, and rehearse. */
  warm?(lesson: string): void;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** A universe that takes longer than this (real milliseconds) hangs; 3,000 unless told. On a machine that is busy, it is given more. */
  readonly hangMs?: number;
  /** Real milliseconds since whenever; without it, every machine is taken for a quick one. */
  nowMs?(): number;
}

export type GradeEnd =
  /** `verdicts` in the order in which they came. Fewer than asked for when it was stopped or universe after universe hung. */
  | { readonly type: 'done' | 'stopped'; readonly verdicts: readonly Verdict[] }
  | { readonly type: 'unfit'; readonly problem: Problem }
  | { readonly type: 'broken'; readonly message: string };

export interface Grading {
  readonly end: Promise<GradeEnd>;
  /** Ends it with what there is. */
  stop(): void;
}

/** What is said of a universe that hangs. */
export const hungCause = 'never gave the turn back';

/** Of a universe: real milliseconds. */
const usualHangMs = 3000;

/** An honest universe never takes so many times as long as its grader took to load. */
const patience = 6;

/** After so many universes have hung or died, the others aren't tried. */
const lossesAllowed = 2;

/** A grader that has answered once is asked for the next universe while it lives through one: it never waits for the page. */
const askedAhead = 2;

/** Grades seeds 1 … `universes`. `progress` is told after each. */
export function grade(
  job: GradeJob,
  universes: number,
  options: GradingOptions,
  progress: (verdicts: readonly Verdict[]) => void,
): Grading {
  const verdicts: Verdict[] = [];
  const seeds = createSeeds(universes);
  const open = new Set<() => void>();
  let lost = 0;
  let finish: (end: GradeEnd) => void = () => {};
  let over = false;
  const end = new Promise<GradeEnd>((resolve) => {
    finish = (result) => {
      if (over) return;
      over = true;
      for (const close of open) close();
      resolve(result);
    };
  });
  function take(verdict: Verdict): void {
    if (over) return;
    verdicts.push(verdict);
    progress(verdicts);
    if (verdicts.length === universes) finish({ type: 'done', verdicts });
  }

  function start(): void {
    const close = employ(job, seeds, options, {
      take,
      finish,
      lose(verdict) {
        open.delete(close);
        lost += 1;
        take(verdict);
        if (lost >= lossesAllowed) finish({ type: 'done', verdicts });
        else if (!over && seeds.left()) start();
      },
    });
    open.add(close);
  }

  for (let grader = 0; grader < Math.min(options.graders, universes); grader += 1) start();
  return { end, stop: () => finish({ type: 'stopped', verdicts }) };
}

/** Seeds that nobody has lived through yet. */
interface Seeds {
  take(): number | undefined;
  /** They were asked of a grader that is gone before it came to them. */
  giveBack(seeds: readonly number[]): void;
  left(): boolean;
}

function createSeeds(universes: number): Seeds {
  let next = 1;
  const returned: number[] = [];
  return {
    take: () => returned.shift() ?? (next <= universes ? next++ : undefined),
    giveBack: (seeds) => void returned.push(...seeds),
    left: () => returned.length > 0 || next <= universes,
  };
}

/** Who hears of a grader. */
interface Employer {
  take(verdict: Verdict): void;
  /** The grader is gone, and with it a universe. */
  lose(verdict: Failed): void;
  finish(end: GradeEnd): void;
}

/** Opens a grader and has it live through one universe after another. Returns what ends it. */
function employ(job: GradeJob, seeds: Seeds, options: GradingOptions, employer: Employer): () => void {
  /** What it was asked for, in the order in which it answers. */
  const asked: number[] = [];
  const limit = patienceWith(options);
  let cancel = (): void => {};
  let over = false;

  function close(): void {
    cancel();
    over = true;
    link.stop();
  }
  function lose(verdict: Failed): void {
    close();
    seeds.giveBack(asked.slice(1));
    employer.lose(verdict);
  }
  /** Asks for more, until it knows of so many, and watches over the one that it lives through now. */
  function ask(ahead: number): void {
    cancel();
    const next = (): number | undefined => (asked.length < ahead ? seeds.take() : undefined);
    for (let seed = next(); seed !== undefined; seed = next()) {
      asked.push(seed);
      link.post({ type: 'grade', job, seed });
    }
    const [current] = asked;
    if (current === undefined) return close();
    const limitMs = limit();
    cancel = options.after(limitMs, () => lose(hung(current, limitMs)));
  }

  const link = options.open((message) => {
    const [seed] = asked;
    if (over || !isInTurn(message, seed)) return;
    if (message.type === 'hello') return ask(1);
    if (message.type === 'verdict') {
      asked.shift();
      employer.take(message.verdict);
      if (!over) ask(askedAhead);
    } else if (message.type === 'died' && seed !== undefined) lose(died(seed, message.because));
    else employer.finish(message.type === 'died' ? { type: 'broken', message: message.because } : message);
  });
  return close;
}

/** How long a universe of a grader that is opened now may take, from when it is asked for the first: milliseconds. */
function patienceWith({ hangMs = usualHangMs, nowMs = () => 0 }: GradingOptions): () => number {
  const openedMs = nowMs();
  let limitMs: number | undefined;
  return () => (limitMs ??= Math.max(hangMs, patience * (nowMs() - openedMs)));
}

type InTurn = Exclude<FromGrader, { readonly type: 'rehearsed' }>;

/** What nobody waits for was said by the code that is graded, in its grader's name: taken for an answer it would use up seeds. */
function isInTurn(message: FromGrader, asked: number | undefined): message is InTurn {
  if (message.type === 'hello') return asked === undefined;
  return message.type === 'verdict' ? message.verdict.seed === asked : message.type !== 'rehearsed';
}

function died(seed: number, because: string): Failed {
  return {
    ...hung(seed, 0),
    cause: 'ended its universe from within',
    weather: 'the universe is gone',
    seen: because,
    question: 'What in your code grows with every look and is never let go?',
  };
}

function hung(seed: number, hangMs: number): Failed {
  return {
    ok: false,
    seed,
    cause: hungCause,
    glyph: 'hung',
    scenario: '',
    at: 0,
    revision: 0,
    weather: 'the universe stood still',
    seen: `Your code ran for ${Math.round(hangMs / 1000)} s without giving the turn back, so the universe was ended. Nothing else in it could move.`,
    question: 'Which of your loops waits for something that can only happen while your code is not running?',
  };
}
