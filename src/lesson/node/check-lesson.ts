/** Proves a lesson's exercise from both sides: the start fails, the solution passes, each wrong answer fails in its own way. */
import { relative } from 'node:path';
import { nearest } from '../nearest.ts';
import { type GradeEnd, type GradingOptions, grade } from '../universes/grading.ts';
import { hungCause } from '../universes/lost-verdicts.ts';
import { type Report, reportOf } from '../universes/report.ts';
import { createGraderPool } from '../universes/grader-pool.ts';
import { standingRules } from '../universes/rules/standing-rules.ts';
import type { Check, Verdict } from '../universes/types.ts';
import { loadCheck, readExercise, throwCheckMistakes } from './lesson-folder.ts';

/** What one set of files came to. */
export interface Proof {
  /** `start`, `solution`, `wrong/counts-leaving` */
  readonly name: string;
  /** What it must come to, and whether it did. */
  readonly expected: string;
  readonly ok: boolean;
  readonly report?: Report;
  /** Where and why it couldn't be run, or what it came to instead. */
  readonly message: string;
  readonly ms: number;
}

interface ProofOptions {
  readonly graders?: GradingOptions;
  readonly count?: number;
  /** What to do where it doesn't come to what it must. */
  advice?(report: Report): string;
  /** Whether these verdicts are enough. */
  mayEnd?(verdicts: readonly Verdict[]): boolean;
}

/** By so many failures one of the causes named must lead, for a sample to end there. */
const clearLead = 3;

/** Whether one of these causes leads clearly. It might still be overtaken: enough for a sample, not for a proof. */
export function isClear({ groups }: Report, causes: readonly string[]): boolean {
  const [first, second] = groups;
  return first !== undefined && causes.includes(first.cause) && first.failures.length - (second?.failures.length ?? 0) >= clearLead;
}

/** Rules that had nothing to look at in any of the universes: a check that judges nothing proves nothing. */
function idleRules(end: GradeEnd): readonly string[] {
  if (end.type !== 'done') return [];
  const [first, ...others] = end.verdicts.map((verdict) => (verdict.ok ? (verdict.idle ?? []) : []));
  return (first ?? []).filter((cause) => others.every((idle) => idle.includes(cause)));
}

/** So many wrong and so many right answers. */
export interface Sample {
  readonly wrong: number;
  readonly right: number;
  readonly first: number;
}

/** How much is tried. */
export interface Extent {
  readonly universes: number;
  /** For the other right answers. */
  readonly rightUniverses: number;
  /** What fails runs no further universes once its cause leads clearly. */
  readonly untilClear?: boolean;
  /** Too few universes for every rule to have something to judge: that none has is no failure. */
  readonly mayBeIdle?: boolean;
  /** Not every wrong and right answer, but so many of each, spread over their list from `first` on. */
  readonly sample?: Sample;
}

/** Grades all answers to one exercise, by its key. `report` is called with each proof as it is done. */
export async function checkExercise(
  key: string,
  { universes, rightUniverses, untilClear = false, mayBeIdle = false, sample = allAnswers }: Extent,
  grading: GradingOptions,
  report: (proof: Proof) => void = () => {},
): Promise<readonly Proof[]> {
  const { exercise, folder } = readExercise(key);
  const check = await loadCheck(folder);
  throwCheckMistakes(key, check);
  const proofs: Proof[] = [];
  const patient = createGraderPool(grading);
  // What is to hang needn't be waited for as long as what is slow.
  const { hangMs: _, ...usual } = patient;

  async function prove(
    name: string,
    files: Readonly<Record<string, string>>,
    expected: string,
    holds: (report: Report) => boolean,
    { graders = patient, count = universes, advice, mayEnd = () => false }: ProofOptions = {},
  ) {
    const from = performance.now();
    const running = grade({ lesson: key, files }, count, graders, (verdicts) => {
      if (untilClear && mayEnd(verdicts)) running.finish();
    });
    const end = await running.end;
    const outcome = judged(end, count, holds);
    const said = advice !== undefined && !outcome.ok && outcome.report !== undefined ? `; ${advice(outcome.report)}` : '';
    const idle = name === 'solution' && !mayBeIdle ? idleRules(end) : [];
    const proof = {
      name,
      expected,
      ...outcome,
      message: `${outcome.message}${said}`,
      ...(idle.length === 0 ? {} : { ok: false, message: `nothing to judge in any universe: ${idle.join(', ')}` }),
      ms: performance.now() - from,
    };
    proofs.push(proof);
    report(proof);
  }

  try {
    const hasFailed = (verdicts: readonly Verdict[]): boolean => verdicts.some(({ ok }) => !ok);
    await prove('start', exercise.start, 'fails', ({ passed, groups }) => passed < universes && groups.length > 0, { mayEnd: hasFailed });
    const all = 'converges in every universe';
    await prove('solution', exercise.solution, all, ({ passed }) => passed === universes);
    for (const { name, text } of sampled(exercise.right, sample.right, sample.first)) {
      const files = { ...exercise.start, [exercise.file]: text };
      await prove(`right/${name}`, files, all, ({ passed }) => passed === rightUniverses, { count: rightUniverses });
    }
    for (const { name, path, text, causes, causeLine } of sampled(exercise.wrong, sample.wrong, sample.first)) {
      const files = { ...exercise.start, [exercise.file]: text };
      const graders = causes.includes(hungCause) ? usual : patient;
      await prove(`wrong/${name}`, files, causes.join(' | '), ({ groups }) => causes.includes(groups[0]?.cause ?? ''), {
        graders,
        advice: (said) => adviceAbout({ path: `${relative(process.cwd(), folder)}/${path}:${causeLine}`, causes, known: ruleCauses(check), report: said }),
        mayEnd: (verdicts) => isClear(reportOf(verdicts, universes), causes),
      });
    }
  } finally {
    patient.close();
  }
  return proofs;
}

/** Causes that the check's rules have. Those of its cases and trials, and what is said of code that throws or hangs, show in a report alone. */
function ruleCauses({ subject, always, settled }: Pick<Check, 'subject' | 'always' | 'settled'>): readonly string[] {
  const standing = standingRules({ subject });
  return [...standing.always, ...standing.settled, ...always, ...settled].map(({ cause }) => cause);
}

/** A wrong answer that doesn't fail as it says. */
interface Misnamed {
  /** With the line that names its causes. */
  readonly path: string;
  readonly causes: readonly string[];
  /** Causes that the check's rules have. */
  readonly known: readonly string[];
  readonly report: Pick<Report, 'groups'>;
}

/** What its author can do: where nothing notices it, where no cause is called so, and where another is commoner. */
export function adviceAbout({ path, causes, known, report: { groups } }: Misnamed): string {
  const [commonest] = groups;
  if (commonest === undefined) return `no rule notices ${path}: check.ts needs one, or a scenario in which it shows`;
  const seen = groups.map(({ cause }) => cause);
  const all = [...seen, ...known];
  const said = causes.filter((cause) => !all.includes(cause)).map((cause) => `; no rule has the cause “${cause}”, and no universe of it; the nearest is “${nearest(cause, all) ?? ''}”`);
  return `${path} says another @cause: most of its universes fail by “${commonest.cause}”; where two come about equally often, it names both, as “one | the other”${said.join('')}`;
}

const allAnswers: Sample = { wrong: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY, first: 0 };

/** `count` of them, evenly spread, the first of them moved by `first`. */
function sampled<T>(answers: readonly T[], count: number, first: number): readonly T[] {
  if (count >= answers.length) return answers;
  const kept = new Set(Array.from({ length: count }, (_, nth) => (first + Math.floor((nth * answers.length) / count)) % answers.length));
  return answers.filter((_, index) => kept.has(index));
}

function judged(
  end: GradeEnd,
  universes: number,
  holds: (report: Report) => boolean,
): Pick<Proof, 'ok' | 'report' | 'message'> {
  if (end.type === 'unfit')
    return { ok: false, message: `${end.problem.title} (${end.problem.file ?? ''}:${end.problem.line ?? 0})` };
  if (end.type === 'broken') return { ok: false, message: end.message };
  const report = reportOf(end.verdicts, universes);
  const words = [
    `${report.passed} converged`,
    ...report.groups.map(({ cause, failures }) => `${failures.length} ${cause}`),
  ];
  return { ok: holds(report), report, message: words.join(', ') };
}
