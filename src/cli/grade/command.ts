/** `grade submission.json …`: lives through the universes of an exercise with what was handed in, and says what it saw. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clockWords, diagnosesEnding, secondsTaken } from '../../lesson/diagnoses.ts';
import { type LessonExercise, lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { isCertificate, largestCertificate, parseCertificate } from '../../lesson/certificate/certificate.ts';
import { lessonHash } from '../../lesson/progress/work.ts';
import { parseSubmission, type ReportSummary, type Submission } from '../../lesson/submission.ts';
import { type GradingOptions, grade } from '../../lesson/universes/grading.ts';
import { reportOf } from '../../lesson/universes/report.ts';
import { type CheckedCertificate, certificateJson, certificateText, checkFacts } from './certificate.ts';
import { type Graded, plain, reportJson, reportLine, reportText, summaryLine } from './print.ts';
import { openJudges } from './judges.ts';

const usage = `grade submission.json …   what each did in the exercise's universes; of a certificate: which of its facts hold
  --universes N   instead of as many as the lesson asks for
  --json          for other programs`;

/** The programs of judges and of submissions. */
const programs = fileURLToPath(new URL('../../../.generated/grade', import.meta.url));

export interface GradeOptions {
  readonly universes: number | undefined;
  readonly grading: GradingOptions;
}

/** Resolves with the exit code: 0 when all converged everywhere, 1 when some didn't, 2 when something couldn't be graded. */
export async function gradeCommand(argv: readonly string[]): Promise<number> {
  const options = { universes: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const universes = values.universes === undefined ? undefined : Number(values.universes);
  if (positionals.length === 0 || (universes !== undefined && !(Number.isInteger(universes) && universes > 0))) {
    console.error(usage);
    return 2;
  }
  if (!existsSync(programs)) throw new Error('the judge isn’t built yet: use `npm run grade`, which builds it');
  const judges = openJudges(programs);
  if (!values.json) console.log(`${judges.isolation.words.join('\n')}\n`);
  const graded: Graded[] = [];
  const certificates: CheckedCertificate[] = [];
  const widest = Math.max(...positionals.map(({ length }) => length));
  let unfit = 0;
  for (const file of positionals) {
    try {
      const text = readText(file);
      if (isCertificate(text)) {
        const checked = await checkCertificate(file, text, { universes, grading: judges.grading });
        certificates.push(checked);
        if (!values.json) console.log(certificateText(checked));
        continue;
      }
      for (const done of await gradeText(file, text, { universes, grading: judges.grading })) {
        graded.push(done);
        if (!values.json) console.log(positionals.length === 1 ? reportText(done).trimEnd() : reportLine(done, widest));
      }
    } catch (error) {
      unfit += 1;
      console.error(plain(`${file}: ${error instanceof Error ? error.message : String(error)}`));
    }
  }
  judges.close();
  if (values.json) console.log(JSON.stringify([...graded.map(reportJson), ...certificates.map(certificateJson)], null, 2));
  else if (positionals.length - certificates.length > 1) console.log(`\n${summaryLine(graded, positionals.length - certificates.length)}`);
  if (unfit > 0) return 2;
  const allHold = certificates.every(({ facts }) => facts.every(({ holds }) => holds));
  return allHold && graded.every(({ report }) => report.passed === report.universes) ? 0 : 1;
}

/** Each fact of a certificate, seen again from what is in the file. @throws Error whose message says why it can't be read. */
export async function checkCertificate(file: string, text: string, options: GradeOptions): Promise<CheckedCertificate> {
  const certificate = parseCertificate(text);
  const facts = await checkFacts(certificate, (submission) => gradeSubmission(file, submission, options));
  return { file, text, certificate, facts };
}

/** One for each exercise of the lesson that was handed in. @throws Error whose message says why the file can't be graded. */
export const gradeFile = async (file: string, options: GradeOptions): Promise<readonly Graded[]> => gradeText(file, readText(file), options);

const gradeText = async (file: string, text: string, options: GradeOptions): Promise<readonly Graded[]> => gradeSubmission(file, parseSubmission(text), options);

async function gradeSubmission(file: string, submission: Submission, { universes, grading }: GradeOptions): Promise<readonly Graded[]> {
  const { lesson } = submission;
  const known = lessonSlugs();
  if (!known.includes(lesson))
    throw new Error(`It is for the lesson ${lesson}, which this course doesn’t have: ${known.join(', ')}.`);
  const { exercises, cells, start } = readLesson(lesson);
  const handedIn = exercises.filter(({ exercise }) => submission.files[exercise.file] !== undefined);
  const [first] = exercises;
  if (first === undefined) throw new Error(`The lesson ${lesson} has no exercise to grade.`);
  if (handedIn.length === 0) throw new Error(`It has no ${first.exercise.file}: that is the file that is graded.`);
  const hash = lessonHash(start, Object.fromEntries(cells.map(({ id, code }) => [id, code])));
  const missing = exercises.filter((each) => !handedIn.includes(each)).map(({ key, exercise }) => `nothing is graded of ${key}: it has no ${exercise.file}`);
  const graded: Graded[] = [];
  for (const each of handedIn) {
    const others = exercises.filter((other) => other !== each).flatMap(({ exercise }) => Object.keys(exercise.start));
    const files = Object.fromEntries(Object.entries(submission.files).filter(([path]) => each.exercise.start[path] !== undefined || !others.includes(path)));
    const done = await gradeExercise(each, { ...submission, files }, universes ?? each.fields.universes, grading);
    const isOld = submission.lessonHash === hash ? [] : ['made against another version of the lesson'];
    graded.push({ ...done, file, notes: [...done.notes, ...isOld, ...(graded.length === 0 ? missing : [])] });
  }
  return graded;
}

/** `submission`: with the files of this exercise alone. @throws Error where it doesn't run. */
async function gradeExercise({ key, name, exercise }: LessonExercise, submission: Submission, asked: number, grading: GradingOptions): Promise<Omit<Graded, 'file'>> {
  const own = Object.fromEntries(exercise.fixed.map((path) => [path, exercise.start[path] ?? '']));
  const files = { ...exercise.start, ...submission.files, ...own };
  const end = await grade({ lesson: key, files }, asked, grading, () => {}).end;
  if (end.type === 'unfit') {
    const { title, file: where = '', line = 0 } = end.problem;
    throw new Error(`${name === undefined ? 'It' : `The exercise ${name}`} doesn’t run: ${title} (${where}:${line}).`);
  }
  if (end.type === 'broken') throw new Error(`It could not be graded: ${end.message}`);
  const report = reportOf(end.verdicts, asked);
  const claimed = name === undefined ? submission.report : submission.reports?.[name];
  const clock = diagnosesEnding.test(exercise.file) ? [`looked for ${clockWords(secondsTaken(files[exercise.file] ?? ''))} by the page’s clock`] : [];
  return { lesson: key, report, notes: [...notesOf(submission, claimed, report.passed, asked, own), ...clock] };
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

function readText(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error('There is no such file.');
  if (!found.isFile()) throw new Error('It isn’t a file.');
  if (found.size > 4 * largestCertificate) throw new Error('It is too large to be one of Converge’s files.');
  // Some editors put a byte order mark before what they save.
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}
