import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIELDS } from './generated/fields.ts';
import { ENUMS, MERGE_KEYS, QUANTITIES, RETAIN_KEYS } from './supplement.ts';

test('the generated types and tables are what the generator writes today', () => {
  const script = join(import.meta.dirname, '../../../scripts/generate-api.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr.replace(/^\(node.*\n?/gm, '')]).toEqual([0, '']);
});

test('every field the supplement speaks of exists', () => {
  const known = new Set<string>();
  for (const line of FIELDS.trim().split('\n')) {
    const [type, ...fields] = line.split(' ');
    for (const field of fields) known.add(`${type}.${field.replace(/[!:].*$/, '')}`);
  }
  const named = [...Object.keys(MERGE_KEYS), ...Object.keys(ENUMS), ...QUANTITIES, ...RETAIN_KEYS];
  expect(named.filter((each) => !known.has(each))).toEqual([]);
});
