/** A graded file in words: whole, a line of many, or for other programs. */
import { isExtraMile } from '../../../lesson/exercise-names.ts';
import { type Answered, predictionWords, questionWords } from '../answers.ts';
import { certificateJson, certificateText } from '../certificate.ts';
import { isolationCell, isolationWords } from '../isolation.ts';
import { plain, reportJson, reportLine, reportText } from '../print.ts';
import type { Entry } from './entry.ts';

export function entryText({ file, name, outcomes, certificate, unfit, ...answered }: Entry): string {
  if (unfit !== undefined) return `${plain(`${file}: ${unfit}`)}\n`;
  if (certificate !== undefined) return `${certificateText({ file, name, ...certificate })}\n`;
  return [...outcomes.map((outcome) => reportText({ file, ...outcome })), ...answeredLines(answered)].join('\n');
}

/** What was answered of the lesson's questions: a line, if there is any. */
function answeredLines({ questions, recall, predictions }: Answered): readonly string[] {
  const counts = { Questions: questionWords(questions), Recall: questionWords(recall), Predictions: predictionWords(predictions) };
  const words = Object.entries(counts).flatMap(([name, count]) => (count === '' ? [] : [`${name}: ${count}.`]));
  return words.length === 0 ? [] : [`${words.join(' ')}\n`];
}

/** What a learner is given: how it was graded, and what was seen. */
export function feedbackText(entry: Entry): string {
  const head = entry.lacks === undefined ? '' : `${isolationWords(entry.lacks).join('\n')}\n\n`;
  return `${head}${entryText(entry)}`;
}

/** `widest`: of the files' names. `where`: what stands before each line. */
export function entryLine({ file, name, outcomes, certificate }: Entry, widest: number, where: string): string {
  if (certificate !== undefined) return certificateText({ file, name, ...certificate });
  return outcomes.map((outcome) => `${where}${reportLine({ file, ...outcome }, widest)}`).join('\n');
}

/** For other programs: one for each exercise, or for the whole file. */
export function entryJson({ file, name, lesson, outcomes, certificate, lacks = [], unfit, questions, recall, predictions }: Entry): readonly unknown[] {
  if (unfit !== undefined) return [{ file, ...(lesson !== undefined && { lesson }), unfit }];
  const isolation = isolationCell(lacks);
  if (certificate !== undefined) return [{ ...certificateJson({ file, name, ...certificate }), isolation }];
  return outcomes.map((outcome) => ({ ...reportJson({ file, ...outcome }), ...(outcome.missing === undefined && { isolation }), ...(questions && { questions }), ...(recall && { recall }), ...(predictions && { predictions }) }));
}

/** The last line of many: "12 of 15 submissions converged everywhere, 2 didn't, 1 couldn't be graded. 1 exercise wasn't handed in." */
export function summaryLine(entries: readonly Entry[]): string {
  const submissions = entries.filter(({ certificate }) => certificate === undefined);
  const unfit = submissions.filter((entry) => entry.unfit !== undefined).length;
  // One with several exercises has converged when all of them have, so it hasn't where one is missing. The extra mile isn't asked of anybody.
  const short = submissions.filter(({ outcomes }) => outcomes.some(({ lesson, report }) => !isExtraMile(lesson) && report.passed < report.universes)).length;
  const rest = [`${short} didn’t`, ...(unfit === 0 ? [] : [`${unfit} couldn’t be graded`])];
  const missing = submissions.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome.missing !== undefined).length;
  const left = missing === 0 ? '' : ` ${missing} exercise${missing === 1 ? ' wasn’t' : 's weren’t'} handed in.`;
  return `${submissions.length - short - unfit} of ${submissions.length} submissions converged everywhere, ${rest.join(', ')}.${left}`;
}
