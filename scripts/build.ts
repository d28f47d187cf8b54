/**
 * `npm run build [-- --base /course/] [--site https://example.org] [--out DIR]`: everything the site needs, in order, then the
 * site itself, into `dist/` or DIR. `--no-site`: all but the site. `--only-site`: what it needs is there already. `--only-types`: what type
 * checkers read, and no more.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUsage, wrongOption } from './build-options.ts';
import { addIsolationRules } from './isolation-headers.ts';
import { doubledIn } from './unique-ids.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const wrong = wrongOption(process.argv.slice(2));
if (wrong !== undefined || process.argv.includes('--help')) {
  console.error(wrong === undefined ? buildUsage : `build: ${wrong}\n${buildUsage}`);
  process.exit(wrong === undefined ? 0 : 2);
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
}

/** Runs one step; a step that fails ends the build with its own message. */
function run(title: string, command: string, ...args: readonly string[]): void {
  const started = performance.now();
  const binary = join('node_modules/.bin', command);
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    CONVERGE_BASE: option('base') ?? process.env['CONVERGE_BASE'] ?? '/',
    CONVERGE_SITE: option('site') ?? process.env['CONVERGE_SITE'] ?? '',
  };
  const { status } = spawnSync(existsSync(binary) ? binary : command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`\nbuild: ${title} failed`);
    process.exit(status ?? 1);
  }
  console.log(`build: ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** What `astro build` and `astro dev` read from `.generated/`. */
function prepare(): void {
  run('descriptions of fields', 'node', 'scripts/generate-api.ts', '--descriptions');
  run('engine for the worker', 'node', 'scripts/build-worker.ts');
  run('types of converge/sdk for the editor', 'node', 'scripts/sdk-types.ts');
  run('sources of the built-in controllers for the editor', 'node', 'scripts/builtin-sources.ts');
  run('outputs of the lessons', 'node', 'scripts/bake-lessons.ts');
  run('what the home page shows', 'node', 'scripts/bake-home.ts');
}

/** Astro moves files into the folder, which fails when another file system holds it, `/tmp` for example: it gets one of the project's own. */
function buildSite(out: string): void {
  const made = mkdtempSync('.generated/site-');
  run('site', 'astro', 'build', '--outDir', made);
  cpSync(made, out, { recursive: true });
  rmSync(made, { recursive: true });
}

if (process.argv.includes('--only-types')) {
  run('types of converge/sdk for the editor', 'node', 'scripts/sdk-types.ts');
  run('types of the site’s content', 'astro', 'sync');
  process.exit(0);
}
if (!process.argv.includes('--only-site')) prepare();
if (process.argv.includes('--no-site')) {
  run('types of the site’s content', 'astro', 'sync');
  process.exit(0);
}
const where = ['port', 'host'].flatMap((name) => (option(name) === undefined ? [] : [`--${name}`, option(name) ?? '']));
if (process.argv.includes('--dev')) run('development server', 'astro', 'dev', '--ignore-lock', ...where);
else {
  const out = resolve(option('out') ?? 'dist');
  // Only a folder that is a built site, or empty, is cleared.
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, '_astro')) && option('out') !== undefined) {
    console.error(`build: ${out} holds something else than a built site; choose another --out`);
    process.exit(2);
  }
  rmSync(out, { recursive: true, force: true });
  buildSite(out);
  addIsolationRules(process.cwd(), out, option('base') ?? process.env['CONVERGE_BASE'] ?? '/');
  const doubled = doubledIn(out);
  if (doubled.length > 0) {
    console.error(`\nbuild: ${doubled.join('\nbuild: ')}`);
    process.exit(1);
  }
}
