/** How a reflector goes on after each answer, as a table: state, event -> next state, effects. */
import { testSteps } from '../kernel/testing/step-table.ts';
import {
  type ReflectorEffect,
  type ReflectorEvent,
  type ReflectorObject,
  type ReflectorState,
  stepReflector,
} from './reflector.ts';

const object: ReflectorObject = { metadata: { namespace: 'default', name: 'web', resourceVersion: '9' } };

function describe(effect: ReflectorEffect): string {
  switch (effect.type) {
    case 'list':
    case 'watch':
      return `${effect.type} '${effect.revision}'`;
    case 'replace':
      return `replace by ${effect.items.length}`;
    default:
      return effect.type;
  }
}

testSteps<ReflectorState, ReflectorEvent, ReflectorEffect>('a reflector', {
  states: {
    new: { name: 'new' },
    'listing any': { name: 'listing', revision: '0' },
    'listing newest': { name: 'listing', revision: '' },
    'listing 7': { name: 'listing', revision: '7' },
    'watching from 7': { name: 'watching', revision: '7' },
    'watching from 9': { name: 'watching', revision: '9' },
    'listing 9': { name: 'listing', revision: '9' },
    'waiting to list any': { name: 'waiting', next: 'list', revision: '0' },
    'waiting to list newest': { name: 'waiting', next: 'list', revision: '' },
    'waiting to list 7': { name: 'waiting', next: 'list', revision: '7' },
    'waiting to list 9': { name: 'waiting', next: 'list', revision: '9' },
    'waiting to watch 9': { name: 'waiting', next: 'watch', revision: '9' },
    'waiting to watch 7': { name: 'waiting', next: 'watch', revision: '7' },
    stopped: { name: 'stopped' },
  },
  events: {
    'start with nothing': { type: 'start', from: '' },
    'start from 7': { type: 'start', from: '7' },
    'listed as of 7': { type: 'listed', revision: '7', items: [object] },
    'list fails': { type: 'listFailed', expired: false },
    'list is 410': { type: 'listFailed', expired: true },
    added: { type: 'ADDED', object },
    modified: { type: 'MODIFIED', object },
    deleted: { type: 'DELETED', object },
    bookmark: { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } },
    'watch ends': { type: 'watchEnded', early: false },
    'watch ends at once': { type: 'watchEnded', early: true },
    'watch is 410': { type: 'watchFailed', expired: true, code: 410 },
    'watch is 429': { type: 'watchFailed', expired: false, code: 429 },
    'watch is 503': { type: 'watchFailed', expired: false, code: 503 },
    'watch is 403': { type: 'watchFailed', expired: false, code: 403 },
    'watch is overdue': { type: 'watchOverdue' },
    'back-off is over': { type: 'backOffOver' },
    stop: { type: 'stop' },
  },
  step: stepReflector,
  describe,
  rows: [
    ['new', 'start with nothing', 'listing any', "list '0'"],
    ['new', 'start from 7', 'watching from 7', "watch '7'"],
    ['new', 'stop', 'stopped', 'hangUp'],

    ['listing any', 'listed as of 7', 'watching from 7', "replace by 1, watch '7'"],
    ['listing any', 'list fails', 'waiting to list any', 'hangUp, backOff'],
    ['listing any', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing any', 'stop', 'stopped', 'hangUp'],
    ['listing newest', 'listed as of 7', 'watching from 7', "replace by 1, watch '7'"],
    ['listing newest', 'list fails', 'waiting to list newest', 'hangUp, backOff'],
    ['listing newest', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing newest', 'stop', 'stopped', 'hangUp'],
    ['listing 7', 'listed as of 7', 'watching from 7', "replace by 1, watch '7'"],
    ['listing 7', 'list fails', 'waiting to list 7', 'hangUp, backOff'],
    ['listing 7', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing 7', 'stop', 'stopped', 'hangUp'],
    ['listing 9', 'listed as of 7', 'watching from 7', "replace by 1, watch '7'"],
    ['listing 9', 'list fails', 'waiting to list 9', 'hangUp, backOff'],
    ['listing 9', 'list is 410', 'waiting to list newest', 'hangUp, backOff'],
    ['listing 9', 'stop', 'stopped', 'hangUp'],

    ['watching from 7', 'added', 'watching from 9', 'put'],
    ['watching from 7', 'modified', 'watching from 9', 'put'],
    ['watching from 7', 'deleted', 'watching from 9', 'remove'],
    ['watching from 7', 'bookmark', 'watching from 9', ''],
    ['watching from 7', 'watch ends', 'watching from 7', "hangUp, watch '7'"],
    ['watching from 7', 'watch ends at once', 'waiting to list 7', 'hangUp, backOff'],
    ['watching from 7', 'watch is overdue', 'watching from 7', "hangUp, watch '7'"],
    ['watching from 7', 'watch is 410', 'listing newest', "hangUp, list ''"],
    ['watching from 7', 'watch is 429', 'waiting to watch 7', 'hangUp, backOff'],
    ['watching from 7', 'watch is 503', 'waiting to watch 7', 'hangUp, backOff'],
    ['watching from 7', 'watch is 403', 'waiting to list 7', 'hangUp, backOff'],
    ['watching from 7', 'stop', 'stopped', 'hangUp'],
    ['watching from 9', 'added', 'watching from 9', 'put'],
    ['watching from 9', 'modified', 'watching from 9', 'put'],
    ['watching from 9', 'deleted', 'watching from 9', 'remove'],
    ['watching from 9', 'watch ends', 'watching from 9', "hangUp, watch '9'"],
    ['watching from 9', 'watch ends at once', 'waiting to list 9', 'hangUp, backOff'],
    ['watching from 9', 'watch is overdue', 'watching from 9', "hangUp, watch '9'"],
    ['watching from 9', 'watch is 410', 'listing newest', "hangUp, list ''"],
    ['watching from 9', 'watch is 429', 'waiting to watch 9', 'hangUp, backOff'],
    ['watching from 9', 'watch is 503', 'waiting to watch 9', 'hangUp, backOff'],
    ['watching from 9', 'watch is 403', 'waiting to list 9', 'hangUp, backOff'],
    ['watching from 9', 'stop', 'stopped', 'hangUp'],

    ['waiting to list any', 'back-off is over', 'listing any', "list '0'"],
    ['waiting to list newest', 'back-off is over', 'listing newest', "list ''"],
    ['waiting to list 7', 'back-off is over', 'listing 7', "list '7'"],
    ['waiting to watch 7', 'back-off is over', 'watching from 7', "watch '7'"],
    ['waiting to list 9', 'back-off is over', 'listing 9', "list '9'"],
    ['waiting to watch 9', 'back-off is over', 'watching from 9', "watch '9'"],
    ['waiting to list any', 'stop', 'stopped', 'hangUp'],
    ['waiting to list newest', 'stop', 'stopped', 'hangUp'],
    ['waiting to list 7', 'stop', 'stopped', 'hangUp'],
    ['waiting to watch 7', 'stop', 'stopped', 'hangUp'],
    ['waiting to list 9', 'stop', 'stopped', 'hangUp'],
    ['waiting to watch 9', 'stop', 'stopped', 'hangUp'],
    ['stopped', 'stop', 'stopped', 'hangUp'],
  ],
});
