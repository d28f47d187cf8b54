/** A reflector's rules that a learner wrote: what they return is checked before anything acts on it. */
import { expect, test } from 'vitest';
import type { ReflectorEvent, ReflectorState } from '../../../engine/index.ts';
import { guardReflector } from './reflector.ts';

const watching: ReflectorState = { name: 'watching', revision: '7' };
const ended: ReflectorEvent = { type: 'watchEnded', early: false };
const object = { metadata: { name: 'web', resourceVersion: '9' } };

function stepWith(returned: unknown) {
  const failures: unknown[] = [];
  const { stepReflector } = guardReflector(
    () => {
      if (returned instanceof Error) throw returned;
      return returned;
    },
    (error) => failures.push(error),
  );
  return { ...stepReflector(watching, ended), failures: failures.map(String) };
}

test('a step is taken as it was returned, without what doesn’t belong to it', () => {
  const effects = [{ type: 'replace', items: [object] }, { type: 'remove', object }, { type: 'watch', revision: '9', more: 1 }];
  const { state, ...rest } = stepWith({ state: { name: 'waiting', next: 'list', revision: '', more: 1 }, effects });
  expect(state).toEqual({ name: 'waiting', next: 'list', revision: '' });
  expect(rest).toEqual({ effects: [effects[0], effects[1], { type: 'watch', revision: '9' }], failures: [] });
});

test.each<[string, unknown, string]>([
  ['throws', new Error('mine'), 'mine'],
  ['nothing', undefined, 'returned no { state, effects }'],
  ['no effects', { state: watching }, 'effects that are no array'],
  ['effects without end', { state: watching, effects: Array.from({ length: 101 }, () => ({ type: 'hangUp' })) }, '101 effects at once'],
  ['no state', { effects: [] }, 'a state that is no object'],
  ['an unknown state', { state: { name: 'idle' }, effects: [] }, 'the state idle: there are new'],
  ['a revision that is a number', { state: { name: 'watching', revision: 7 }, effects: [] }, 'the revision of the state watching is no string'],
  ['a wait for nothing', { state: { name: 'waiting', revision: '7' }, effects: [] }, 'has no next'],
  ['an unknown effect', { state: watching, effects: [{ type: 'sleep' }] }, 'the effect sleep: there are replace'],
  ['a list without a revision', { state: watching, effects: [{ type: 'list' }] }, 'the revision of the effect list is no string'],
  ['no object', { state: watching, effects: [{ type: 'put' }] }, 'the effect put has no object'],
  ['no items', { state: watching, effects: [{ type: 'replace' }] }, 'the effect replace has no items'],
])('a mistake is reported, and changes nothing: %s', (_name, returned, message) => {
  const { state, effects, failures } = stepWith(returned);
  expect([state, effects]).toEqual([watching, []]);
  expect(failures).toEqual([expect.stringContaining(message)]);
});
