import { expect, test } from 'vitest';
import { nameOfCommit, nameOfTree } from './git-objects.ts';
import { sha1 } from './sha1.ts';
import { createRepositories } from './store.ts';
import type { NewCommit } from './types.ts';

const ada = { name: 'Ada', email: 'ada@example.com' };
const commit = (message: string, files: NewCommit['files'], ...parents: readonly string[]): NewCommit => ({ parents, author: ada, timeSeconds: 1_700_000_000, message, files });

test('digests are those of FIPS 180-4', () => {
  expect(sha1('abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(sha1('')).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
  expect(sha1('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe('84983e441c3bd26ebaae4aa1f95129e5e54670f1');
  expect(sha1('a'.repeat(119))).toBe('ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56');
});

test('trees and commits have the names that git gives them', () => {
  const files = { 'web.json': '{}\n', 'web/über.json': 'ä\n', 'web-2': 'x' };
  expect(nameOfTree(files)).toBe('a106eddc4b7a177a12ef9b2ac96dc8efc62778b0');
  expect(nameOfCommit(commit('First', files))).toBe('a14be95842d77d64214abb7695cab18c5fe85e48');
});

test('a branch moves forward; only force takes commits away from it', () => {
  const repositories = createRepositories();
  const push = (commits: readonly NewCommit[], force = false) => repositories.push('shop', { branch: 'main', commits, force });
  const first = push([commit('First', { a: '1' })]);
  expect(first.ok).toBe(true);
  const firstId = first.ok ? first.id : '';
  const second = push([commit('Second', { a: '2' }, firstId)]);
  expect(repositories.branches('shop')).toEqual({ main: second.ok && second.id });
  const rewritten = commit('Second, again', { a: '3' }, firstId);
  expect(push([rewritten])).toEqual({ ok: false, why: 'behind' });
  expect(push([rewritten], true).ok).toBe(true);
  expect(repositories.commit('shop', second.ok ? second.id : '')?.files).toEqual({ a: '2' });
  expect(push([commit('Alone', {}, 'f'.repeat(40))])).toEqual({ ok: false, why: 'unknown parent' });
  expect(repositories.push('shop', { branch: 'main', commits: [], to: firstId, force: true })).toEqual({ ok: true, id: firstId });
});
