/** What the kubelet hears of files, whose sizes it sums. */
import { expect, test } from 'vitest';
import { createTree } from './tree.ts';

test('it says when its files have become more or less, and only then', () => {
  const sizes: number[] = [];
  const tree = createTree(
    () => 0,
    () => sizes.push(tree.bytes()),
  );
  tree.makeFolder('/data');
  tree.write('/data/a', 'four');
  tree.write('/data/a', 'four');
  tree.write('/data/a', 'seven77', 0o600);
  tree.write('/nowhere/b', 'lost');
  tree.remove('/data/a');
  tree.remove('/data');
  expect(sizes).toEqual([4, 7, 0]);
});
