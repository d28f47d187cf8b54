import { beforeEach, expect, test } from 'vitest';
import { choice, chosen, offered } from './choice.svelte.ts';

beforeEach(() => Object.assign(choice, { names: ['1'], name: undefined }));

test('the container’s shell is beside the session’s terminals, and comes first where nothing was chosen', () => {
  expect([offered(false), chosen(false)]).toEqual([['1'], '1']);
  expect([offered(true), chosen(true)]).toEqual([['1', 'jsh'], 'jsh']);
});

test('a terminal that is open stays when the session moves; the shell that is left makes room, and is there again', () => {
  choice.name = '1';
  expect(chosen(true)).toBe('1');
  choice.name = 'jsh';
  expect(chosen(false)).toBe('1');
  expect(chosen(true)).toBe('jsh');
});
