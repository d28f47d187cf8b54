/** Grades file after file, as many at once as there are judges, and asks the journal first. */
import { createHash } from 'node:crypto';
import { isCertificate } from '../../../lesson/certificate/certificate.ts';
import { parseSubmission, type Submission } from '../../../lesson/submission.ts';
import { type Answered, answeredIn } from '../answers.ts';
import { sentenceOf } from '../beginning-of.ts';
import { checkCertificate, gradeSubmission, type GradeOptions, readText } from '../grade-file.ts';
import type { Lack } from '../isolation.ts';
import { NotJudged } from '../not-judged.ts';
import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { stageCounts } from './points.ts';

export interface ClassOptions extends GradeOptions {
  readonly journal: Journal;
  /** What this system has no means for: see `Isolation`. */
  readonly lacks: readonly Lack[];
  /** Files that are graded at once; each has a judge. */
  readonly together: number;
}

/** @param heard Is told of each when it is done, and how many are. Resolves with one for each file, in their order. */
export async function gradeAll(files: readonly string[], options: ClassOptions, heard: (entry: Entry, done: number) => void): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const waiting = [...files.entries()];
  let done = 0;
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, file] = next;
      const entry = await gradeOne(file, options);
      entries[place] = entry;
      done += 1;
      heard(entry, done);
    }
  }
  await Promise.all(Array.from({ length: options.together }, work));
  return entries;
}

async function gradeOne(file: string, { journal, ...options }: ClassOptions): Promise<Entry> {
  const blank = { file, sha256: '', name: '', outcomes: [] };
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    return { ...blank, unfit: sentenceOf(error) };
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  const known = journal.find(sha256);
  if (known !== undefined) return { ...known, file };
  const entry = await gradeText({ ...blank, sha256 }, text, options).catch((error: unknown): Entry => ({ ...blank, sha256, ...unfitBy(error) }));
  if (entry.again !== true) journal.add(entry);
  return entry;
}

const unfitBy = (error: unknown): Pick<Entry, 'unfit' | 'again'> => ({ unfit: sentenceOf(error), ...(error instanceof NotJudged && { again: true }) });

async function gradeText(blank: Entry, text: string, { lacks, ...options }: Omit<ClassOptions, 'journal'>): Promise<Entry> {
  if (isCertificate(text)) {
    const { name, fingerprint, facts } = await checkCertificate(blank.file, text, options);
    return { ...blank, name, lacks, certificate: { fingerprint, facts } };
  }
  const submission = parseSubmission(text);
  const whose = { ...blank, name: submission.by ?? '', lesson: submission.lesson, ...questionsOf(submission) };
  try {
    const graded = await gradeSubmission(blank.file, submission, options);
    const outcomes = graded.map(async ({ file: _, converged, ...outcome }) => ({ ...outcome, stages: await stageCounts(outcome.lesson, outcome.report.universes, converged) }));
    return { ...whose, lacks, outcomes: await Promise.all(outcomes) };
  } catch (error) {
    return { ...whose, ...unfitBy(error) };
  }
}

/** Of the lesson's questions, where the file has answers. */
function questionsOf(submission: Submission): Answered {
  try {
    return answeredIn(submission);
  } catch {
    // Of a lesson that isn't there: grading it says so.
    return {};
  }
}
