/** How a reflector goes on after each answer, as a table: state, event -> next state, effects. */
import { expect, test } from 'vitest';
import { testSteps } from '../kernel/testing/step-table.ts';
import {
  type ReflectorEffect,
  type ReflectorEvent,
  type ReflectorState,
  startOfReflector,
  stepReflector,
} from './reflector-machine.ts';

const describe = (effect: ReflectorEffect) => (effect.type === 'list' ? `list at '${effect.revision}'` : effect.type);

testSteps<ReflectorState, ReflectorEvent, ReflectorEffect>('a reflector', {
  states: {
    'listing any': { name: 'listing', revision: '0' },
    'listing newest': { name: 'listing', revision: '' },
    watching: { name: 'watching' },
    'waiting to list any': { name: 'waiting', next: { type: 'list', revision: '0' } },
    'waiting to list newest': { name: 'waiting', next: { type: 'list', revision: '' } },
    'waiting to list 7': { name: 'waiting', next: { type: 'list', revision: '7' } },
    'waiting to watch': { name: 'waiting', next: { type: 'watch' } },
    'listing 7': { name: 'listing', revision: '7' },
    stopped: { name: 'stopped' },
  },
  events: {
    listed: { type: 'listed' },
    'list fails': { type: 'listFailed', expired: false },
    'list is 410': { type: 'listFailed', expired: true },
    'watch ends': { type: 'watchEnded', early: false, revision: '7' },
    'watch ends at once': { type: 'watchEnded', early: true, revision: '7' },
    'watch is 410': { type: 'watchFailed', expired: true, code: 410, revision: '7' },
    'watch is 429': { type: 'watchFailed', expired: false, code: 429, revision: '7' },
    'watch is 503': { type: 'watchFailed', expired: false, code: 503, revision: '7' },
    'watch is 403': { type: 'watchFailed', expired: false, code: 403, revision: '7' },
    'watch is overdue': { type: 'watchOverdue' },
    'back-off is over': { type: 'backoffOver' },
    stop: { type: 'stop' },
  },
  step: stepReflector,
  describe,
  rows: [
    ['listing any', 'listed', 'watching', 'watch'],
    ['listing any', 'list fails', 'waiting to list any', 'hangUp, backOff'],
    ['listing any', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing any', 'stop', 'stopped', 'hangUp'],
    ['listing newest', 'listed', 'watching', 'watch'],
    ['listing newest', 'list fails', 'waiting to list newest', 'hangUp, backOff'],
    ['listing newest', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing newest', 'stop', 'stopped', 'hangUp'],
    ['listing 7', 'listed', 'watching', 'watch'],
    ['listing 7', 'list fails', 'waiting to list 7', 'hangUp, backOff'],
    ['listing 7', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing 7', 'stop', 'stopped', 'hangUp'],

    ['watching', 'watch ends', 'watching', 'hangUp, watch'],
    ['watching', 'watch ends at once', 'waiting to list 7', 'hangUp, backOff'],
    ['watching', 'watch is overdue', 'watching', 'hangUp, watch'],
    ['watching', 'watch is 410', 'listing newest', "hangUp, list at ''"],
    ['watching', 'watch is 429', 'waiting to watch', 'hangUp, backOff'],
    ['watching', 'watch is 503', 'waiting to watch', 'hangUp, backOff'],
    ['watching', 'watch is 403', 'waiting to list 7', 'hangUp, backOff'],
    ['watching', 'stop', 'stopped', 'hangUp'],

    ['waiting to list any', 'back-off is over', 'listing any', "list at '0'"],
    ['waiting to list newest', 'back-off is over', 'listing newest', "list at ''"],
    ['waiting to list 7', 'back-off is over', 'listing 7', "list at '7'"],
    ['waiting to watch', 'back-off is over', 'watching', 'watch'],
    ['waiting to list any', 'stop', 'stopped', 'hangUp'],
    ['waiting to list newest', 'stop', 'stopped', 'hangUp'],
    ['waiting to list 7', 'stop', 'stopped', 'hangUp'],
    ['waiting to watch', 'stop', 'stopped', 'hangUp'],
    ['stopped', 'stop', 'stopped', 'hangUp'],
  ],
});

test('a reflector begins with a list of any revision', () => {
  const { state, effects } = startOfReflector();
  expect([state, effects.map(describe)]).toEqual([{ name: 'listing', revision: '0' }, ["list at '0'"]]);
});
