import { expect, test } from 'vitest';
import type { FromGrader, ToGrader } from '../universes/grading.ts';
import { startCheck } from './exercise-check.ts';
import type { ExerciseEvent } from './exercise-machine.ts';
import type { Exercise, ExerciseParts } from './exercise-parts.ts';

/** A grader in which every universe converges at once. */
function open(listen: (message: FromGrader) => void) {
  queueMicrotask(() => listen({ type: 'hello' }));
  const post = (message: ToGrader): void => {
    if (message.type === 'grade') queueMicrotask(() => listen({ type: 'verdict', verdict: { ok: true, seed: message.seed } }));
  };
  return { post, stop() {} };
}

test('a check says its first universe, each twentieth part, and when a stage is passed', async () => {
  const seeds = Array.from({ length: 100 }, (_none, index) => index + 1);
  const stages = [
    { name: 'calm', seeds: seeds.slice(0, 3) },
    { name: 'refused', seeds: seeds.slice(3) },
  ];
  const said: string[] = [];
  const send = (event: ExerciseEvent): void => {
    if (event.type === 'progress') said.push(`${event.stage} ${event.done}`);
  };
  const parts = { slug: '12-replicaset', data: { universes: 100, stages } } as unknown as ExerciseParts;
  await startCheck(parts, { send } as Exercise, {}, { open, graders: 1, after: () => () => {} }).end;
  expect(said.slice(0, 4)).toEqual(['calm 1', 'refused 0', 'refused 2', 'refused 7']);
});
