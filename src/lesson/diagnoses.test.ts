import { expect, test } from 'vitest';
import { clockWords, noDiagnosis, readDiagnosis, secondsTaken, writeDiagnosis } from './diagnoses.ts';

const full = { loop: 'controller/replicaset', object: 'ResourceQuota/team/pods', since: '41.5', took: 95 };

test('what is written is read, and other lines stay as they are', () => {
  const text = '# Yours.\ntypo: loop= object= since= took=0\nfull: loop= object= since= took=0\n';
  const written = writeDiagnosis(text, 'full', full);
  expect(written).toBe('# Yours.\ntypo: loop= object= since= took=0\nfull: loop=controller/replicaset object=ResourceQuota/team/pods since=41.5 took=95\n');
  expect(readDiagnosis(written, 'full')).toEqual(full);
  expect(readDiagnosis(written, 'typo')).toEqual(noDiagnosis);
});

test('times are added up, and read as on a clock', () => {
  const text = writeDiagnosis(writeDiagnosis('# took=7\n', 'full', full), 'typo', { ...noDiagnosis, took: 30 });
  expect(secondsTaken(text)).toBe(125);
  expect(['0:00', '1:05', '61:09']).toEqual([0, 65, 3669].map(clockWords));
});

test('a line that is missing is empty, and is added at the end', () => {
  expect(readDiagnosis('', 'full')).toEqual(noDiagnosis);
  expect(writeDiagnosis('# Yours.', 'full', noDiagnosis)).toBe('# Yours.\nfull: loop= object= since= took=0\n');
});

test('what someone has typed otherwise does no harm', () => {
  expect(readDiagnosis('full:   since=3   loop=scheduler took=soon', 'full')).toEqual({ ...noDiagnosis, loop: 'scheduler', since: '3' });
  expect(readDiagnosis('full', 'full')).toEqual(noDiagnosis);
  expect(readDiagnosis('full: loop=scheduler since=3\r\nother: loop=none\r\n', 'full')).toEqual({ ...noDiagnosis, loop: 'scheduler', since: '3' });
});
