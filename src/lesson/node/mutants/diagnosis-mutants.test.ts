import { expect, test } from 'vitest';
import { makeDiagnosisMutants } from './diagnosis-mutants.ts';

test('a line is left out, takes evidence of the next one that differs, or another moment', () => {
  const text = '# Yours.\na: loop=x object=P/1 since=20 took=0\nb: loop=y object=P/1 since=30 took=0\n';
  const mutants = makeDiagnosisMutants('f.diagnosis', text).filter(({ line }) => line === 2);
  expect(mutants.map(({ operator, after }) => [operator, after])).toEqual([
    ['drop-diagnosis', ''],
    ['loop-of-another', 'a: loop=y object=P/1 since=20 took=0'],
    ['moment-off', 'a: loop=x object=P/1 since=5 took=0'],
    ['moment-off', 'a: loop=x object=P/1 since=35 took=0'],
  ]);
  expect(mutants[1]?.text).toBe('# Yours.\na: loop=y object=P/1 since=20 took=0\nb: loop=y object=P/1 since=30 took=0\n');
});
