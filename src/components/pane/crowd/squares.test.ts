import { expect, test } from 'vitest';
import { sameSquares, type Squares } from './squares.ts';

const squares: Squares = { pods: [{ uid: 'a', state: 'running' }, { uid: 'b', state: 'pending' }], columns: 2, width: 30, height: 15, selected: undefined };

test('squares are drawn again when one of them, their place or the chosen one is another', () => {
  expect(sameSquares(squares, { ...squares, pods: [...squares.pods] })).toBe(true);
  expect(sameSquares(squares, { ...squares, selected: 'of another node' })).toBe(true);
  expect(sameSquares(squares, { ...squares, selected: 'b' })).toBe(false);
  expect(sameSquares(squares, { ...squares, width: 45 })).toBe(false);
  expect(sameSquares(squares, { ...squares, pods: squares.pods.slice(1) })).toBe(false);
  expect(sameSquares(squares, { ...squares, pods: squares.pods.map((pod) => ({ ...pod, state: 'running' })) })).toBe(false);
});
