/** Plays testdata/*.txt. `UPDATE_GOLDEN=1` writes the answers anew: read the difference before it is committed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { replay } from './testing/transcript.ts';

const folder = fileURLToPath(new URL('./testdata', import.meta.url));

for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
  test(`transcript: ${file.replace('.txt', '').replaceAll('-', ' ')}`, () => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const played = replay(text);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(`${folder}/${file}`, played);
    else expect(played).toBe(text);
  });
}
