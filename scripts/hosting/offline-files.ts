/** The site's service worker: src/components/offline/service-worker.ts in one file, with the list of what there is to store. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { OfflineFiles } from '../../src/components/offline/protocol.ts';
import { languageFolder } from '../../src/lesson/translation/languages.ts';
import { recordPackages } from '../licenses/bundled-packages.ts';
import { isolatedPages, type Site } from './header-rules.ts';
import { plainScript } from './plain-script.ts';

/** Large files that few readers need, and none of them for a cell or a check. */
const rare = /^_astro\/(?:container-engine|project-engine)\./;
/** Pages that stand in frames of other sites: a reader of the course has no use for them. */
const forOtherSites = /^embed\//;
/** The type checker of the editor, in a worker. */
const typeChecker = /^_astro\/(?:types-worker|type-checker|type-lib)/;
/** What the search of the course is made of; Pagefind's other interfaces aren't used. */
const search = ['pagefind/pagefind.js', 'pagefind/pagefind-worker.js', 'pagefind/*.json', 'pagefind/*.pagefind', 'pagefind/*.pf_meta', 'pagefind/{index,fragment}/*'];

/** What of a built site is stored on a reader's device, before files are compressed. */
export function offlineFiles(site: Pick<Site, 'root' | 'out' | 'runtime'>): OfflineFiles {
  const { out } = site;
  const find = (...patterns: string[]): readonly string[] =>
    patterns.flatMap((pattern) => globSync(pattern, { cwd: out, exclude: ['**/*.gz'] })).map((path) => path.replaceAll('\\', '/')).sort();
  const files = find('_astro/*').filter((path) => !rare.test(path));
  const pages = find('**/index.html')
    .filter((path) => !forOtherSites.test(path))
    .map((path) => path.replace(/index\.html$/, ''));
  const shell = ['', 'engine/', 'engine/isolated/', 'offline/', 'favicon.svg', ...files.filter((path) => !typeChecker.test(path))];
  const kept = [...files.filter((path) => typeChecker.test(path)), ...find(...search)];
  // Those of the root’s language, where it has a table, are for all pages.
  const words = find('words/*.js').map((path) => ({ path, folder: languageFolder(basename(path, '.js')) }));
  const beside = Object.fromEntries(words.map(({ path, folder }) => [folder, [path]]));
  const hash = createHash('sha256');
  for (const path of [...shell, ...kept, ...pages, ...words.map(({ path }) => path)]) hash.update(`${path}\0`).update(readFileSync(join(out, path === '' || path.endsWith('/') ? `${path}index.html` : path)));
  return { version: hash.digest('hex').slice(0, 16), shell, kept, pages, isolated: isolatedPages(site), beside };
}

/** Writes `service-worker.js` into a built site. */
export async function writeServiceWorker(site: Pick<Site, 'root' | 'out' | 'runtime'>): Promise<void> {
  const { root, out } = site;
  const { outputFiles = [], metafile } = await build({
    ...plainScript(root, 'src/components/offline/service-worker.ts'),
    write: false,
    metafile: true,
    define: { offlineFiles: JSON.stringify(offlineFiles(site)), 'process.env.NODE_ENV': '"production"' },
  });
  writeFileSync(join(out, 'service-worker.js'), outputFiles[0]?.text ?? '');
  recordPackages('service-worker', Object.keys(metafile.inputs));
}
