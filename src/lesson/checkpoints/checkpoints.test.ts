import { readFileSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { openSession, type Session } from '../../session/session.ts';
import { cellInput, lessonLog } from '../cells/run-cell.ts';
import { course } from '../course.ts';
import { checkpointData, checkpoints, countedIdeas, diagnosisKey, ofCourse, sectionId, writtenCheckpoints } from './registry.ts';
import type { Checkpoint } from './types.ts';
import { everyNth } from '../../../tests/scope.ts';

const titled = checkpoints.map((checkpoint) => [course.find(({ number }) => number === checkpoint.part)?.title ?? '', checkpoint] as const);

/** Text of a lesson, by its number. */
function lessonText(number: number): string {
  const [path] = globSync(`src/content/lessons/*/${number}-*/index.mdx`);
  if (path === undefined) throw new Error(`there is no lesson ${number}`);
  return readFileSync(path, 'utf8');
}

test.each(titled)('%s: its questions can be answered, and neighbors are about different ideas', (_title, { ideas, questions }) => {
  const known = ideas.map(({ id }) => id);
  expect(new Set(known).size).toBe(known.length);
  expect(questions.filter(({ idea }) => !known.includes(idea))).toEqual([]);
  for (const id of known) expect(questions.filter(({ idea }) => idea === id).length, id).toBeGreaterThanOrEqual(2);
  for (const { ask, answers } of questions) {
    expect(answers.length, ask).toBeGreaterThanOrEqual(3);
    expect(answers.filter(({ right }) => right === true).length, ask).toBe(1);
    // A wrong answer gets a question, and doesn't get the answer.
    expect(answers.filter(({ because, right }) => right !== true && !because.includes('?')), ask).toEqual([]);
  }
  const same = questions.filter(({ idea }, index) => questions[index - 1]?.idea === idea);
  expect(same.length, same.map(({ ask }) => ask).join()).toBeLessThanOrEqual(1);
});

test.each(titled)('%s: each idea leads to a section of a lesson of its part', (_title, checkpoint) => {
  const numbers = course.find(({ number }) => number === checkpoint.part)?.lessons.map(({ number }) => number);
  for (const { lesson, section } of countedIdeas(checkpoint)) {
    expect(numbers).toContain(lesson);
    if (section !== undefined) expect(lessonText(lesson).split('\n')).toContain(`## ${section}`);
  }
});

test('headings have the ids that the site gives them', () => {
  expect(['Who are you?', 'What it can’t promise', 'Observe, compare, act'].map(sectionId)).toEqual(['who-are-you', 'what-it-cant-promise', 'observe-compare-act']);
});

test('the list counts each question once, and the diagnosis at its end', () => {
  for (const checkpoint of checkpoints) {
    const asked = countedIdeas(checkpoint);
    const keys = asked.flatMap(({ tasks }) => Object.keys(tasks));
    expect(keys.toSorted()).toEqual([...checkpoint.questions.map((_, index) => `checkpoint-${index + 1}`), diagnosisKey].toSorted());
    expect(asked.at(-1)?.tasks).toEqual({ [diagnosisKey]: 'found' });
    expect(keys.length).toBe(checkpointData(checkpoint).tasks);
  }
});

async function broken(checkpoint: Checkpoint): Promise<{ readonly session: Session; readonly printed: string }> {
  const data = checkpointData(checkpoint);
  const { session } = await openSession(lessonLog(data, {}), sessionParts(nodePlatform()));
  let printed = '';
  for (const cell of data.cells) {
    const { outputs } = await session.run(cellInput(cell, data.cells));
    printed = outputs.map((output) => ('text' in output ? output.text : '')).join('');
  }
  return { session, printed };
}

test.each(everyNth(2, titled))('%s: its cluster shows the symptom, and one diagnosis is right', async (_title, checkpoint) => {
  const { session, printed } = await broken(checkpoint);
  expect(printed).toContain('Incident 1 has begun');
  expect(printed).toMatch(/timed out/);
  const { components, objects } = session.inspectors.incident({});
  const last = session.now().t;
  const found = components.flatMap((component) =>
    objects.flatMap((object) =>
      Array.from({ length: Math.ceil(last / 1000) }, (_, second) => session.inspectors.incident({ diagnosis: { component, object, t: second * 1000 } }).judged)
        .filter((judged) => judged?.component && judged.object && judged.moment)
        .map(() => component),
    ),
  );
  // One loop, and some moments around one write.
  expect(new Set(found).size).toBe(1);
  expect(found.length).toBeGreaterThan(0);
});

test('the clusters are broken in different places', async () => {
  const ends = await Promise.all(
    checkpoints.map(async (checkpoint) => {
      const { session } = await broken(checkpoint);
      const { outputs } = await session.run({ type: 'command', text: 'converge incident end', cell: 'c' });
      return outputs.map((output) => ('text' in output ? output.text : '')).join('');
    }),
  );
  expect(new Set(ends.map((text) => text.split(',')[0])).size).toBe(checkpoints.length);
});

test('a course has the checkpoints whose lessons it has, at the end of the last of their parts', () => {
  const partOf = (numbers: readonly number[], part: number) => (number: number) => (numbers.includes(number) ? part : undefined);
  const first = writtenCheckpoints.slice(0, 1);
  expect(first.map(({ part }) => part)).toEqual([1]);
  expect(ofCourse(first, partOf([1, 2], 4))).toEqual([]);
  expect(ofCourse(first, partOf([1, 2, 3], 4)).map(({ part }) => part)).toEqual([4]);
  expect(ofCourse(first, (number) => number).map(({ part }) => part)).toEqual([3]);
  // One part has one page of that address.
  expect(ofCourse(writtenCheckpoints, () => 1).map(({ part, ideas }) => [part, ideas[0]?.lesson])).toEqual([[1, first[0]?.ideas[0]?.lesson]]);
});
