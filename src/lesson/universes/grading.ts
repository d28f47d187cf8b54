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

export type ToGrader = { readonly type: 'grade'; readonly job: GradeJob; readonly seed: number };

export type FromGrader =
  /** Loaded; waits for its first universe. */
  | { readonly type: 'hello' }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
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
  /** Somebody is about to grade: graders that can be kept are opened now. */
  warm?(): void;
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

/** Grades seeds 1 … `universes`. `progress` is told after each. */
export function grade(
  job: GradeJob,
  universes: number,
  options: GradingOptions,
  progress: (verdicts: readonly Verdict[]) => void,
): Grading {
  const verdicts: Verdict[] = [];
  const open = new Set<() => void>();
  let nextSeed = 1;
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
    let cancel: (() => void) | undefined;
    let asked: number | undefined;
    const limit = patienceWith(options);
    const close = (): void => {
      cancel?.();
      open.delete(close);
      link.stop();
    };
    const link = options.open((message) => {
      if (over || !open.has(close) || outOfTurn(message, asked)) return;
      cancel?.();
      if (message.type === 'unfit' || message.type === 'broken') return finish(message);
      if (message.type === 'died')
        return asked === undefined
          ? finish({ type: 'broken', message: message.because })
          : lose(died(asked, message.because));
      if (message.type === 'verdict') take(message.verdict);
      ask();
    });
    /** This grader is gone, and with it a universe; another one takes its place. */
    function lose(verdict: Failed): void {
      close();
      lost += 1;
      take(verdict);
      if (lost >= lossesAllowed) finish({ type: 'done', verdicts });
      else if (nextSeed <= universes) start();
    }
    function ask(): void {
      if (over) return;
      const seed = nextSeed;
      if (seed > universes) return close();
      nextSeed += 1;
      asked = seed;
      const limitMs = limit();
      cancel = options.after(limitMs, () => lose(hung(seed, limitMs)));
      link.post({ type: 'grade', job, seed });
    }
    open.add(close);
  }

  for (let grader = 0; grader < Math.min(options.graders, universes); grader += 1) start();
  return { end, stop: () => finish({ type: 'stopped', verdicts }) };
}

/** How long a universe of a grader that is opened now may take, from when it is asked for the first: milliseconds. */
function patienceWith({ hangMs = usualHangMs, nowMs = () => 0 }: GradingOptions): () => number {
  const openedMs = nowMs();
  let limitMs: number | undefined;
  return () => (limitMs ??= Math.max(hangMs, patience * (nowMs() - openedMs)));
}

/** What nobody waits for was said by the code that is graded, in its grader's name: taken for an answer it would use up seeds. */
function outOfTurn(message: FromGrader, asked: number | undefined): boolean {
  if (message.type === 'hello') return asked !== undefined;
  return message.type === 'verdict' && message.verdict.seed !== asked;
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
