/** Which facts of a certificate hold: each is seen again from the code and the answers in the file. What the file says of itself counts nothing. */
import { createHash } from 'node:crypto';
import { type Certificate, fingerprintOf, type PassedWork } from '../../lesson/certificate/certificate.ts';
import { drawKey, isDraw } from '../../lesson/checkpoints/draw.ts';
import { clustersOf, diagnosisKeyOf, finalSlug, questionsOf } from '../../lesson/checkpoints/final.ts';
import { checkpoints, checkpointSlug, questionKey } from '../../lesson/checkpoints/registry.ts';
import { isExtraMile } from '../../lesson/exercise-names.ts';
import { lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { rightPlace } from '../../lesson/recall.ts';
import type { Submission } from '../../lesson/submission.ts';
import { countAnswers, keysOf, lessonQuestions, type QuestionKey } from './answers.ts';
import { sentenceOf } from './beginning-of.ts';
import { NotJudged } from './not-judged.ts';
import { type Graded, missingWords, plain } from './print.ts';

export interface Fact {
  /** `12-replicaset`, `checkpoint-3` */
  readonly slug: string;
  readonly passedOn?: number;
  readonly holds: boolean;
  /** `200 of 200 universes` */
  readonly seen: string;
}

export interface CheckedCertificate {
  readonly file: string;
  /** As the learner has typed it. */
  readonly name: string;
  /** Of the file's text, as it stands on the paper. */
  readonly fingerprint: string;
  readonly facts: readonly Fact[];
}

type Grade = (submission: Submission) => Promise<readonly Graded[]>;

/** In the order of the course, checkpoints and the final last. `grade`: runs the exercises of a lesson. */
export async function checkFacts({ passed }: Certificate, grade: Grade): Promise<readonly Fact[]> {
  const lessons = lessonSlugs();
  const order = [...lessons, ...checkpoints.map(checkpointSlug), finalSlug];
  const named = Object.entries(passed).sort(([a], [b]) => placeIn(order, a) - placeIn(order, b));
  const facts: Fact[] = [];
  for (const [slug, work] of named) {
    const found = lessons.includes(slug) ? await seeLesson(slug, work, grade) : slug === finalSlug ? seeFinal(work) : seeCheckpoint(slug, work);
    facts.push({ slug, ...(work.passedOn === undefined ? {} : { passedOn: work.passedOn }), ...found });
  }
  return facts;
}

function placeIn(order: readonly string[], slug: string): number {
  const place = order.indexOf(slug);
  return place < 0 ? order.length : place;
}

type Seen = Pick<Fact, 'holds' | 'seen'>;

async function seeLesson(slug: string, { lessonHash, files, answers }: PassedWork, grade: Grade): Promise<Seen> {
  const { exercises, folder } = readLesson(slug);
  if (exercises.length === 0) return seeAnswers(lessonQuestions(folder), answers);
  try {
    const graded = await grade({ format: 'converge-submission', version: 1, lesson: slug, lessonHash, files });
    const seen = graded.map(({ lesson, report, notes, missing }) => [`${nameOf(lesson)}${missing === undefined ? `${report.passed} of ${report.universes} universes` : missingWords(missing)}`, ...notes].join('; '));
    return { holds: graded.every(({ lesson, report }) => isExtraMile(lesson) || report.passed === report.universes), seen: seen.join('; ') };
  } catch (error) {
    if (error instanceof NotJudged) throw error;
    return { holds: false, seen: sentenceOf(error) };
  }
}

/** `restore: ` of `6-quorum/restore`. */
function nameOf(lesson: string): string {
  const [, name] = lesson.split('/');
  return name === undefined ? '' : `${name}: `;
}

function seeCheckpoint(slug: string, { answers }: PassedWork): Seen {
  const checkpoint = checkpoints.find((each) => checkpointSlug(each) === slug);
  if (checkpoint === undefined) return { holds: false, seen: 'this course has no such lesson' };
  const questions = checkpoint.questions.map((question, index) => ({ key: questionKey(index), right: rightPlace(question.answers) }));
  const { holds, seen } = seeAnswers(questions, answers);
  return { holds, seen: `${seen}; its broken cluster isn’t seen again` };
}

/** Questions and clusters are drawn again from the number in the file: answers to others don't count. */
function seeFinal({ answers }: PassedWork): Seen {
  const draw = Object.hasOwn(answers, drawKey) ? answers[drawKey]?.last : undefined;
  if (!isDraw(draw)) return { holds: false, seen: 'it doesn’t say which questions were drawn' };
  const { holds, seen } = seeAnswers(keysOf(questionsOf(draw)), answers);
  const clusters = clustersOf(draw);
  const found = clusters.filter((incident) => Object.hasOwn(answers, diagnosisKeyOf(incident)) && answers[diagnosisKeyOf(incident)]?.last === 1);
  const names = clusters.map(({ id }) => id).join(', ');
  const said = `${found.length} of the broken clusters ${names}, which aren’t run again`;
  return { holds: holds && found.length === clusters.length, seen: `draw ${draw}: ${seen}; ${said}` };
}

/** Each question was answered right, at first or at last. */
function seeAnswers(questions: readonly QuestionKey[], answers: PassedWork['answers']): Seen {
  const count = countAnswers(questions, answers);
  return { holds: count.right === count.of, seen: `${count.right} of ${count.of} questions, ${count.atOnce} at once` };
}

/** What the paper has, too. */
export const fingerprintOfText = (text: string): string => fingerprintOf(new Uint8Array(createHash('sha256').update(text).digest()).buffer);

export function certificateText({ file, name, fingerprint, facts }: CheckedCertificate): string {
  const widest = Math.max(0, ...facts.map(({ slug }) => slug.length));
  const rows = facts.map(({ slug, holds, seen }) => `  ${holds ? 'holds       ' : 'doesn’t hold'}  ${slug.padEnd(widest)}  ${seen}`);
  const held = facts.filter(({ holds }) => holds).length;
  const last = `${held} of ${facts.length} facts hold. The name and the dates are the learner’s own words: no program can check them.`;
  return [`${file}: certificate of ${name === '' ? 'no name' : name}, fingerprint ${fingerprint}`, ...rows, last].map(plain).join('\n');
}

/** For other programs. */
export const certificateJson = ({ file, name, fingerprint, facts }: CheckedCertificate): object => ({
  file,
  certificate: name,
  fingerprint,
  facts,
});
