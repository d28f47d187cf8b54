/** A graded submission in words: whole for one, a line each for many. */
import { headline, type Report } from '../../lesson/universes/report.ts';
import type { Failed } from '../../lesson/universes/types.ts';

/** A failing universe without its log, which only the page can open. */
export type PrintedFailure = Pick<Failed, 'seed' | 'scenario' | 'at' | 'revision' | 'weather' | 'seen' | 'question'>;

/** As `Report`, of what is printed and kept. */
export interface PrintedReport extends Pick<Report, 'universes' | 'passed' | 'left'> {
  readonly groups: readonly { readonly cause: string; readonly failures: readonly PrintedFailure[] }[];
}

export const printed = ({ universes, passed, left, groups }: Report): PrintedReport => ({
  universes,
  passed,
  left,
  groups: groups.map(({ cause, failures }) => ({
    cause,
    failures: failures.map(({ seed, scenario, at, revision, weather, seen, question }) => ({ seed, scenario, at, revision, weather, seen, question })),
  })),
});

export interface Graded {
  /** The file as it was named on the command line. */
  readonly file: string;
  /** Key of the exercise: `12-replicaset`, `6-quorum/restore`. */
  readonly lesson: string;
  readonly report: PrintedReport;
  /** The universes that converged. */
  readonly converged: readonly number[];
  /** What the person who grades should know: made against another version of the lesson. */
  readonly notes: readonly string[];
  /** The exercise's file that the submission lacks: it wasn't handed in, so nothing of it was run and nothing has converged. */
  readonly missing?: string;
}

/** Seeds that are named, of those that failed by one cause. */
const seedsNamed = 12;

/** What is printed of one. */
export type PrintedResult = Omit<Graded, 'converged'>;

export function reportText({ file, lesson, report, notes, missing }: PrintedResult): string {
  const head = missing === undefined ? headline(report) : `Not handed in: ${missingWords(missing)}`;
  const lines = [`${file}: ${lesson}`, head, ...notes.map((note) => `  ${note}`)];
  for (const { cause, failures } of report.groups) {
    const seeds = failures.map(({ seed }) => seed);
    const more = seeds.length > seedsNamed ? ` and ${seeds.length - seedsNamed} more` : '';
    lines.push('', `${seeds.length} ${cause}`, `  universes ${seeds.slice(0, seedsNamed).join(', ')}${more}`);
    const [first] = failures;
    if (first === undefined) continue;
    const where = first.at > 0 ? ` at t = ${(first.at / 1000).toFixed(3)} s` : '';
    const weather = first.weather === '' ? '' : ` (${first.weather})`;
    lines.push(`  Universe ${first.seed}${where}${weather}: ${first.seen}`, `  ${first.question}`);
  }
  return `${lines.map(plain).join('\n')}\n`;
}

/** Why an exercise wasn't handed in. */
export const missingWords = (missing: string): string => `the file has no ${missing}`;

/** What was handed in throws words of its own: none of them may move the cursor, hide what stands there, or write a line of its own. */
export const plain = (line: string): string => line.replace(obeyed, '\ufffd');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
const obeyed = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** As JSON, which may come to stand in a terminal as well: what one would obey is written with an escape. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(obeyed, (char) => (char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** `kim.json    171 of 200   17 made too many Pods`; `widest`: of the files' names. */
export function reportLine({ file, lesson, report, notes, missing }: PrintedResult, widest: number): string {
  const ran = report.universes - report.left;
  const causes = report.groups.map(({ cause, failures }) => `${failures.length} ${cause}`).join(', ');
  const name = lesson.split('/')[1];
  const why = missing === undefined ? causes : missingWords(missing);
  const all = [...(name === undefined ? [] : [`exercise ${name}`]), ...(why === '' ? [] : [why]), ...notes];
  const count = missing === undefined ? `${report.passed} of ${ran}` : 'not handed in';
  return plain(`${file.padEnd(widest)}  ${count.padEnd(12)} ${all.join('; ')}`.trimEnd());
}

/** For other programs. */
export function reportJson({ file, lesson, report, notes, missing }: PrintedResult): object {
  const groups = report.groups.map(({ cause, failures }) => ({ cause, failures: failures.map(({ question: _, ...failure }) => failure) }));
  return { file, lesson, ...(missing !== undefined && { missing }), universes: report.universes, passed: report.passed, left: report.left, groups, notes };
}
