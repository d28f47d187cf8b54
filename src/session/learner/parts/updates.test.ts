/** Steps of updates that a learner wrote: what they return is checked before anything acts on it, and an update ends in any case. */
import { expect, test } from 'vitest';
import { type Attempt, engineParts, type Stored, type UpdateEvent } from '../../../engine/index.ts';
import { guardUpdates } from './updates.ts';

const at = (revision: number): Stored => ({
  revision,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u', creationTimestamp: '', resourceVersion: String(revision) } },
});
const attempt: Attempt = { seen: at(7), isFresh: true };
const write = { put: at(7).object };
const lost: UpdateEvent = { type: 'lost', write, current: at(9) };

function stepWith(returned: unknown) {
  const failures: unknown[] = [];
  const { stepUpdate } = guardUpdates(
    () => {
      if (returned instanceof Error) throw returned;
      return returned;
    },
    (error) => failures.push(error),
  );
  return { step: stepUpdate(attempt, lost), stepUpdate, failures: failures.map(String) };
}

test('a step is taken as it was returned, without what doesn’t belong to it', () => {
  const { step, failures } = stepWith({ attempt: { isFresh: false, more: 1 }, action: { type: 'swap', ifRevision: 9, write, more: 1 } });
  expect(step).toEqual({ attempt: { isFresh: false }, action: { type: 'swap', ifRevision: 9, write } });
  expect(failures).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['throws', new Error('mine'), 'mine'],
  ['nothing', undefined, 'returned no { attempt, action }'],
  ['no attempt', { action: { type: 'read' } }, 'an attempt that is no object'],
  ['an attempt that doesn’t know whether it is fresh', { attempt: {}, action: { type: 'read' } }, 'without isFresh'],
  ['an attempt with half an object', { attempt: { isFresh: true, seen: { object: at(7).object } }, action: { type: 'read' } }, 'seen of the attempt has no revision'],
  ['no action', { attempt }, 'an action that is no object'],
  ['an unknown action', { attempt, action: { type: 'wait' } }, 'the action wait: there are read'],
  ['a change of no object', { attempt, action: { type: 'change', current: { revision: 7, object: {} } } }, 'current of the action change has no object'],
  ['a guard that is a text', { attempt, action: { type: 'swap', ifRevision: '7', write } }, 'no whole number'],
  ['a swap without a write', { attempt, action: { type: 'swap', ifRevision: 7 } }, 'has no write'],
  ['a removal of nothing', { attempt, action: { type: 'swap', ifRevision: 7, write: { remove: undefined } } }, 'the write has no remove'],
])('a mistake is reported, and the engine’s own part takes the step: %s', (_name, returned, message) => {
  const { step, failures } = stepWith(returned);
  expect(step).toEqual(engineParts.stepUpdate(attempt, lost));
  expect(failures).toEqual([expect.stringContaining(message)]);
});

test('an update that goes round and round is ended', () => {
  const failures: unknown[] = [];
  const { stepUpdate } = guardUpdates((before: Attempt) => ({ attempt: before, action: { type: 'read' } }), (error) => failures.push(error));
  let step = stepUpdate(attempt, { type: 'read', current: at(7) });
  for (let count = 0; count < 400 && step.action.type === 'read'; count += 1) step = stepUpdate(step.attempt, { type: 'read', current: at(7) });
  expect([step.action.type, failures.map(String)]).toEqual(['change', [expect.stringContaining('has taken 300 steps')]]);
  expect(stepUpdate(step.attempt, { type: 'unchanged' }).action).toEqual({ type: 'answer' });
});
