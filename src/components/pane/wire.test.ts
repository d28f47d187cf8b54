import { expect, test } from 'vitest';
import { wirePath } from './wire.ts';

const socket = { x: 100, y: 50, width: 28, height: 28 };

test('a wire begins at its socket’s side and goes past the name below it', () => {
  const wire = wirePath(socket, { x: 300, y: 200, width: 32, height: 32 }, 150);
  expect(wire?.path).toMatch(/^M126\.5 64H128q4 0 4 4V138/);
  expect(wire?.path).toMatch(/V170$/);
});

test('a Pod right below is reached straight, and what isn’t drawn has no wire', () => {
  expect(wirePath(socket, { x: 116, y: 200, width: 32, height: 32 }, 150)?.path).toBe('M126.5 64H128q4 0 4 4V170');
  expect(wirePath(undefined, socket, 150)).toBeUndefined();
});
