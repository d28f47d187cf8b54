/**
 * Sessions as a reader would type them, and what they print. `UPDATE_GOLDEN=1 npx vitest run tests/golden.test.ts` writes them anew;
 * commit only the differences you understand.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { play } from './golden/play.ts';

const folder = fileURLToPath(new URL('./golden/', import.meta.url));

for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
  test(name.replace(/\.txt$/, '').replaceAll('-', ' '), async () => {
    const written = readFileSync(folder + name, 'utf8');
    const played = await play(written);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(folder + name, played);
    else expect(played).toBe(written);
  });
}
