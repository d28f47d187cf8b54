/** The engine's files for the page: which there are, and how much each may weigh (gzip). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../.generated/engine/', import.meta.url));

/** Kilobytes. A file that has become smaller gets a smaller number; one that must become larger, a reason in the commit. */
const most: Readonly<Record<string, number>> = {
  core: 359,
  full: 88,
  kubectl: 79,
  programs: 22,
  etcd: 36,
  openapi: 6,
  why: 12,
  typescript: 35,
  descriptions: 101,
};
const mostOfACheck = 4.5;

test('the engine comes in these pieces, none larger than it was', () => {
  expect(existsSync(folder), 'the page’s engine is not built: npm run build').toBe(true);
  const sizes = readdirSync(folder).map((file) => {
    const kilobytes = gzipSync(readFileSync(folder + file), { level: 9 }).length / 1000;
    return [file.replace('.txt', ''), kilobytes] as const;
  });
  expect(sizes.map(([name]) => name).filter((name) => !name.startsWith('check-')).sort()).toEqual(Object.keys(most).sort());
  const tooLarge = sizes.filter(([name, kilobytes]) => kilobytes > (most[name] ?? mostOfACheck));
  expect(tooLarge).toEqual([]);
});
