/** What a learner hands in: one file, made in the page and read by `converge grade`. */
import { createChecks, type Checks, readJson } from './share/checks.ts';
import type { Report } from './universes/report.ts';

export interface Submission {
  readonly format: 'converge-submission';
  readonly version: 1;
  /** `12-replicaset` */
  readonly lesson: string;
  /** Of the lesson it was made against; see `lessonHash` in progress/work.ts. */
  readonly lessonHash: string;
  /** The files of the lesson's exercises as they were handed in, all of them: path -> text. */
  readonly files: Readonly<Record<string, string>>;
  /** What the last check in the page said; absent when these files were never checked. Whoever grades runs its own. */
  readonly report?: ReportSummary;
  /** The same of further exercises, by name. */
  readonly reports?: Readonly<Record<string, ReportSummary>>;
}

export interface ReportSummary {
  readonly universes: number;
  readonly passed: number;
  /** Those that were not run. */
  readonly left: number;
  /** Commonest first. */
  readonly causes: readonly { readonly cause: string; readonly universes: number }[];
}

/** A file larger than this isn't one of ours. */
export const largestSubmission = 1_000_000;

/** `report`: of exactly these files; `further`: those of further exercises, by name. */
export function submissionOf(
  lesson: string,
  lessonHash: string,
  files: Readonly<Record<string, string>>,
  report?: Report,
  further: Readonly<Record<string, Report>> = {},
): Submission {
  const reports = Object.fromEntries(Object.entries(further).map(([name, each]) => [name, summaryOf(each)]));
  return {
    format: 'converge-submission',
    version: 1,
    lesson,
    lessonHash,
    files,
    ...(report === undefined ? {} : { report: summaryOf(report) }),
    ...(Object.keys(reports).length === 0 ? {} : { reports }),
  };
}

function summaryOf({ universes, passed, left, groups }: Report): ReportSummary {
  const causes = groups.map(({ cause, failures }) => ({ cause, universes: failures.length }));
  return { universes, passed, left, causes };
}

/** The file's name and text. */
export const submissionFile = (submission: Submission): { readonly name: string; readonly text: string } => ({
  name: `converge-submission-${submission.lesson}.json`,
  text: `${JSON.stringify(submission, null, 2)}\n`,
});

/**
 * Reads a submission, strictly: what isn't part of the format is refused.
 * @throws Error whose message is a sentence that says what is wrong with it, and where.
 */
export function parseSubmission(text: string): Submission {
  const what = 'The submission';
  if (text.length > largestSubmission)
    throw new Error(`${what} can’t be read: it is larger than ${largestSubmission.toLocaleString('en-US')} characters.`);
  const checks = createChecks(what);
  const names = ['format', 'version', 'lesson', 'lessonHash', 'files', 'report', 'reports'];
  const fields = checks.only(readJson(text, what), 'it', names);
  if (fields['format'] !== 'converge-submission') throw checks.wrong('format', '"converge-submission"');
  if (fields['version'] !== 1) throw checks.wrong('version', '1');
  const lesson = checks.text(fields['lesson'], 'lesson');
  if (!/^\d+-[a-z0-9-]+$/.test(lesson)) throw checks.wrong('lesson', 'a lesson such as "12-replicaset"');
  const lessonHash = checks.text(fields['lessonHash'], 'lessonHash');
  if (!/^[0-9a-f]{8}$/.test(lessonHash)) throw checks.wrong('lessonHash', 'eight hexadecimal digits');
  const files = checks.texts(fields['files'], 'files');
  const odd = Object.keys(files).find((path) => !isPlainPath(path));
  if (odd !== undefined) throw checks.wrong(`files[${JSON.stringify(odd)}]`, 'a path inside the workspace');
  return {
    format: 'converge-submission',
    version: 1,
    lesson,
    lessonHash,
    files,
    ...(fields['report'] === undefined ? {} : { report: parseSummary(checks, fields['report'], 'report') }),
    ...(fields['reports'] === undefined ? {} : { reports: checks.each(fields['reports'], 'reports', (each, where) => parseSummary(checks, each, where)) }),
  };
}

function parseSummary(checks: Checks, value: unknown, what: string): ReportSummary {
  const fields = checks.only(value, what, ['universes', 'passed', 'left', 'causes']);
  const causes = checks.list(fields['causes'], `${what}.causes`).map((each, index) => {
    const where = `${what}.causes[${index}]`;
    const { cause, universes } = checks.only(each, where, ['cause', 'universes']);
    return { cause: checks.text(cause, `${where}.cause`), universes: checks.number(universes, `${where}.universes`) };
  });
  return {
    universes: checks.number(fields['universes'], `${what}.universes`),
    passed: checks.number(fields['passed'], `${what}.passed`),
    left: checks.number(fields['left'], `${what}.left`),
    causes,
  };
}

/** `reconcile.ts`, `lib/pods.ts`: relative, with `/`, leading nowhere else. */
export const isPlainPath = (path: string): boolean =>
  path.length <= 200 && path.split('/').every((part) => /^[\w][\w.@-]*$/.test(part));
