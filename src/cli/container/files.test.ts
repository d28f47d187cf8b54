import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { mirrorFiles } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-mirror-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('a session that begins takes files of an earlier one away, and leaves what is too large to be the session’s: converge.mjs', () => {
  writeFileSync(join(folder, 'converge.mjs'), 'x'.repeat(1_000_001));
  writeFileSync(join(folder, 'earlier.ts'), 'earlier\n');
  mirrorFiles(folder, () => {}).write({ 'operator.ts': 'mine\n' }, true);
  expect(readdirSync(folder).sort()).toEqual(['converge.mjs', 'operator.ts']);
  expect(existsSync(join(folder, 'earlier.ts'))).toBe(false);
});
