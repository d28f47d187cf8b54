/** A certificate's facts are seen again from what it holds, whatever it says. Takes the bundle that the build has made. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { certificateFile, certificateOf, fingerprintOf } from '../../lesson/certificate/certificate.ts';
import { drawKey } from '../../lesson/checkpoints/draw.ts';
import { clustersOf, diagnosisKeyOf, questionsOf } from '../../lesson/checkpoints/final.ts';
import { checkpoints, checkpointSlug, questionKey } from '../../lesson/checkpoints/registry.ts';
import { readLesson } from '../../lesson/node/lesson-folder.ts';
import { rightPlace } from '../../lesson/recall.ts';
import { emptyWork, type LessonWork } from '../../lesson/progress/work.ts';
import { certificateText, fingerprintOfText } from './certificate.ts';
import { checkCertificate } from './grade-file.ts';
import { openJudges } from './judges.ts';

const judges = openJudges(fileURLToPath(new URL('../../../.generated/grade', import.meta.url)), 1);
afterAll(() => judges.close());

const passed = (more: Partial<LessonWork>): LessonWork => ({ ...emptyWork('00000000'), passed: true, ...more });

/** The words of each fact, by lesson. */
async function check(name: string, kept: Readonly<Record<string, LessonWork>>): Promise<string> {
  const { text } = certificateFile(certificateOf(name, new Map(Object.entries(kept)), new Map()));
  return certificateText(await checkCertificate('kim.json', text, { universes: 4, grading: judges.grading }));
}

const lesson = readLesson('12-replicaset');
const { solution = {}, start = {}, wrong = [] } = lesson.exercise ?? {};
const answered = (right: boolean): LessonWork['quiz'] => {
  const [checkpoint] = checkpoints;
  const places = checkpoint?.questions.map(({ answers }) => answers.findIndex((each) => (each.right === true) === right)) ?? [];
  return Object.fromEntries(places.map((place, index) => [questionKey(index), { first: place, last: place, right: true }]));
};
const [first] = checkpoints;
const slug = first === undefined ? '' : checkpointSlug(first);

test('code that converges and answers that are right hold', async () => {
  const text = await check('Kim', { '12-replicaset': passed({ files: solution }), [slug]: passed({ quiz: answered(true) }) });
  expect(text).toMatch(/^kim\.json: certificate of Kim, fingerprint [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\n/);
  expect(text).toMatch(/^ {2}holds +12-replicaset {2}4 of 4 universes; made against another version of the lesson$/m);
  expect(text).toMatch(new RegExp(`^ {2}holds +${slug} +(\\d+) of \\1 questions, \\1 at once; its broken cluster isn’t seen again$`, 'm'));
  expect(text).toContain('2 of 2 facts hold. The name and the dates');
});

test('what only says that it was passed doesn’t hold', async () => {
  const text = await check('Mallory\u001b[2J', {
    '12-replicaset': passed({ files: { ...start, 'reconcile.ts': wrong.find(({ name }) => name === 'without-owner')?.text ?? '' } }),
    '13-deployment': passed({}),
    '3-one-apply-six-loops': passed({}),
    '99-unknown': passed({}),
    [slug]: passed({ quiz: answered(false) }),
  });
  expect(text.match(/^ {2}doesn’t hold/gm)).toHaveLength(5);
  expect(text).toContain('It has no');
  expect(text).toContain('this course has no such lesson');
  expect(text).toContain('0 of 5 facts hold.');
  expect(text).not.toContain('\u001b');
});

test('a lesson whose other exercise isn’t in the file doesn’t hold', async () => {
  const [vote, restore] = readLesson('6-quorum').exercises.map(({ exercise }) => exercise.solution);
  expect(await check('Kim', { '6-quorum': passed({ files: { ...restore } }) })).toMatch(/^ {2}doesn’t hold {2}6-quorum {2}the file has no vote-rule\.ts; restore: 4 of 4 universes; made against another version of the lesson$/m);
  expect(await check('Kim', { '6-quorum': passed({ files: { ...vote, ...restore } }) })).toContain('1 of 1 facts hold.');
});

/** All answers of one draw, kept under the number of another or the same. */
const finalAnswers = (drawn: number, says: number): LessonWork['quiz'] => ({
  ...Object.fromEntries(
    questionsOf(drawn).map(({ key, answers }) => {
      const place = rightPlace(answers);
      return [key, { first: 0, last: place, right: true }];
    }),
  ),
  ...Object.fromEntries(clustersOf(drawn).map((incident) => [diagnosisKeyOf(incident), { first: 0, last: 1, right: true }])),
  [drawKey]: { first: says, last: says, right: false },
});

test('the final is drawn again from its number, and only those answers count', async () => {
  expect(await check('Kim', { final: passed({ quiz: finalAnswers(9, 9) }) })).toMatch(/^ {2}holds +final {2}draw 9: 15 of 15 questions, \d+ at once; 3 of the broken clusters \w+, \w+, \w+, which aren’t run again$/m);
  expect(await check('Kim', { final: passed({ quiz: finalAnswers(9, 10) }) })).toMatch(/^ {2}doesn’t hold +final {2}draw 10: 0 of 15 questions, 0 at once; 0 of the broken clusters/m);
  expect(await check('Kim', { final: passed({}) })).toContain('it doesn’t say which questions were drawn');
});

test('the page’s fingerprint and this one are the same', async () => {
  const bytes = new TextEncoder().encode('Kim’s file');
  expect(fingerprintOf(await crypto.subtle.digest('SHA-256', bytes))).toBe(fingerprintOfText('Kim’s file'));
});
