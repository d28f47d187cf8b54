/** Adds to a built site's `_headers` what isolates the lessons that ask for a WebContainer. */
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The rules, for the lessons of these names; `base` is the sub-path the site is served under ('/' or '/course/'). */
export function isolationRules(slugs: readonly string[], base: string): string {
  // A worker of an isolated page has to say that it embeds nothing, too.
  const assets = `${base}_astro/*\n  Cross-Origin-Embedder-Policy: require-corp\n`;
  const lessons = slugs.map(
    (slug) =>
      `${base}lessons/${slug}/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n`,
  );
  return [assets, ...lessons].join('');
}

/** Lessons whose frontmatter says `runtime: webcontainer`. */
export function containerLessons(root: string): string[] {
  return globSync('src/content/lessons/*/*/index.mdx', { cwd: root })
    .filter((path) => /^runtime: webcontainer\s*$/m.test(readFileSync(join(root, path), 'utf8').split(/^---$/m)[1] ?? ''))
    .map((path) => basename(dirname(path)))
    .sort();
}

export function addIsolationRules(root: string, out: string, base: string): void {
  appendFileSync(join(out, '_headers'), isolationRules(containerLessons(root), base.replace(/\/*$/, '/')));
}
