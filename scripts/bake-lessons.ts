/**
 * Runs every lesson in Node and writes what its cells printed to `.generated/lessons/<slug>.json`, which the site's cells show.
 * `node scripts/bake-lessons.ts [slug …]`. With `--wait` it is told which by messages of the process that has started it, one after the
 * other, and says of each when it is done. A mistake ends it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkpointData, checkpoints } from '../src/lesson/checkpoints/registry.ts';
import { finalData } from '../src/lesson/checkpoints/final.ts';
import { glossaryData } from '../src/lesson/glossary.ts';
import { playgroundData } from '../src/lesson/playground.ts';
import { bakeCells, bakeFolder } from '../src/lesson/node/bake-cells.ts';
import { lessonSlugs, readLesson } from '../src/lesson/node/lesson-folder.ts';
import { throwPageMistakes, throwTranslationMistakes } from '../src/lesson/node/page/read-page.ts';
import type { Descriptions } from '../src/session/parts.ts';

const out = fileURLToPath(new URL('../.generated/lessons/', import.meta.url));
mkdirSync(out, { recursive: true });
const descriptions: Descriptions = JSON.parse(readFileSync(`${out}../descriptions.json`, 'utf8'));

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
  const page = lesson ?? pages[slug] ?? playground;
  const baked = lesson === undefined ? await bakeCells(page, descriptions, () => slug) : await bakeFolder(lesson, descriptions);
  writeFileSync(`${out}${slug}.json`, `${JSON.stringify(baked, null, 1)}\n`);
  console.log(`${slug}: ${page.cells.length} cells in ${Math.round(performance.now() - from)} ms`);
}

if (isAsked) {
  process.on('message', (slug: string) => void bakePage(slug).then(() => process.send?.(slug)));
  process.on('disconnect', () => process.exit(0));
} else {
  const named = process.argv.slice(2);
  for (const slug of named.length > 0 ? named : [...lessonSlugs(), ...Object.keys(pages)]) await bakePage(slug);
}
