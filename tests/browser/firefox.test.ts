/** Firefox (Debian's, through WebDriver BiDi): a learner walks through lesson 1; the others run and print what the build has printed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { type Firefox, type FirefoxPage, firefoxProgram, openFirefox, whyNoFirefox } from './firefox.ts';
import { found, holds, outputsOf, readOffline, runAllCells, walkedLesson, walkLesson1, walkLimitMs } from './walk.ts';

let browser: Firefox;
test.beforeAll(async ({ browserName: _ }, info) => {
  info.skip(firefoxProgram === undefined, whyNoFirefox);
  if (firefoxProgram !== undefined) browser = await openFirefox(firefoxProgram);
});
test.afterAll(() => browser?.close());

async function open(url: string): Promise<FirefoxPage> {
  const opened = await browser.newPage();
  await opened.open(url);
  await opened.page.waitForSelector('body > p.sr[role="status"]');
  return opened;
}

test('a learner predicts, runs all cells, sees a wrong loop fail, comes back and passes', async ({ baseURL }) => {
  test.setTimeout(walkLimitMs);
  const opened = await browser.newPage();
  await walkLesson1(opened, baseURL ?? '');
  expect(opened.trouble).toEqual([]);
  await opened.page.close();
});

test('a lesson that is kept for offline is loaded and runs when its server has gone', async () => {
  const opened = await browser.newPage();
  await readOffline(opened);
  await opened.page.close();
});

test('a cell runs in a page of another site, and its frame has the cell’s height', async ({ baseURL }) => {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><script src="${baseURL}/embed.js" async></script><converge-cell lesson="1-thermostats" cell="cold"></converge-cell>`;
  const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text));
  await new Promise<void>((resolve) => site.listen(0, resolve));
  const opened = await browser.newPage();
  await opened.open(`http://localhost:${(site.address() as AddressInfo).port}/`);
  const frame = await opened.page.waitForFrame((each) => each.url().includes('/embed/1-thermostats/'));
  const inFrame = { evaluate: (expression: string) => frame.evaluate(expression) };
  await holds(inFrame, found('#cell-cold .cell-out'));
  const built = await frame.evaluate(`${found('#cell-cold .cell-out')}.textContent`);
  await (await frame.waitForSelector('#cell-cold .cell-head [aria-label^="Run "]'))?.click();
  await holds(inFrame, found('#cell-cold:is(.fresh, .unquiet):not(:has([aria-busy="true"]))'));
  expect(await frame.evaluate(`${found('#cell-cold .cell-out')}.textContent`)).toBe(built);
  const needed = Number(await frame.evaluate(`Math.ceil(${found('main')}.getBoundingClientRect().height)`));
  await holds(opened, `${found('converge-cell')}.shadowRoot.querySelector('iframe').getBoundingClientRect().height === ${needed}`);
  expect(opened.trouble).toEqual([]);
  await opened.page.close();
  site.close();
});

// The walk has been through the first. By default every fifteenth of the others.
for (const slug of everyNth(15, lessonSlugs().filter((each) => each !== walkedLesson))) {
  test(`${slug} runs, and prints what the build has printed`, async ({ baseURL }) => {
    const opened = await open(`${baseURL}/lessons/${slug}/`);
    const built = await outputsOf(opened);
    await runAllCells(opened, slug);
    expect(await outputsOf(opened)).toEqual(built);
    expect(opened.trouble).toEqual([]);
    await opened.page.close();
  });
}
