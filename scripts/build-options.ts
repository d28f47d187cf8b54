/** What `scripts/build.ts` takes: a word that it doesn’t know is refused, not passed over. */
import { placeChoices } from '../src/lesson/lesson-runtime.ts';
import { nearest } from '../src/lesson/nearest.ts';
import type { PlaceChoice } from '../src/runtimes/place.ts';

/** With a value: `--port 4321`. */
const valued: readonly string[] = ['base', 'site', 'out', 'port', 'host', 'runtime', 'xapi', 'xapi-authorization'];
const plain: readonly string[] = ['dev', 'no-site', 'only-site', 'only-types', 'help'];

export const buildUsage = `npm run build [-- --base /course/] [--site https://example.org] [--out DIR]   the site, into dist/ or DIR
npm run dev [-- --port 4321] [--host ADDRESS]                                the site, built again as you write
--runtime worker|webcontainer|auto: where lessons' clusters run until the reader chooses (docs/hosting.md)
--xapi https://lrs.example.org/xapi [--xapi-authorization "Basic …"]: pages report what is done on them (docs/grading.md)
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

/**
 * Where statements are posted to. `endpoint`: that of a learning record store, or the address of its statements; empty: none.
 * @throws Error with a sentence.
 */
export function statementsUrl(endpoint: string): string {
  if (endpoint === '') return '';
  const wrong = new Error(`--xapi ${endpoint}: the endpoint of a learning record store is an https address, such as https://lrs.example.org/xapi`);
  if (!URL.canParse(endpoint)) throw wrong;
  const url = new URL(endpoint);
  const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw wrong;
  if (url.username !== '' || url.password !== '') throw new Error('--xapi: names and passwords go into --xapi-authorization, where every reader of the course can read them');
  if (!/\/statements\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/statements`;
  return url.href;
}

/**
 * Where lessons' clusters run until their readers choose; '' leaves it to each lesson.
 * @throws Error with a sentence.
 */
export function builtRuntime(value: string): PlaceChoice {
  if (value === '') return 'auto';
  const known = placeChoices.find((each) => each === value);
  if (known === undefined) throw new Error(`--runtime ${value}: it is worker (no lesson begins elsewhere), webcontainer (all that leave it open) or auto (each lesson says it)`);
  return known;
}
