/**
 * How the course speaks: spelling and style of every text that a reader sees (retext and the words in `prose/`). `prose/allowed.txt` lists
 * words that aren't in the dictionary, `prose/long-sentences.txt` long sentences that are still to be split.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Block, componentBlocks, documentBlocks, lessonParts, programBlocks } from './prose/blocks.ts';
import { type Finding, longSentences, proseChecker, stretches } from './prose/check.ts';
import { compareWithList } from './tidy/ratchet.ts';
import { isGenerated, isTest, text, tracked } from './tidy/repository.ts';

const allowed = readFileSync(new URL('prose/allowed.txt', import.meta.url), 'utf8').split('\n').filter((word) => word !== '');
const check = proseChecker(allowed);

const isLesson = (file: string): boolean => /^src\/content\/lessons\/.*\.mdx$/.test(file);
const isDocument = (file: string): boolean => /^(?:docs\/.*|README|CONTRIBUTING|CHANGELOG)\.md$/.test(file);
/** The page, what runs behind it, the command line, and what a lesson's checks say. The engine's messages are upstream's. */
const speaks = (file: string): boolean =>
  /^src\/(?:components|pages|lesson|viz|runtimes|session|cli|kit|content)\/.*\.(?:ts|svelte|astro)$/.test(file) &&
  !/^src\/content\/.*\/(?:wrong|right)\/|known-mutants/.test(file) &&
  // The dictionary is English.
  !/^src\/lesson\/words\/de[/.]/.test(file) &&
  !isTest(file) &&
  !isGenerated(file);

const known = new Map<string, readonly Block[]>();

function blocksOf(file: string): readonly Block[] {
  const blocks = known.get(file) ?? readBlocks(file);
  known.set(file, blocks);
  return blocks;
}

function readBlocks(file: string): readonly Block[] {
  if (isLesson(file)) return lessonParts(text(file)).filter((part): part is Block => 'text' in part);
  if (isDocument(file)) return documentBlocks(text(file));
  return file.endsWith('.ts') ? programBlocks(file, text(file)) : componentBlocks(file, text(file));
}

interface FoundIn extends Finding {
  readonly file: string;
}

const told = ({ file, line, words, write }: FoundIn): string => `${file}:${line}: "${words}": write ${write}`;

/** The dictionary and the course’s words are English: a translation is read for its shape alone. */
const isTranslation = (file: string): boolean => /\/index\.[\w-]+\.mdx$/.test(file);

const lessons = tracked.filter((file) => isLesson(file) && !isTranslation(file));
const translations = tracked.filter((file) => isLesson(file) && isTranslation(file));
const documents = tracked.filter(isDocument);
const page = tracked.filter(speaks);

async function faults(files: readonly string[]): Promise<readonly FoundIn[]> {
  const found: FoundIn[] = [];
  for (const file of files) found.push(...(await check(blocksOf(file))).map((finding) => ({ file, ...finding })));
  return found;
}

/** What a list in `prose/` doesn't have yet; its lines are `file: words`, for the lines above may change. `UPDATE_RATCHETS=1` shortens it. */
function notListed(list: string, findings: readonly FoundIn[]): string[] {
  const listed = compareWithList(`../prose/${list}`, findings.map(({ file, words }) => `${file}: ${words}`));
  return findings.filter(({ file, words }) => listed.new.includes(`${file}: ${words}`)).map(told);
}

test('documents, the page and its messages use the course’s words, spelled as in America', { timeout: 120_000 }, async () => {
  expect(page.length).toBeGreaterThan(200);
  expect((await faults([...documents, ...page])).map(told)).toEqual([]);
});

test('a sentence has at most 28 words; what documents have of longer ones only gets less', () => {
  const long = (files: readonly string[]): FoundIn[] => files.flatMap((file) => longSentences(blocksOf(file)).map((finding) => ({ file, ...finding })));
  expect(long(page).map(told)).toEqual([]);
  expect(notListed('long-sentences.txt', long(documents))).toEqual([]);
});

/** What holds in every language. */
const shapeFaults = (files: readonly string[]): readonly FoundIn[] =>
  files.flatMap((file) =>
    [...longSentences(blocksOf(file)), ...stretches(lessonParts(text(file)), text(file).split('\n').indexOf('---', 1) + 2)].map((finding) => ({ file, ...finding })),
  );

test('a lesson has the course’s words, short sentences, and something to do within 120 words, then every 110', async () => {
  expect(lessons.length).toBeGreaterThan(3);
  expect([...(await faults(lessons)), ...shapeFaults(lessons)].map(told)).toEqual([]);
});

test('a translation has short sentences, too, and as often something to do', () => {
  expect(translations.length).toBeGreaterThan(0);
  expect(shapeFaults(translations).map(told)).toEqual([]);
});

/** What is found in a text, as "words: what to write". */
async function found(markdown: string): Promise<string[]> {
  return (await check(documentBlocks(markdown))).map(({ line, words, write }) => `${line} ${words}: ${write}`);
}

test('a riddle, a British spelling, a misspelled, a doubled word and a wrong article are found where they stand', async () => {
  expect(await found('# News\n\nThe news of a Pod.\n\nPetrol is what is wanted.')).toEqual([
    '3 news: updates, events or readings',
    '5 Petrol: teal, or the actual state',
    '5 what is wanted: the desired state',
  ]);
  expect(await found('A colour.')).toEqual([expect.stringMatching(/^1 colour: a word of the dictionary/)]);
  expect(await found('It reconciles the the Pod.')).toEqual([expect.stringMatching(/^1 the the: the/)]);
  expect(await found('It is\na event.')).toEqual(['2 a: an']);
  expect(await found('One look of the loop, `colour` and `somebody`.')).toEqual(['1 One look: a pass']);
});

test('texts in a component’s properties, tags and messages are read as prose is', () => {
  const words = (blocks: readonly Block[]): string[] => blocks.map(({ line, text }) => `${line} ${text}`);
  expect(words(componentBlocks('a.svelte', '<script lang="ts">\nconst a = `Wait for ${b} here.`;\n</script>\n<p class="a b">\n  A <b>Pod</b> of {c}.\n</p>'))).toEqual([
    '2 Wait for Codeword here.',
    '5 A Pod of Codeword .',
  ]);
  expect(words(componentBlocks('a.svelte', "<script lang=\"ts\">\nconst a = tr('Wait for {b} here.', { b });\n</script>"))).toEqual(['2 Wait for Codeword here.']);
  expect(words(lessonParts('---\ntitle: A title here\n---\n<Quiz ask="Is it so?" reads="^a .*b" />\n').filter((part): part is Block => 'text' in part))).toEqual([
    '2 A title here',
    '4 Is it so?',
  ]);
});
