import { expect, test } from 'vitest';
import { checkLadder } from './lesson-folder.ts';

test('a ladder for a cause that no wrong answer has names the file and the nearest cause', () => {
  const causes = ['made too many Pods', 'left too many'];
  expect(() => checkLadder('3-loops/12-replicaset/index.mdx', ['left too many'], causes)).not.toThrow();
  expect(() => checkLadder('3-loops/12-replicaset/index.mdx', ['left to many'], causes)).toThrow(
    '3-loops/12-replicaset/index.mdx: ladder: no file of wrong/ has the cause "left to many"; the nearest is "left too many"',
  );
});
