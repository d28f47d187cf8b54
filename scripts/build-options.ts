/** What `scripts/build.ts` takes: a word that it doesn’t know is refused, not passed over. */
import { nearest } from '../src/lesson/nearest.ts';

/** With a value: `--port 4321`. */
const valued: readonly string[] = ['base', 'site', 'out', 'port', 'host'];
const plain: readonly string[] = ['dev', 'no-site', 'only-site', 'only-types', 'help'];

export const buildUsage = `npm run build [-- --base /course/] [--site https://example.org] [--out DIR]   the site, into dist/ or DIR
npm run dev [-- --port 4321] [--host ADDRESS]                                the site, built again as you write
--no-site: all but the site; --only-site: what it needs is there already; --only-types: what type checkers read`;

/** What is wrong with the words; undefined where nothing is. */
export function wrongOption(words: readonly string[]): string | undefined {
  const known = [...valued, ...plain];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const name = word.replace(/^--/, '');
    if (!word.startsWith('--') || !known.includes(name)) return `there is no ${word}; the nearest is --${nearest(name, known)}`;
    if (!valued.includes(name)) continue;
    const value = words[at + 1];
    if (value === undefined || value.startsWith('--')) return `${word} takes a value`;
    at += 1;
  }
  return undefined;
}
