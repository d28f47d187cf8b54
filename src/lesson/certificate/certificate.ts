/** What a learner has passed, in one file: with all that is needed to see it again, and nothing that has to be believed. */
import { readWork } from '../progress/read-work.ts';
import { readPassedOn } from '../progress/passed-on.ts';
import { answersOf, type KeptReport, type LessonWork } from '../progress/work.ts';
import { createChecks, type Checks, readJson } from '../share/checks.ts';
import { type GivenAnswer, isPlainPath, parseAnswers } from '../submission.ts';

export interface Certificate {
  readonly format: 'converge-certificate';
  readonly version: 1;
  /** As the learner has typed it. */
  readonly name: string;
  /** By the folder name of a lesson, `12-replicaset`, or the name of a checkpoint, `checkpoint-3`. */
  readonly passed: Readonly<Record<string, PassedWork>>;
}

/** What was passed, and what it was passed with. */
export interface PassedWork {
  /** By the learner's clock, in milliseconds since the epoch. Absent: not known. */
  readonly passedOn?: number;
  readonly lessonHash: string;
  /** The files of its exercises that differ from the start. */
  readonly files: Readonly<Record<string, string>>;
  /** The first and the last answer to each question, by its key. */
  readonly answers: Readonly<Record<string, GivenAnswer>>;
}

/** A file larger than this isn't one of ours. */
export const largestCertificate = 20_000_000;

/** Nor one of more lessons and checkpoints, or for so long a name: no course has as many. */
const mostPassed = 1_000;
const longestHolder = 1_000;

/**
 * @param kept What is kept of lessons and checkpoints, by name.
 * @param times When each was passed, as it is stored.
 */
export function certificateOf(name: string, kept: ReadonlyMap<string, unknown>, times: ReadonlyMap<string, unknown>): Certificate {
  const passed = [...kept]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([slug, stored]) => {
      const work = workOf(stored);
      if (work?.passed !== true) return [];
      const passedOn = readPassedOn(times.get(slug));
      const entry = { lessonHash: work.lessonHash, files: passedFiles(work), answers: answersOf(work) };
      return [[slug, passedOn === undefined ? entry : { passedOn, ...entry }] as const];
    });
  return { format: 'converge-certificate', version: 1, name, passed: Object.fromEntries(passed) };
}

/** Undefined: a newer version of the page has written it, or it can't be read. */
function workOf(stored: unknown): LessonWork | undefined {
  try {
    return readWork(stored).work;
  } catch {
    return undefined;
  }
}

/** Those that passed, where they are still known; else those that stand there now. */
function passedFiles(work: LessonWork): Readonly<Record<string, string>> {
  const reports = [work.report, ...Object.values(work.further ?? {}).map(({ report }) => report)];
  return Object.assign({}, work.files, ...reports.map((each) => (hasPassed(each) ? each?.files : undefined)));
}

const hasPassed = (kept: KeptReport | undefined): boolean => kept !== undefined && kept.report.passed === kept.report.universes;

/** The file's name and text. */
export const certificateFile = (certificate: Certificate): { readonly name: string; readonly text: string } => ({
  name: 'converge-certificate.json',
  text: `${JSON.stringify(certificate, null, 1)}\n`,
});

/** Four groups of four hexadecimal digits that stand on the paper: another file has others. @param digest SHA-256 of the file's text. */
export function fingerprintOf(digest: ArrayBuffer): string {
  const digits = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.match(/.{4}/g)?.join(' ') ?? '';
}

/** Whether a file says that it is one. */
export const isCertificate = (text: string): boolean => /^\s*\{\s*"format":\s*"converge-certificate"/.test(text);

/**
 * Reads a certificate, strictly: what isn't part of the format is refused.
 * @throws Error whose message is a sentence that says what is wrong with it, and where.
 */
export function parseCertificate(text: string): Certificate {
  const what = 'The certificate';
  if (text.length > largestCertificate) throw new Error(`${what} can’t be read: it is larger than ${largestCertificate.toLocaleString('en-US')} characters.`);
  const checks = createChecks(what);
  const fields = checks.only(readJson(text, what), 'it', ['format', 'version', 'name', 'passed']);
  if (fields['format'] !== 'converge-certificate') throw checks.wrong('format', '"converge-certificate"');
  if (fields['version'] !== 1) throw checks.wrong('version', '1');
  if (Object.keys(checks.record(fields['passed'], 'passed')).length > mostPassed) throw checks.wrong('passed', `at most ${mostPassed} lessons`);
  const name = checks.text(fields['name'], 'name');
  if (name.length > longestHolder) throw checks.wrong('name', `a name of at most ${longestHolder} characters`);
  const passed = checks.each(fields['passed'], 'passed', (each, where) => parsePassed(checks, each, where));
  const odd = Object.keys(passed).find((slug) => !/^[a-z0-9][a-z0-9-]{0,80}$/.test(slug));
  if (odd !== undefined) throw checks.wrong('passed', `lessons by name, without ${JSON.stringify(odd)}`);
  return { format: 'converge-certificate', version: 1, name, passed };
}

function parsePassed(checks: Checks, value: unknown, where: string): PassedWork {
  const { passedOn, lessonHash, files, answers } = checks.only(value, where, ['passedOn', 'lessonHash', 'files', 'answers']);
  const texts = checks.texts(files, `${where}.files`);
  const odd = Object.keys(texts).find((path) => !isPlainPath(path));
  if (odd !== undefined) throw checks.wrong(`${where}.files[${JSON.stringify(odd)}]`, 'a path inside the workspace');
  const entry = {
    lessonHash: checks.text(lessonHash, `${where}.lessonHash`),
    files: texts,
    answers: parseAnswers(checks, answers, `${where}.answers`),
  };
  if (passedOn === undefined) return entry;
  const at = checks.number(passedOn, `${where}.passedOn`);
  // The latest time that a date can have.
  if (at > 8.64e15) throw checks.wrong(`${where}.passedOn`, 'a time in milliseconds');
  return { passedOn: at, ...entry };
}
