/** What a lesson printed in the build, in Node, is what it prints in the browser: byte for byte, with the same history. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { bakeLesson } from '../../src/lesson/bake.ts';
import { lessonLog } from '../../src/lesson/cells/run-cell.ts';
import { lessonSlugs, readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { createNodeRuntime } from '../../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../src/runtimes/platforms.ts';
import { type Descriptions, sessionParts } from '../../src/session/parts.ts';
import { everyNth } from '../scope.ts';
import { openPage, prepareScript } from './runtime-site.ts';
import { openLesson, outputOf, runAll } from './steps.ts';

const generated = (file: string): string => readFileSync(new URL(`../../.generated/${file}`, import.meta.url), 'utf8');

test.beforeAll(prepareScript);

/** By default one lesson in each way; lesson 24 has the cloud’s part of the engine. */
const inPages = everyNth(30, lessonSlugs(), 7);
for (const slug of inPages) {
  test(`${slug}: its page prints what the build has printed`, async ({ page }) => {
    await openLesson(page, `/lessons/${slug}/`);
    const { cells } = readLesson(slug);
    const built = new Map<string, string>();
    for (const { id } of cells) built.set(id, (await outputOf(page, id).textContent()) ?? '');
    await runAll(page, slug);
    for (const [id, text] of built) expect.soft(await outputOf(page, id).textContent(), id).toBe(text);
  });
}

for (const slug of everyNth(30, lessonSlugs(), 6)) {
  test(`${slug}: the same bytes and the same history in Chromium and in the build`, async ({ page }) => {
    const { fields, cells, traces, lanes, start } = readLesson(slug);
    const log = lessonLog(fields, start);
    await openPage(page);
    const there = await page.evaluate((given) => globalThis.runtimeTests.lesson(...given), [log, cells, traces, lanes] as const);
    expect(there.baked).toBe(generated(`lessons/${slug}.json`));
    const descriptions: Descriptions = JSON.parse(generated('descriptions.json'));
    const runtime = createNodeRuntime(sessionParts(nodePlatform(), descriptions));
    await bakeLesson(runtime, log, cells, traces, lanes);
    expect(there.historyHash).toBe((await runtime.snapshot()).historyHash);
    runtime.stop();
  });
}
