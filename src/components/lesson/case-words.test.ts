import { expect, test } from 'vitest';
import { wordsUnderCase } from './case-words.ts';

const components = ['controller/replicaset', 'kubelet/node-1', 'scheduler', 'kubectl'];

test.each([
  ['In “copies”, it isn’t controller/replicaset that undoes it.', 'It isn’t the ReplicaSet loop that undoes it.'],
  ['In “copies”, the loop that can’t do its part isn’t kubelet/node-1.', 'The loop that can’t do its part isn’t the kubelet of node-1.'],
  ['In “copies”, the loop that can’t do its part isn’t scheduler.', 'The loop that can’t do its part isn’t the scheduler.'],
  ['In “copies”, it isn’t kubectl that undoes it.', 'It isn’t kubectl that undoes it.'],
  ['In “copies”, the loop is right, and Pod/a isn’t in its way.', 'The loop is right, and Pod/a isn’t in its way.'],
])('%s', (seen, said) => {
  expect(wordsUnderCase(seen, 'copies', components)).toBe(said);
});
