/**
 * `npm run build [-- --base /course/] [--site https://example.org] [--out DIR]`: everything the site needs, in order, then the
 * site itself, into `dist/` or DIR. `--no-site`: all but the site. `--only-site`: what it needs is there already. `--only-types`: what type
 * checkers read, and no more.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takenHome } from '../src/cli/program.ts';
import { buildUsage, builtRuntime, statementsUrl, wrongOption } from './build-options.ts';
import { writeEmbedScript } from './hosting/embed-script.ts';
import { writeServiceWorker } from './hosting/offline-files.ts';
import { writeHosting, writePolicies } from './hosting/write-hosting.ts';
import { writeLicenses } from './licenses/licenses-text.ts';
import { endTools, endToolsOnSignals, startTool } from './machine/tools.ts';
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

/** What `read` makes of an option or of its variable; ends the build with what is wrong with it. */
function checked<T>(name: string, read: (value: string) => T): T {
  try {
    return read(option(name) ?? process.env[`CONVERGE_${name.toUpperCase()}`] ?? '');
  } catch (error) {
    console.error(`build: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}
/** Where pages report to; empty: nowhere. */
const xapi = checked('xapi', statementsUrl);
const runtime = checked('runtime', builtRuntime);

endToolsOnSignals();

/** Runs one step; a step that fails ends the build, and what runs beside it, with its own message. */
async function run(title: string, command: string, ...args: readonly string[]): Promise<void> {
  const started = performance.now();
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    CONVERGE_BASE: option('base') ?? process.env['CONVERGE_BASE'] ?? '/',
    CONVERGE_SITE: option('site') ?? process.env['CONVERGE_SITE'] ?? '',
    CONVERGE_RUNTIME: runtime,
    CONVERGE_XAPI: xapi,
    CONVERGE_XAPI_AUTHORIZATION: option('xapi-authorization') ?? process.env['CONVERGE_XAPI_AUTHORIZATION'] ?? '',
  };
  const { status } = await startTool(command, args, { stdio: 'inherit', env }).ended;
  if (status !== 0) {
    endTools();
    console.error(`\nbuild: ${title} failed`);
    process.exit(status);
  }
  console.log(`build: ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const syncTypes = (): Promise<void> => run('types of the site’s content', 'astro', 'sync');

/** What `astro build` and `astro dev` read from `.generated/`. The lessons take as long as all the rest, which is made beside them. */
async function prepare(): Promise<void> {
  await run('descriptions of fields', 'node', 'scripts/generate-api.ts', '--descriptions');
  await Promise.all([run('outputs of the lessons', 'node', 'scripts/bake-lessons.ts'), prepareOthers()]);
}

async function prepareOthers(): Promise<void> {
  await run('engine for the worker', 'node', 'scripts/build-worker.ts');
  await run('types of converge/sdk for the editor', 'node', 'scripts/sdk-types.ts');
  await run('sources of the built-in controllers for the editor', 'node', 'scripts/builtin-sources.ts');
  await run('what the home page shows', 'node', 'scripts/bake-home.ts');
}

/** Astro moves files into the folder, which fails when another file system holds it, `/tmp` for example: it gets one of the project's own. */
async function buildSite(out: string): Promise<void> {
  const made = mkdtempSync('.generated/site-');
  await run('site', 'astro', 'build', '--outDir', made);
  cpSync(made, out, { recursive: true });
  rmSync(made, { recursive: true });
}

if (process.argv.includes('--only-types')) {
  await run('types of converge/sdk for the editor', 'node', 'scripts/sdk-types.ts');
  await syncTypes();
  process.exit(0);
}
if (!process.argv.includes('--only-site')) await prepare();
if (process.argv.includes('--no-site')) {
  await syncTypes();
  process.exit(0);
}
const where = ['port', 'host'].flatMap((name) => (option(name) === undefined ? [] : [`--${name}`, option(name) ?? '']));
if (process.argv.includes('--dev')) {
  await run('development server', 'astro', 'dev', '--ignore-lock', ...where);
  endTools();
} else {
  const out = resolve(option('out') ?? 'dist');
  // Only a folder that is a built site, or empty, is cleared.
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, '_astro')) && option('out') !== undefined) {
    console.error(`build: ${out} holds something else than a built site; choose another --out`);
    process.exit(2);
  }
  rmSync(out, { recursive: true, force: true });
  await buildSite(out);
  cpSync(`.generated/${takenHome}`, join(out, takenHome));
  const doubled = doubledIn(out);
  if (doubled.length > 0) {
    console.error(`\nbuild: ${doubled.join('\nbuild: ')}`);
    process.exit(1);
  }
  const base = option('base') ?? process.env['CONVERGE_BASE'] ?? '/';
  const connect = xapi === '' ? [] : [new URL(xapi).origin];
  const site = { root: process.cwd(), out, base: base.replace(/\/*$/, '/'), connect, runtime };
  writePolicies(out, connect);
  await writeEmbedScript(site.root, out);
  // Of the pages as they are served.
  await writeServiceWorker(site);
  writeLicenses(site.root, out);
  await writeHosting(site);
}
