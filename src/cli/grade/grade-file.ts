/** What one file holds that was handed in, judged: a submission by its exercises, a certificate by its facts. */
import { readFileSync, statSync } from 'node:fs';
import { largestCertificate, parseCertificate } from '../../lesson/certificate/certificate.ts';
import { clockWords, diagnosesEnding, secondsTaken } from '../../lesson/diagnoses.ts';
import { isExtraMile } from '../../lesson/exercise-names.ts';
import { type LessonExercise, lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { lessonHash } from '../../lesson/progress/work.ts';
import { parseSubmission, type ReportSummary, type Submission } from '../../lesson/submission.ts';
import { type GradingOptions, grade } from '../../lesson/universes/grading.ts';
import { reportOf } from '../../lesson/universes/report.ts';
import { type CheckedCertificate, checkFacts, fingerprintOfText } from './certificate.ts';
import { NotJudged } from './not-judged.ts';
import { type Graded, printed } from './print.ts';

export interface GradeOptions {
  /** In place of as many as the lesson asks for. */
  readonly universes: number | undefined;
  readonly grading: GradingOptions;
}

/** Each fact of a certificate, seen again from what is in the file. @throws Error whose message says why it can't be read. */
export async function checkCertificate(file: string, text: string, options: GradeOptions): Promise<CheckedCertificate> {
  const certificate = parseCertificate(text);
  const facts = await checkFacts(certificate, (submission) => gradeSubmission(file, submission, options));
  return { file, name: certificate.name, fingerprint: fingerprintOfText(text), facts };
}

/** One for each exercise of the lesson, also for those that weren't handed in. @throws Error whose message says why the file can't be graded. */
export const gradeFile = async (file: string, options: GradeOptions): Promise<readonly Graded[]> => gradeText(file, readText(file), options);

const gradeText = async (file: string, text: string, options: GradeOptions): Promise<readonly Graded[]> => gradeSubmission(file, parseSubmission(text), options);

/** One for each exercise of the lesson, in its order. @throws Error whose message says why it can’t be graded: it has the file of none, or of an unknown lesson. */
export async function gradeSubmission(file: string, submission: Submission, { universes, grading }: GradeOptions): Promise<readonly Graded[]> {
  const { lesson } = submission;
  const known = lessonSlugs();
  if (!known.includes(lesson))
    throw new Error(`It is for the lesson ${lesson}, which this course doesn’t have: ${known.join(', ')}.`);
  const { exercises: all, cells, start } = readLesson(lesson);
  const exercises = all.filter((each) => !isExtraMile(each.key) || isBegun(each, submission));
  const handedIn = exercises.filter(({ exercise }) => submission.files[exercise.file] !== undefined);
  const [first] = exercises;
  if (first === undefined) throw new Error(`The lesson ${lesson} has no exercise to grade.`);
  if (handedIn.length === 0) throw new Error(`It has no ${first.exercise.file}: that is the file that is graded.`);
  const hash = lessonHash(start, Object.fromEntries(cells.map(({ id, code }) => [id, code])));
  const graded: Graded[] = [];
  for (const each of exercises) {
    const asked = universes ?? each.fields.universes;
    if (!handedIn.includes(each)) {
      graded.push(notHandedIn(file, each, asked));
      continue;
    }
    const others = exercises.filter((other) => other !== each).flatMap(({ exercise }) => Object.keys(exercise.start));
    const files = Object.fromEntries(Object.entries(submission.files).filter(([path]) => each.exercise.start[path] !== undefined || !others.includes(path)));
    const done = await gradeExercise(each, { ...submission, files }, asked, grading);
    const isOld = submission.lessonHash === hash ? [] : ['made against another version of the lesson'];
    graded.push({ ...done, file, notes: [...done.notes, ...isOld] });
  }
  return graded;
}

/** A lesson can do without its extra mile: where nothing of it was written, nothing is said of it. */
function isBegun({ exercise }: LessonExercise, { files }: Submission): boolean {
  const text = files[exercise.file];
  return text !== undefined && text !== exercise.start[exercise.file];
}

/** Whoever leaves out an exercise hasn't passed it: none of its universes was run. */
const notHandedIn = (file: string, { key, exercise }: LessonExercise, asked: number): Graded => ({
  file,
  lesson: key,
  report: { universes: asked, passed: 0, left: asked, groups: [] },
  converged: [],
  notes: [],
  missing: exercise.file,
});

/** `submission`: with the files of this exercise alone. @throws Error where it doesn't run; NotJudged. */
async function gradeExercise({ key, name, exercise }: LessonExercise, submission: Submission, asked: number, grading: GradingOptions): Promise<Omit<Graded, 'file'>> {
  const own = Object.fromEntries(exercise.fixed.map((path) => [path, exercise.start[path] ?? '']));
  const files = { ...exercise.start, ...submission.files, ...own };
  const end = await grade({ lesson: key, files }, asked, grading, () => {}).end;
  if (end.type === 'unfit') {
    const { title, file: where = '', line = 0 } = end.problem;
    throw new Error(`${name === undefined ? 'It' : `The exercise ${name}`} doesn’t run: ${title} (${where}:${line}).`);
  }
  if (end.type === 'broken') throw new NotJudged(`It could not be graded: ${end.message}`);
  const report = printed(reportOf(end.verdicts, asked));
  const converged = end.verdicts.filter(({ ok }) => ok).map(({ seed }) => seed);
  const claimed = name === undefined ? submission.report : submission.reports?.[name];
  const clock = diagnosesEnding.test(exercise.file) ? [`looked for ${clockWords(secondsTaken(files[exercise.file] ?? ''))} by the page’s clock`] : [];
  return { lesson: key, report, converged, notes: [...notesOf(submission, claimed, report.passed, asked, own), ...clock] };
}

/** `own`: files that are only to be read, as the lesson has them. */
function notesOf(
  submission: Submission,
  claimed: ReportSummary | undefined,
  passed: number,
  asked: number,
  own: Readonly<Record<string, string>>,
): readonly string[] {
  const edited = Object.keys(own).filter((path) => (submission.files[path] ?? own[path]) !== own[path]);
  return [
    ...(edited.length === 0 ? [] : [`${edited.join(', ')} had been edited, and was put back as the lesson has it`]),
    ...(claimed !== undefined && claimed.universes === asked && claimed.passed !== passed
      ? [`the page had said ${claimed.passed} of ${claimed.universes}`]
      : []),
  ];
}

/** @throws Error whose message says why it can’t be one that was handed in. */
export function readText(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error('There is no such file.');
  if (!found.isFile()) throw new Error('It isn’t a file.');
  if (found.size > 4 * largestCertificate) throw new Error('It is too large to be one of Converge’s files.');
  // Some editors put a byte order mark before what they save.
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}
