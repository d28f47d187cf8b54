/** Writes into a built site what its hosts need: policies, headers, compressed files, and names that hosts look for. */
import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { headerRules, headersFile, nginxMaps, pagesOf, policyOfPages, type Site, unframedPolicy } from './header-rules.ts';
import { withPolicy } from './policy.ts';

/** Every page gets its policy. `connect`: see `Site`. */
export function writePolicies(out: string, connect: readonly string[] = []): void {
  for (const page of pagesOf(out)) {
    const path = join(out, page);
    writeFileSync(path, withPolicy(readFileSync(path, 'utf8'), connect));
  }
}

/** The last step of a build: all other files are there. */
export async function writeHosting(site: Site): Promise<void> {
  writeHeaderFiles(site);
  // GitHub Pages leaves out folders such as `_astro` where it thinks that Jekyll is to build the site.
  writeFileSync(join(site.out, '.nojekyll'), '');
  await compress(site.out);
}

/** `_headers` for Netlify and Cloudflare Pages, after what `public/_headers` says, and `nginx.conf`. */
export function writeHeaderFiles(site: Site): void {
  const policy = policyOfPages(site);
  const rules = headerRules(site, policy);
  appendFileSync(join(site.out, '_headers'), headersFile(rules));
  // What isn't a page doesn't mind a page's policy. Netlify and Cloudflare Pages have every file checked anew by themselves.
  const defaults = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': unframedPolicy(policy),
    'Cross-Origin-Embedder-Policy': '',
    'Cross-Origin-Opener-Policy': '',
  };
  writeFileSync(join(site.out, 'nginx.conf'), nginxMaps(rules, defaults));
}

const compressed = promisify(gzip);

/** Puts a `.gz` beside what is worth it: nginx (`gzip_static`) sends it as it is. Other hosts compress by themselves. */
async function compress(out: string): Promise<void> {
  const files = globSync('**/*.{html,css,js,txt,svg,json}', { cwd: out });
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(out, file));
      if (content.length < 1000) return;
      await writeFile(join(out, `${file}.gz`), await compressed(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
