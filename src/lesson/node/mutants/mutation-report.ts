/** What mutants have shown, in words and numbers. */
import type { MutantResult, MutationReport } from './mutate-lesson.ts';

/** Of one operator, or of all together. */
export interface Tally {
  readonly operator: string;
  readonly made: number;
  readonly killed: number;
  /** Accepted ones are among them. */
  readonly survived: number;
  readonly equivalent: number;
  /** Killed of those that aren't equivalent: 0 to 1; 1 where there are none. */
  readonly score: number;
}

/** One a kind of mistake, in the order of the report; the last is of all. */
export function tallies({ results }: MutationReport): readonly Tally[] {
  const operators = [...new Set(results.map(({ mutant }) => mutant.operator))];
  return [
    ...operators.map((operator) => tallyOf(operator, results.filter(({ mutant }) => mutant.operator === operator))),
    tallyOf('all', results),
  ];
}

function tallyOf(operator: string, results: readonly MutantResult[]): Tally {
  const count = (...types: readonly string[]): number => results.filter(({ fate }) => types.includes(fate.type)).length;
  const killed = count('killed');
  const survived = count('survived', 'accepted');
  return {
    operator,
    made: results.length,
    killed,
    survived,
    equivalent: count('equivalent'),
    score: killed + survived === 0 ? 1 : killed / (killed + survived),
  };
}

/** Those that passed and of which nothing is known. */
export const unknownSurvivors = ({ results }: MutationReport): readonly MutantResult[] =>
  results.filter(({ fate }) => fate.type === 'survived');

/** Whether nothing is left to do: every survivor has its reason, and every reason its survivor. */
export const isSound = (report: MutationReport): boolean =>
  unknownSurvivors(report).length === 0 && report.stale.length === 0 && report.killedThough.length === 0;

/** The table, accepted survivors with their reason, the others with what they change, and entries that are out of date. */
export function reportLines(report: MutationReport): readonly string[] {
  const { universes, refused } = report;
  const rows = tallies(report).map(({ operator, made, killed, survived, equivalent, score }) => [
    operator,
    String(made),
    String(killed),
    String(survived),
    String(equivalent),
    percent(score),
  ]);
  return [
    ...table([['operator', 'made', 'killed', 'survived', 'equivalent', 'score'], ...rows]),
    `A mutant that passes ${universes} universes survives. ${refused} more were refused by the type checker.`,
    ...causeLines(report),
    ...report.results.flatMap(({ mutant: { id }, fate }) => (fate.type === 'accepted' ? ['', `accepted  ${id}`, `  ${fate.because}`] : [])),
    ...unknownSurvivors(report).flatMap(({ mutant: { id, file, line, before, after } }) => [
      '',
      `survived  ${id}`,
      `  ${file}:${line}`,
      ...before.split('\n').map((each) => `  - ${each.trim()}`),
      ...after.split('\n').map((each) => `  + ${each.trim()}`),
    ]),
    ...report.stale.map((entry) => `out of date in known-mutants.ts, it fits no mutant: ${entry}`),
    ...report.killedThough.map(({ id, cause }) => `out of date in known-mutants.ts, it is killed (${cause}): ${id}`),
  ];
}

/** By what mutants were killed, the commonest cause first. */
function causeLines({ results }: MutationReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { fate } of results) if (fate.type === 'killed') counts.set(fate.cause, (counts.get(fate.cause) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([cause, count]) => `${String(count).padStart(4)} × ${cause}`);
}

const percent = (score: number): string => `${(Math.floor(score * 1000) / 10).toFixed(1)} %`;

/** The first column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}
