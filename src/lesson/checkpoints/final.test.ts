/** The final draws questions and broken clusters, never the same three times in a row. */
import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { openSession, type Session } from '../../session/session.ts';
import { course } from '../course.ts';
import { cellInput, lessonLog } from '../cells/run-cell.ts';
import { clusterGroups, type FinalIncident } from './clusters.ts';
import { drawsApart } from './draw.ts';
import { clustersOf, drawGroups, drawnCount, finalData, finalIdeas, finalIncidents, finalQuestions, questionsOf } from './final.ts';
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
  const partOf = (lesson: number): number | undefined => course.find(({ lessons }) => lessons.some(({ number }) => number === lesson))?.number;
  for (const { ideas, lessons, ask, answers } of joins) {
    expect(known, ask).toEqual(expect.arrayContaining([...ideas]));
    expect(new Set(ideas.map((idea) => idea.charAt(0))).size, ask).toBe(2);
    expect(lessons.map(partOf), ask).toEqual(ideas.map((idea) => Number(idea.charAt(0))));
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

test('a draw breaks three clusters, the same ones each time, and the two next draws break others', () => {
  const idsOf = (draw: number): readonly string[] => clustersOf(draw).map(({ id }) => id);
  for (const block of [0, 3, 999]) {
    const all = [block, block + 1, block + 2].flatMap(idsOf);
    expect(idsOf(block)).toHaveLength(3);
    expect(idsOf(block)).toEqual(idsOf(block));
    expect(new Set(all).size).toBe(9);
  }
  expect(new Set(Array.from({ length: 60 }, (_, block) => idsOf(3 * block).join())).size).toBeGreaterThan(20);
});

/** What is right of a diagnosis: each piece of evidence is judged by itself. */
function rightLoops(session: Session, name: string): readonly string[] {
  const { components, objects } = session.inspectors.incident({ name });
  const judged = (component: string, object: string, t: number) => session.inspectors.incident({ name, diagnosis: { component, object, t } }).judged;
  const waits = objects.find((object) => judged('', object, 0)?.object);
  const seconds = Array.from({ length: 60 }, (_, ago) => Math.floor(session.now().t / 1000) - ago);
  if (waits === undefined || !seconds.some((second) => judged('', waits, second * 1000)?.moment)) return [];
  return components.filter((component) => judged(component, waits, 0)?.component);
}

/** Breaks one after another; returns which loops are right of each, while it is open. */
async function breakInOrder(incidents: readonly FinalIncident[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { session } = await openSession(lessonLog(finalData, {}), sessionParts(nodePlatform()));
  const right = new Map<string, readonly string[]>();
  for (const { id } of incidents) {
    const cell = finalData.cells.find((each) => each.id === id);
    if (cell === undefined) throw new Error(`no cell ${id}`);
    const { outputs } = await session.run(cellInput(cell, finalData.cells));
    expect(outputs.map((output) => ('text' in output ? output.text : '')).join(''), id).toMatch(/has begun[\s\S]*timed out/);
    right.set(id, rightLoops(session, id));
  }
  return right;
}

test('each cluster shows its symptom and has one right diagnosis; those of one draw stop different loops', async () => {
  const groups: string[][] = [];
  for (const clusters of clusterGroups) {
    const right = await breakInOrder(clusters);
    for (const [id, loops] of right) expect(loops, id).toHaveLength(1);
    groups.push([...right.values()].flat());
  }
  for (const [index, loops] of groups.entries()) expect(groups.filter((_, other) => other !== index).flat().filter((loop) => loops.includes(loop))).toEqual([]);
}, 120_000);

test('a cluster is the same whatever was broken before, and may be broken twice', async () => {
  const [first, second] = finalIncidents;
  if (first === undefined || second === undefined) throw new Error('no clusters');
  const right = await breakInOrder([first, second]);
  const other = await breakInOrder([second, first, first]);
  expect([...other].toSorted()).toEqual([...right].toSorted());
}, 120_000);
