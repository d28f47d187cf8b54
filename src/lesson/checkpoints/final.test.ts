/** The final draws from all parts, never the same three times in a row, and breaks one cluster in three places. */
import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { openSession } from '../../session/session.ts';
import { cellInput, lessonLog } from '../cells/run-cell.ts';
import { drawsApart } from './draw.ts';
import { drawGroups, drawnCount, finalData, finalIdeas, finalIncidents, finalQuestions, questionsOf } from './final.ts';
import { joins } from './joins.ts';
import { checkpoints } from './registry.ts';

const keysOf = (draw: number): readonly string[] => questionsOf(draw).map(({ key }) => key);

test('a draw has two questions of each part and three that join two, and is the same each time', () => {
  for (const draw of [0, 1, 2, 77, 4_000_000]) {
    const keys = keysOf(draw);
    expect(keys).toHaveLength(drawnCount);
    expect(keys).toEqual(keysOf(draw));
    for (const { part } of checkpoints) expect(keys.filter((key) => key.startsWith(`final-${part}-`)).length).toBe(2);
    expect(keys.filter((key) => key.startsWith('final-join-')).length).toBe(3);
  }
});

test('three draws in a row share no question, and learners get different ones', () => {
  for (const { keys, take } of drawGroups) expect(take * drawsApart).toBeLessThanOrEqual(keys.length);
  for (const block of [0, 3, 999]) {
    const all = [block, block + 1, block + 2].flatMap(keysOf);
    expect(new Set(all).size).toBe(all.length);
  }
  expect(new Set(Array.from({ length: 100 }, (_, block) => keysOf(3 * block).join())).size).toBe(100);
});

test('a question that joins ideas names one of each of two parts, and can be answered', () => {
  const known = checkpoints.flatMap(({ part, ideas }) => ideas.map(({ id }) => `${part}/${id}`));
  for (const { ideas, ask, answers } of joins) {
    expect(known, ask).toEqual(expect.arrayContaining([...ideas]));
    expect(new Set(ideas.map((idea) => idea.charAt(0))).size, ask).toBe(2);
    expect(answers.filter(({ right }) => right === true).length, ask).toBe(1);
    expect(
      answers.filter(({ because, right }) => right !== true && !because.includes('?')),
      ask,
    ).toEqual([]);
  }
});

test('every question counts for an idea, and every diagnosis', () => {
  const counted = new Set(finalIdeas.flatMap(({ tasks }) => Object.keys(tasks)));
  expect(counted.size).toBe(finalQuestions.length + finalIncidents.length);
});

test('each of the three incidents shows its symptom, has one right diagnosis, and stops another loop', async () => {
  const { session } = await openSession(lessonLog(finalData, {}), sessionParts(nodePlatform()));
  for (const cell of finalData.cells) {
    const { outputs } = await session.run(cellInput(cell, finalData.cells));
    const printed = outputs.map((output) => ('text' in output ? output.text : '')).join('');
    if (cell.language === 'sh') expect(printed, cell.id).toMatch(/has begun[\s\S]*timed out/);
  }
  const last = Math.ceil(session.now().t / 1000);
  const stopped = finalIncidents.map((_, index) => {
    const { components, objects } = session.inspectors.incident({ nth: index + 1 });
    const right = components.filter((component) =>
      objects.some((object) =>
        Array.from(
          { length: last },
          (_each, second) =>
            session.inspectors.incident({ nth: index + 1, diagnosis: { component, object, t: second * 1000 } }).judged,
        ).some((judged) => judged?.component && judged.object && judged.moment),
      ),
    );
    expect(right).toHaveLength(1);
    return right[0];
  });
  expect(new Set(stopped).size).toBe(3);
}, 60_000);
