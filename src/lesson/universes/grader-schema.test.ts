import { expect, test } from 'vitest';
import { isFromGrader } from './grader-schema.ts';

const failed = { ok: false, seed: 1, cause: 'c', glyph: 'threw', scenario: 's', at: 1, revision: 2, weather: '', seen: 's', question: 'q' };

test.each([
  { type: 'hello' },
  { type: 'verdict', verdict: { ok: true, seed: 1 } },
  { type: 'verdict', verdict: { ...failed, problem: { title: 't', message: '', hint: '' }, log: { version: 1, inputs: [] } } },
  { type: 'unfit', problem: { title: 't', message: '', hint: '', file: 'a.ts', line: 1 } },
  { type: 'broken', message: 'words' },
])('a message of the protocol is one: $type', (message) => expect(isFromGrader(message)).toBe(true));

test.each([
  ...[null, 5, 'hello', [], {}, { type: 'verdict' }, { type: 'verdict', verdict: null }, { type: 'unfit' }, { type: 'broken' }],
  ...[{ type: 'verdict', verdict: { ok: true } }, { type: 'verdict', verdict: { ...failed, seen: {} } }, { type: 'died', because: 'x' }],
])('anything else is none: %j', (message) => expect(isFromGrader(message)).toBe(false));
