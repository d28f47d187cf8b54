/** Which headers a built site's files are to have, and how Netlify, Cloudflare Pages and nginx are told. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { frontmatterText } from '../../src/lesson/frontmatter-text.ts';
import { lessonRuntime } from '../../src/lesson/lesson-runtime.ts';
import type { PlaceChoice } from '../../src/runtimes/place.ts';
import { inlineScriptHashes, pagePolicy, workerPolicy } from './policy.ts';

/** Headers of all files under a path; of one file or page where it doesn't end in `*`. No header is named by two rules for one file. */
export interface HeaderRule {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A year; the name changes with the content. */
const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const embedder = { 'Cross-Origin-Embedder-Policy': 'require-corp' };
/** What a page with a WebContainer is served with. */
export const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', ...embedder };

function runtimeOf(text: string): PlaceChoice {
  const { runtime }: { readonly runtime?: PlaceChoice } = parse(frontmatterText(text) ?? '{}');
  return runtime ?? 'auto';
}

/** The pages of lessons that begin in a WebContainer, in all languages: `lessons/12-replicaset/`. */
export function isolatedPages({ root, out, runtime = 'auto' }: Pick<Site, 'root' | 'out' | 'runtime'>): readonly string[] {
  const lessons = globSync('src/content/lessons/*/*/index.mdx', { cwd: root })
    .filter((path) => lessonRuntime(runtimeOf(readFileSync(join(root, path), 'utf8')), runtime) === 'webcontainer')
    .map((path) => basename(dirname(path)));
  const names = new Set(lessons);
  return pagesOf(out)
    .filter((page) => lessonPage.test(page) && names.has(basename(dirname(page))))
    .map((page) => page.replace(/index\.html$/, ''));
}

/** `lessons/12-replicaset/index.html`, `de/lessons/12-replicaset/index.html` */
const lessonPage = /^(?:[\w-]+\/)?lessons\/[^/]+\/index\.html$/;

/** One rule for a folder all of whose pages are isolated: Cloudflare Pages takes a hundred rules. */
function isolatedFolders(pages: readonly string[], isolated: readonly string[]): readonly string[] {
  const all = Object.groupBy(pages.filter((page) => lessonPage.test(page)), (page) => dirname(dirname(page)));
  const some = Object.groupBy(isolated, (page) => dirname(page));
  return Object.entries(some).flatMap(([folder, its = []]) => (its.length === all[folder]?.length ? [`${folder}/*`] : its.map((page) => `${page}*`)));
}

export interface Site {
  /** The folder of the project. */
  readonly root: string;
  /** The folder of the built site. */
  readonly out: string;
  /** The sub-path that it is served under: '/' or '/course/'. */
  readonly base: string;
  /** Other servers that its pages send to; absent: none. */
  readonly connect?: readonly string[];
  /** Where lessons run that leave it open; absent: `auto`. */
  readonly runtime?: PlaceChoice;
}

/** The built pages of the course, relative to the site. The engine's own are none: they have another policy. */
export const pagesOf = (out: string): readonly string[] =>
  globSync('**/*.html', { cwd: out })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('engine/'))
    .sort();

/** In a header alone: a `<meta>` can't say it. */
const unframed = "frame-ancestors 'self'";

/** One policy that allows the inline scripts of all pages. */
export function policyOfPages({ out, connect }: Pick<Site, 'out' | 'connect'>): string {
  return pagePolicy([...new Set(pagesOf(out).flatMap((page) => inlineScriptHashes(readFileSync(join(out, page), 'utf8'))))].sort(), connect);
}

function policyOfEngine(out: string): string {
  const found = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(out, 'engine/index.html'), 'utf8'));
  if (found?.[1] === undefined) throw new Error('engine/index.html has no policy');
  return found[1];
}

/** Of the pages that no other site may show in a frame: all but those that are made for it. */
export const unframedPolicy = (pages: string): string => `${pages}; ${unframed}`;
/** Those, as a rule names them. */
const forOtherSites = 'embed/*';

/** Beside what `public/_headers` says of all files. @param pages The policy of the pages: see `policyOfPages`. */
export function headerRules(site: Site, pages: string): readonly HeaderRule[] {
  const { out, base } = site;
  const policy = { 'Content-Security-Policy': unframedPolicy(pages) };
  const folders = new Set(pagesOf(out).map((page) => (page.includes('/') ? `${page.split('/')[0]}/*` : page === 'index.html' ? '' : page)));
  return [
    // A worker of an isolated page has to say that it embeds nothing, and so has the page of its engine's frames.
    { path: `${base}_astro/*`, headers: { ...immutable, ...embedder, 'Content-Security-Policy': workerPolicy } },
    { path: `${base}engine/*`, headers: { 'Content-Security-Policy': policyOfEngine(out) } },
    { path: `${base}engine/isolated/*`, headers: embedder },
    ...['fragment', 'index'].map((folder) => ({ path: `${base}pagefind/${folder}/*`, headers: immutable })),
    ...[...folders].map((path) => ({ path: base + path, headers: path === forOtherSites ? { 'Content-Security-Policy': pages } : policy })),
    ...isolatedFolders(pagesOf(out), isolatedPages(site)).map((path) => ({ path: base + path, headers: isolated })),
  ];
}

/** As Netlify and Cloudflare Pages read them. */
export const headersFile = (rules: readonly HeaderRule[]): string =>
  rules.map(({ path, headers }) => [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')).join('');

/** The variables that docs/hosting.md's nginx configuration sends as headers; empty ones it doesn't send. */
export function nginxMaps(rules: readonly HeaderRule[], defaults: Readonly<Record<string, string>>): string {
  const names = [...new Set([...Object.keys(defaults), ...rules.flatMap(({ headers }) => Object.keys(headers))])].sort();
  const maps = names.map((name) => {
    const value = defaults[name] ?? '';
    const lines = rules.flatMap(({ path, headers }) =>
      headers[name] === undefined || headers[name] === value ? [] : [`  "~${pathPattern(path)}" "${headers[name]}";`],
    );
    return `map $uri $converge_${name.toLowerCase().replaceAll('-', '_')} {\n${lines.map((line) => `${line}\n`).join('')}  default "${value}";\n}\n`;
  });
  return `# Made by \`npm run build\`: docs/hosting.md has the server that includes it.\n${maps.join('')}`;
}

const pathPattern = (path: string): string => `^${path.replaceAll('.', '\\.').replace(/\*$/, '')}${path.endsWith('*') ? '' : '$'}`;
