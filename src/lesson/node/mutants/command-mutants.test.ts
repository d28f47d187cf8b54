import { expect, test } from 'vitest';
import { makeCommandMutants } from './command-mutants.ts';

test('each command is left out, and each of its numbers is one off; comments have no mutants', () => {
  const mutants = makeCommandMutants('repair.sh', '# two of 3\nkubectl scale rs a-1 --replicas=20\n\nkubectl get rs\n');
  expect(mutants.map(({ operator, line, after }) => [operator, line, after])).toEqual([
    ['drop-command', 2, ''],
    ['number-by-one', 2, 'kubectl scale rs a-2 --replicas=20'],
    ['number-by-one', 2, 'kubectl scale rs a-0 --replicas=20'],
    ['number-by-one', 2, 'kubectl scale rs a-1 --replicas=21'],
    ['number-by-one', 2, 'kubectl scale rs a-1 --replicas=19'],
    ['drop-command', 4, ''],
  ]);
  expect(mutants[5]?.text).toBe('# two of 3\nkubectl scale rs a-1 --replicas=20\n\n\n');
});
