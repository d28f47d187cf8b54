/**
 * Runs every lesson in Node and writes what its cells printed to `.generated/lessons/<slug>.json`, which the site's cells show.
 * `node scripts/bake-lessons.ts [slug …]`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bakeLesson } from '../src/lesson/bake.ts';
import { lessonLog } from '../src/lesson/cells/run-cell.ts';
import { playgroundData } from '../src/lesson/playground.ts';
import { lessonSlugs, readLesson } from '../src/lesson/node/lesson-folder.ts';
import { createNodeRuntime } from '../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { type Descriptions, sessionParts } from '../src/session/parts.ts';

const out = fileURLToPath(new URL('../.generated/lessons/', import.meta.url));
mkdirSync(out, { recursive: true });
const descriptions: Descriptions = JSON.parse(readFileSync(`${out}../descriptions.json`, 'utf8'));
const asked = process.argv.slice(2);

/** The playground's cells are run by nobody here: its page shows the cluster before them. */
const playground = { fields: playgroundData, cells: [], traces: [], exercise: undefined };

for (const slug of asked.length > 0 ? asked : [...lessonSlugs(), playgroundData.slug]) {
  const from = performance.now();
  const { fields, cells, traces, exercise } = slug === playgroundData.slug ? playground : readLesson(slug);
  const runtime = createNodeRuntime(sessionParts(nodePlatform(), descriptions));
  const baked = await bakeLesson(runtime, lessonLog(fields, exercise?.start ?? {}), cells, traces);
  runtime.stop();
  writeFileSync(`${out}${slug}.json`, `${JSON.stringify(baked, null, 1)}\n`);
  console.log(`${slug}: ${cells.length} cells in ${Math.round(performance.now() - from)} ms`);
}
