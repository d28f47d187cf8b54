/**
 * Runs every lesson in Node and writes what its cells printed to `.generated/lessons/<slug>.json`, which the site's cells show.
 * `node scripts/bake-lessons.ts [slug …]`. With `--wait` it is told which by messages of the process that has started it, one after the
 * other, and says of each when it is done. A mistake ends it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
import { throwPageMistakes, throwTranslationMistakes } from '../src/lesson/node/page/read-page.ts';
import { createNodeRuntime } from '../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { type Descriptions, sessionParts } from '../src/session/parts.ts';

const out = fileURLToPath(new URL('../.generated/lessons/', import.meta.url));
mkdirSync(out, { recursive: true });
const descriptions: Descriptions = JSON.parse(readFileSync(`${out}../descriptions.json`, 'utf8'));

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

const isAsked = process.argv.includes('--wait');

/** Whoever is writing a lesson sees what it prints before its translations have come after it. */
function orSayIt(error: Error): void {
  if (!isAsked) throw error;
  console.error(error.message);
}

async function bakePage(slug: string): Promise<void> {
  const from = performance.now();
  const lesson = pages[slug] === undefined ? readLesson(slug) : undefined;
  if (lesson !== undefined) {
    throwPageMistakes(lesson);
    await throwTranslationMistakes(lesson).catch(orSayIt);
  }
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

if (isAsked) {
  process.on('message', (slug: string) => void bakePage(slug).then(() => process.send?.(slug)));
  process.on('disconnect', () => process.exit(0));
} else {
  const named = process.argv.slice(2);
  for (const slug of named.length > 0 ? named : [...lessonSlugs(), ...Object.keys(pages)]) await bakePage(slug);
}
