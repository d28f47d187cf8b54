/**
 * Runs every lesson in Node and writes what its cells printed to `.generated/lessons/<slug>.json`, which the site's cells show.
 * `node scripts/bake-lessons.ts [slug …]`; `--wait`: which, it reads from its input.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bakeLesson, CellError } from '../src/lesson/bake.ts';
import type { BakedLesson } from '../src/lesson/baked.ts';
import { lessonLog } from '../src/lesson/cells/run-cell.ts';
import { checkpointData, checkpoints } from '../src/lesson/checkpoints/registry.ts';
import { finalData } from '../src/lesson/checkpoints/final.ts';
import { glossaryData } from '../src/lesson/glossary.ts';
import { playgroundData } from '../src/lesson/playground.ts';
import { cellOfLocalTime, mayPrintLocalTime } from '../src/lesson/node/local-time.ts';
import { lessonSlugs, readLesson } from '../src/lesson/node/lesson-folder.ts';
import { throwPageMistakes } from '../src/lesson/node/page/read-page.ts';
import { createNodeRuntime } from '../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { type Descriptions, sessionParts } from '../src/session/parts.ts';

const out = fileURLToPath(new URL('../.generated/lessons/', import.meta.url));
mkdirSync(out, { recursive: true });
const descriptions: Descriptions = JSON.parse(readFileSync(`${out}../descriptions.json`, 'utf8'));
/** What `npm run dev` writes, when something has changed. */
async function slugsFromInput(): Promise<readonly string[]> {
  const line = (await text(process.stdin)).trim();
  if (line === '') process.exit(0);
  return line.split(' ');
}

const asked = process.argv.includes('--wait') ? await slugsFromInput() : process.argv.slice(2);

/** `src/content/lessons/1-one-idea/1-thermostats/index.mdx:93` */
function lineOf(folder: string, cell: string): string {
  const file = join(folder, 'index.mdx');
  const fence = new RegExp(`^\`\`\`.*\\bcell\\b.*\\bid=${cell}(?:\\s|$)`);
  const line = readFileSync(file, 'utf8').split('\n').findIndex((each) => fence.test(each));
  return `${relative(process.cwd(), file)}${line < 0 ? '' : `:${line + 1}`}`;
}

/** The cells of the playground and of the final are run by nobody here: their pages show the cluster before them. What the final's print gives diagnoses away. */
const playground = { fields: playgroundData, cells: [], traces: [], lanes: [], start: {} };
const glossary = { fields: glossaryData, cells: glossaryData.cells, traces: [], lanes: [], start: {} };
const broken = checkpoints.map(checkpointData).map((data) => ({ fields: data, cells: data.cells, traces: [], lanes: [], start: {} }));
const final = { fields: finalData, cells: [], traces: [], lanes: [], start: {} };
const pages: Readonly<Record<string, typeof playground | typeof glossary>> = Object.fromEntries([playground, glossary, final, ...broken].map((page) => [page.fields.slug, page]));

/** What an author reads: the mistake alone, without the lines of this script. */
process.on('uncaughtException', ({ message, stack }) => {
  console.error(/^src\/content\//.test(message) ? message : stack);
  process.exit(1);
});

for (const slug of asked.length > 0 ? asked : [...lessonSlugs(), ...Object.keys(pages)]) {
  const from = performance.now();
  const lesson = pages[slug] === undefined ? readLesson(slug) : undefined;
  if (lesson !== undefined) throwPageMistakes(lesson);
  const { fields, cells, traces, lanes, start } = lesson ?? pages[slug] ?? playground;
  const bake = async (): Promise<BakedLesson> => {
    const runtime = createNodeRuntime(sessionParts(nodePlatform(), descriptions));
    const baked = await bakeLesson(runtime, lessonLog(fields, start), cells, traces, lanes).catch((error: unknown) => {
      throw error instanceof CellError && lesson !== undefined ? new Error(`${lineOf(lesson.folder, error.cell)}: ${error.message}`) : error;
    });
    runtime.stop();
    return baked;
  };
  const baked = await bake();
  const local = mayPrintLocalTime(cells) ? await cellOfLocalTime(baked, bake) : undefined;
  if (local !== undefined) throw new Error(`${lesson === undefined ? slug : lineOf(lesson.folder, local)}: the cell "${local}" prints something else in another time zone; print toISOString(), or what getUTCHours() and the like return`);
  writeFileSync(`${out}${slug}.json`, `${JSON.stringify(baked, null, 1)}\n`);
  console.log(`${slug}: ${cells.length} cells in ${Math.round(performance.now() - from)} ms`);
}
