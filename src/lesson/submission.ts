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
  /** The name or number that the learner has given, as typed. */
  readonly by?: string;
  /** The first and the last answer to each of the lesson's questions, those of its recall included, by its key. */
  readonly answers?: Readonly<Record<string, GivenAnswer>>;
  /** Of each prediction that was made what was chosen, by its id. */
  readonly predictions?: Readonly<Record<string, GivenPrediction>>;
}

/** `settled`: the cell that decides it has run since. */
export interface GivenPrediction {
  readonly choice: string;
  readonly settled: boolean;
}

/** Places among the answers as the lesson lists them, from 0. */
export interface GivenAnswer {
  readonly first: number;
  readonly last: number;
}

/** What a submission is made of, besides the lesson and its files. */
export interface SubmissionParts {
  /** What the last check said, of exactly these files. */
  readonly report?: Report | undefined;
  /** The same of further exercises, by name. */
  readonly further?: Readonly<Record<string, Report>>;
  /** The learner's name or number; spaces around it don't count, and an empty one is none. */
  readonly by?: string;
  readonly answers?: Readonly<Record<string, GivenAnswer>>;
  readonly predictions?: Readonly<Record<string, GivenPrediction>>;
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

/** Characters of a name or number. */
export const longestName = 80;

export function submissionOf(
  lesson: string,
  lessonHash: string,
  files: Readonly<Record<string, string>>,
  { report, further = {}, by = '', answers = {}, predictions = {} }: SubmissionParts = {},
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
    ...(by.trim() === '' ? {} : { by: by.trim().slice(0, longestName) }),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(Object.keys(predictions).length === 0 ? {} : { predictions }),
  };
}

function summaryOf({ universes, passed, left, groups }: Report): ReportSummary {
  const causes = groups.map(({ cause, failures }) => ({ cause, universes: failures.length }));
  return { universes, passed, left, causes };
}

/** The file's name and text. */
export const submissionFile = (submission: Submission): { readonly name: string; readonly text: string } => ({
  name: `converge-submission-${submission.lesson}${nameInFile(submission.by)}.json`,
  text: `${JSON.stringify(submission, null, 2)}\n`,
});

/** `-kim-lee`: letters and digits of any script, and nothing that a file system would read. */
function nameInFile(by = ''): string {
  const plain = by.normalize('NFC').toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return plain === '' ? '' : `-${plain}`;
}

/**
 * Reads a submission, strictly: what isn't part of the format is refused.
 * @throws Error whose message is a sentence that says what is wrong with it, and where.
 */
export function parseSubmission(text: string): Submission {
  const what = 'The submission';
  if (text.length > largestSubmission)
    throw new Error(`${what} can’t be read: it is larger than ${largestSubmission.toLocaleString('en-US')} characters.`);
  const checks = createChecks(what);
  const names = ['format', 'version', 'lesson', 'lessonHash', 'files', 'report', 'reports', 'by', 'answers', 'predictions'];
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
    ...(fields['by'] === undefined ? {} : { by: parseName(checks, fields['by']) }),
    ...(fields['answers'] === undefined ? {} : { answers: parseAnswers(checks, fields['answers'], 'answers') }),
    ...(fields['predictions'] === undefined ? {} : { predictions: parsePredictions(checks, fields['predictions'], 'predictions') }),
  };
}

function parseName(checks: Checks, value: unknown): string {
  const name = checks.text(value, 'by');
  if (name.length > longestName) throw checks.wrong('by', `a name of at most ${longestName} characters`);
  return name;
}

/** Answers to questions, by key. `where`: the field that holds them. @throws Error */
export const parseAnswers = (checks: Checks, value: unknown, where: string): Readonly<Record<string, GivenAnswer>> =>
  checks.each(value, where, (each, at) => {
    const { first, last } = checks.only(each, at, ['first', 'last']);
    return { first: checks.number(first, `${at}.first`), last: checks.number(last, `${at}.last`) };
  });

/** Predictions that were made, by id. `where`: the field that holds them. @throws Error */
export const parsePredictions = (checks: Checks, value: unknown, where: string): Readonly<Record<string, GivenPrediction>> =>
  checks.each(value, where, (each, at) => {
    const { choice, settled } = checks.only(each, at, ['choice', 'settled']);
    return { choice: checks.text(choice, `${at}.choice`), settled: checks.yes(settled, `${at}.settled`) };
  });

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
