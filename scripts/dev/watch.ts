/**
 * Beside Astro's server in `npm run dev`: runs the cells of a changed lesson again, and bundles the engine and the checks again when what
 * they are made of has changed. Astro's server reloads the page when a file in `.generated/` is new (`scripts/dev/reload.ts`).
 */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { endToolsOnSignals, startTool, type Tool } from '../machine/tools.ts';
import { dueFor } from './due.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

/** Editors write a file in several steps. */
const calmMs = 40;

const start = (args: readonly string[]): Tool => startTool(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });

/** One that has loaded everything and waits to be told what to run: so a changed cell shows at once. */
const startBaker = (): Tool => start(['scripts/bake-lessons.ts', '--wait']);
let baker = startBaker();

function renewBaker(): void {
  baker.child.kill();
  baker = startBaker();
}

/** Runs a lesson's cells, in a process of its own: a mistake ends it. What is wrong is printed, and the page keeps what it had. */
async function bake(slug: string): Promise<void> {
  const { child, ended } = baker;
  child.stdin?.end(slug);
  await ended;
  // Not before: it would take the core that this one needs.
  baker = startBaker();
}

/** @param checks Only these, where that is enough. */
async function bundleEngine(checks: readonly string[] | undefined): Promise<void> {
  const from = performance.now();
  const what = checks === undefined ? ['--only-engine'] : checks.flatMap((key) => ['--only-check', key]);
  const { status } = await start(['scripts/build-worker.ts', '--quiet', ...what]).ended;
  const words = checks === undefined ? 'engine and checks' : `check of ${checks.join(', ')}`;
  if (status === 0) console.log(`${words}: bundled again in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

let lessons = new Set<string>();
let checks = new Set<string>();
let engine = false;
let timer: NodeJS.Timeout | undefined;
const busy = { bake: false, engine: false };

function changed(path: string): void {
  const due = dueFor(path);
  if (due.baker) renewBaker();
  for (const slug of due.bake) lessons.add(slug);
  // A lesson has its line in the course after its folder, or before.
  if (path === 'src/lesson/course.ts') for (const slug of lessonSlugs()) if (!existsSync(join('.generated/lessons', `${slug}.json`))) lessons.add(slug);
  for (const key of due.checks) checks.add(key);
  if (due.engine) engine = true;
  clearTimeout(timer);
  timer = setTimeout(() => void work(), calmMs);
}

/** Each kind of work one after the other; what changes meanwhile is done next. */
async function work(): Promise<void> {
  await Promise.all([
    one('bake', async () => {
      while (lessons.size > 0) {
        const due = [...lessons];
        lessons = new Set();
        for (const slug of due) await bake(slug);
      }
    }),
    one('engine', async () => {
      while (engine || checks.size > 0) {
        const only = engine ? undefined : [...checks];
        engine = false;
        checks = new Set();
        await bundleEngine(only);
      }
    }),
  ]);
}

async function one(kind: keyof typeof busy, run: () => Promise<void>): Promise<void> {
  if (busy[kind]) return;
  busy[kind] = true;
  await run().finally(() => (busy[kind] = false));
}

watch('src', { recursive: true }, (_, name) => name !== null && changed(`src/${name.replaceAll('\\', '/')}`));
console.log('watching src/: a changed lesson is run again');
endToolsOnSignals();
