import { nat } from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../../engine/index.ts';
import { SubjectLost } from '../../../session/apart/messages.ts';
import type { Problem } from '../../../session/types.ts';
import { mistake } from '../finding.ts';
import type { RunCalls } from './calls.ts';
import { type Law, lawCase } from './laws.ts';

/** A function that doubles. */
const doubled: Law<number> = {
  name: 'twice as much comes back',
  draws: nat(1000),
  call: (drawn) => ({ name: 'double', values: [drawn] }),
  judge: (drawn, returned) => (returned === 2 * drawn ? undefined : mistake('wrong', 'How much is it?')),
  words: (drawn, returned) => `double(${drawn}) returned ${JSON.stringify(returned) ?? 'nothing'}.`,
};

const running =
  (double: (value: number) => number): RunCalls =>
  async (calls) => ({ returned: calls.map(({ values }) => double(Number(values[0]))) });

const judge = (law: Law<number>, run: RunCalls) => lawCase(law).judge(run, createRandom(1));

test('a law that holds says nothing; one that is broken shows the smallest argument', async () => {
  expect(await judge(doubled, running((value) => 2 * value))).toBeUndefined();
  const found = await judge(doubled, running((value) => (value < 17 ? 2 * value : 0)));
  expect(found).toMatchObject({ cause: 'wrong', seen: expect.stringContaining('double(17) returned 0.') });
});

test('what the code throws is said of the smallest argument', async () => {
  const problem: Problem = { title: 'TypeError: no', message: '', hint: '' };
  const found = await judge(doubled, async (calls) => (Number(calls[0]?.values[0]) < 9 ? { returned: [2 * Number(calls[0]?.values[0])] } : { returned: [undefined], problem }));
  expect(found).toMatchObject({ problem, seen: 'double(9) returned nothing.' });
});

test('code that is lost breaks off the case, also while the argument is made smaller', async () => {
  const lost = new SubjectLost('hung', 'It was ended.');
  await expect(judge(doubled, () => Promise.reject(lost))).rejects.toBe(lost);
  let calls = 0;
  const later: RunCalls = async () => {
    calls += 1;
    if (calls > 1) throw lost;
    return { returned: [-1] };
  };
  await expect(judge(doubled, later)).rejects.toBe(lost);
});

test.each([
  ['judge', { judge: () => fail() }],
  ['call', { call: () => fail() }],
  ['draws', { draws: nat(9).map(() => fail()) }],
  ['words', { judge: () => mistake('wrong', 'What?'), words: () => fail() }],
] as const)('a law whose %s throws is no law that holds: its name is said', async (_, wrong) => {
  const run = running((value) => 2 * value);
  await expect(judge({ ...doubled, ...wrong }, run)).rejects.toThrow(`the law “twice as much comes back” can’t be judged: oops`);
});

function fail(): never {
  throw new Error('oops');
}
