/** `grade FILE|FOLDER …`: lives through the universes of an exercise with what was handed in, and says what it saw. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExtraMile } from '../../lesson/exercise-names.ts';
import { readExercise } from '../../lesson/node/lesson-folder.ts';
import { parseSubmission } from '../../lesson/submission.ts';
import { cohortPage } from './class/cohort-page.ts';
import { commonFolder } from './class/common-folder.ts';
import type { Entry } from './class/entry.ts';
import { gradeAll } from './class/grade-all.ts';
import { findHandIns, isFolder } from './class/hand-ins.ts';
import { courseOf, journalBeside, openJournal } from './class/journal.ts';
import { entryJson, entryLine, entryText, feedbackText, summaryLine } from './class/print-entry.ts';
import { csvOf, rowsOf } from './class/rows.ts';
import type { Likeness } from './class/similar.ts';
import { readText } from './grade-file.ts';
import { isolationWords, type Lack } from './isolation.ts';
import { openJudges, type Judges } from './judges.ts';
import { type GradeCommand, readOptions, usage } from './options.ts';
import { plain, plainJson } from './print.ts';

/** The programs of judges and of submissions. */
const programs = fileURLToPath(new URL('../../../.generated/grade', import.meta.url));

/** Resolves with the exit code: 0 when all converged everywhere, 1 when some didn't or weren't handed in, 2 when something couldn't be graded. */
export async function gradeCommand(argv: readonly string[]): Promise<number> {
  let command: GradeCommand | undefined;
  try {
    command = readOptions(argv);
  } catch (error) {
    console.error(`grade: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  if (command === undefined) {
    console.log(usage);
    return 0;
  }
  if (!existsSync(programs)) throw new Error('the judge isn’t built yet: use `npm run grade`, which builds it');
  return grade(command);
}

async function grade(command: GradeCommand): Promise<number> {
  const { files, others, closed } = findHandIns(command.paths, command.part);
  for (const folder of closed) console.error(plain(`grade: ${folder} can’t be read, and is left out`));
  if (files.length === 0) throw new Error(`there is nothing to grade: no .json file in ${command.paths.join(', ')}${command.part === undefined ? '' : ' for this part'}`);
  const judges = openJudges(programs);
  const stop = (): void => {
    judges.close();
    console.error('\nStopped. What is graded is kept where there is a journal: the same command goes on from there.');
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  if (!command.json) console.log(`${isolationWords(judges.isolation.lacks).join('\n')}\n`);
  if (others > 0) console.error(`${others} other file${others === 1 ? ' was' : 's were'} left out: what is handed in ends with .json.`);
  try {
    const entries = await gradeFiles(files, command, judges);
    await write(entries, command, judges.isolation.lacks);
    // Of a part, the verdicts are in its journal.
    return command.part === undefined ? exitCode(entries) : 0;
  } finally {
    judges.close();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function gradeFiles(files: readonly string[], command: GradeCommand, { grading, isolation }: Judges): Promise<readonly Entry[]> {
  const { json, universes } = command;
  const warn = (words: string): void => console.error(`grade: ${words}`);
  const journal = openJournal({ files: journalsOf(command), course: courseOf(programs), universes, warn });
  // Few files share all judges; of many, each has one.
  const together = Math.min(files.length, grading.graders);
  const each = { ...grading, graders: Math.ceil(grading.graders / together) };
  const widest = Math.max(...files.map(({ length }) => length));
  const begun = performance.now();
  const entries = await gradeAll(files, { universes, grading: each, lacks: isolation.lacks, journal, together }, (entry, done) => {
    const where = files.length > 1 ? `${String(done).padStart(String(files.length).length)}/${files.length}  ` : '';
    if (entry.unfit !== undefined) console.error(plain(`${where}${entry.file}: ${entry.unfit}`));
    else if (!json) console.log(files.length === 1 ? entryText(entry).trimEnd() : entryLine(entry, widest, where));
  });
  if (!json && files.length > 1) console.log(`\n${summaryLine(entries)} ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
  return entries;
}

/** Of one folder, and without a word on it, the journal lies beside it. */
function journalsOf({ journals, paths }: GradeCommand): readonly string[] {
  const [folder = ''] = paths;
  return journals.length > 0 || paths.length > 1 || !isFolder(folder) ? journals : [journalBeside(folder)];
}

/** `lacks`: of this system; what was graded on another one says so itself. */
async function write(entries: readonly Entry[], command: GradeCommand, lacks: readonly Lack[]): Promise<void> {
  const { csv, html, feedback, json, points, paths } = command;
  if (json) console.log(plainJson({ isolation: isolationWords(lacks), reports: entries.flatMap(entryJson) }));
  if (feedback !== undefined) writeFeedback(entries, feedback);
  if (csv === undefined && html === undefined) return;
  const similar = await alike(entries);
  const rows = entries.flatMap((entry) => rowsOf(entry, points, similar));
  if (csv !== undefined) writeFileSync(csv, csvOf(rows));
  if (html !== undefined) writeFileSync(html, cohortPage(rows, basename(resolve(paths[0] ?? '.'))));
  for (const file of [csv, html]) if (file !== undefined) console.error(`Written: ${file}`);
}

/** A text a file, under the same path below the folder. */
function writeFeedback(entries: readonly Entry[], folder: string): void {
  const root = commonFolder(entries.map(({ file }) => resolve(file)));
  let written = 0;
  for (const entry of entries) {
    const path = join(folder, resolve(entry.file).slice(root.length).replace(/\.json$/, '.txt'));
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, feedbackText(entry));
      written += 1;
    } catch (error) {
      // Of `lee.json` and `lee.txt/lee.json` only the first can have one.
      console.error(plain(`grade: the text for ${entry.file} can’t be written: ${error instanceof Error ? error.message : String(error)}`));
    }
  }
  console.error(`Written: ${written} texts in ${folder}`);
}

/** By exercise, the answers that are alike. */
async function alike(entries: readonly Entry[]): Promise<ReadonlyMap<string, readonly Likeness[]>> {
  const { findAlike } = await import('./class/similar.ts');
  const handedIn = new Map<string, { readonly file: string; readonly files: Readonly<Record<string, string>> }[]>();
  for (const { file, outcomes } of entries) {
    if (outcomes.length === 0) continue;
    const { files } = parseSubmission(readText(file));
    for (const { lesson } of outcomes.filter(({ missing }) => missing === undefined)) {
      handedIn.set(lesson, [...(handedIn.get(lesson) ?? []), { file, files }]);
    }
  }
  return new Map(
    [...handedIn].map(([key, all]) => {
      const { exercise } = readExercise(key);
      const answers = all.map(({ file, files }) => ({ file, text: files[exercise.file] ?? '' }));
      return [key, findAlike(answers, exercise.file, [exercise.start[exercise.file] ?? ''])];
    }),
  );
}

function exitCode(entries: readonly Entry[]): number {
  if (entries.some(({ unfit }) => unfit !== undefined)) return 2;
  const allHold = entries.every(({ certificate }) => certificate?.facts.every(({ holds }) => holds) ?? true);
  return allHold && entries.every(({ outcomes }) => outcomes.every(({ lesson, report }) => isExtraMile(lesson) || report.passed === report.universes)) ? 0 : 1;
}
