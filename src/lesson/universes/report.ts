import type { Failed, Glyph, Verdict } from './types.ts';
import { tr } from '../words/words.ts';

/** What the universes said, put together for the page and the command line. */
export interface Report {
  readonly universes: number;
  readonly passed: number;
  /** Those that never got their turn: the grading was stopped. */
  readonly left: number;
  /** Commonest cause first; then by name. */
  readonly groups: readonly CauseGroup[];
  /** Of a check in stages: how each stands. What else is said is about the one that is `now`, or about all of them. */
  readonly stages?: readonly StageResult[];
}

/** How a stage of a check stands. */
export interface StageResult {
  /** "late and double" */
  readonly name: string;
  /** `now`: the first that isn't passed. `later` is judged when those before it are passed. */
  readonly status: 'met' | 'now' | 'later';
}

export interface CauseGroup {
  readonly cause: string;
  readonly glyph: Glyph;
  /** In order of seed. */
  readonly failures: readonly Failed[];
}

/** Groups verdicts by their cause. `universes`: how many were asked for. */
export function reportOf(verdicts: readonly Verdict[], universes: number): Report {
  const groups = new Map<string, Failed[]>();
  let passed = 0;
  for (const verdict of verdicts.toSorted((a, b) => a.seed - b.seed)) {
    if (verdict.ok) {
      passed += 1;
      continue;
    }
    const group = groups.get(verdict.cause);
    if (group === undefined) groups.set(verdict.cause, [verdict]);
    else group.push(verdict);
  }
  return {
    universes,
    passed,
    left: universes - verdicts.length,
    groups: [...groups]
      .map(([cause, failures]) => ({ cause, glyph: failures[0]?.glyph ?? 'stood-still', failures }))
      .sort((a, b) => b.failures.length - a.failures.length || (a.cause < b.cause ? -1 : 1)),
  };
}

/** "171 of 200 universes converged", "Late and double: 31 of 50 universes converged"; says so when not all were run. */
export function headline(report: Pick<Report, 'passed' | 'universes' | 'left' | 'stages'>): string {
  const { passed, universes, left } = report;
  const stage = stageWords(report);
  if (left > 0) return stage + tr('{part} of {whole} universes converged; {left} were not run', { part: passed, whole: universes - left, left });
  return stage + (passed === universes ? tr('All {count} universes converged', { count: universes }) : tr('{part} of {whole} universes converged', { part: passed, whole: universes }));
}

/** "Late and double: " */
export function stageWords({ stages }: Pick<Report, 'stages'>): string {
  const current = stages?.find(({ status }) => status === 'now')?.name;
  if (current === undefined) return '';
  const name = tr(current);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: `;
}
