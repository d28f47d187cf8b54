import { expect, test } from 'vitest';
import { staleEntries } from './known-mutants.ts';
import { makeMutants } from './make-mutants.ts';

const source = `export function gapOf(wanted: number, there: readonly number[]): number {
  const gap = wanted - there.filter((each) => each > 0).length;
  return gap;
}
`;
const ids = async (text: string): Promise<readonly string[]> => (await makeMutants('gap.ts', text)).map(({ id }) => id);

test('a mutant keeps its id when lines come in above it and it is laid out anew', async () => {
  const moved = `// One more line.\n\n${source.replace('  const gap =', '    const   gap =')}`;
  const before = (await ids(source)).filter((id) => !id.startsWith('BlockStatement'));
  expect((await ids(moved)).filter((id) => !id.startsWith('BlockStatement'))).toEqual(before);
  expect(before).toContain('drop-filter: const gap = wanted - there.filter((each) => each > 0).length; → const gap = wanted - there.length;');
});

test('no two mutants have the same id or are the same program', async () => {
  const twice = source.replace('  return gap;', '  if (gap > 0) return gap;\n  if (gap > 0) return gap;\n  return gap;');
  const mutants = await makeMutants('gap.ts', twice);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  expect(new Set(mutants.map(({ text }) => text.replace(/[\s;]/g, ''))).size).toBe(mutants.length);
});

test('of an operator of our own and one of Stryker’s that do the same, ours is kept', async () => {
  const dropped = (await makeMutants('gap.ts', source)).filter(({ text }) => text.includes('= wanted - there.length'));
  expect(dropped).toMatchObject([{ operator: 'drop-filter', line: 2 }]);
});

test('a mutant says which lines change, and how', async () => {
  const [mutant] = (await makeMutants('gap.ts', source)).filter(({ operator }) => operator === 'ArithmeticOperator');
  expect(mutant).toMatchObject({
    line: 2,
    before: 'const gap = wanted - there.filter((each) => each > 0).length;',
    after: 'const gap = wanted + there.filter(each => each > 0).length;',
  });
});

test('an entry that fits no mutant, or stands in both lists, is out of date', () => {
  const known = {
    equivalent: { 'drop-await: a': 'the same', 'drop-await: b': 'the same' },
    accepted: { 'drop-await: b': 'passes' },
  };
  expect(staleEntries(known, ['drop-await: a', 'drop-await: b'])).toEqual(['drop-await: b']);
  expect(staleEntries(known, ['drop-await: b'])).toEqual(['drop-await: a', 'drop-await: b']);
});
