import { chromium } from 'playwright-core';
import { readFileSync, writeFileSync } from 'node:fs';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const t = () => (performance.now()/1000).toFixed(1);
await page.goto('http://localhost:4620/lessons/1-thermostats/', { timeout: 120000 });
console.log(t(), 'open', await page.title());
const f = 'src/content/lessons/1-one-idea/1-thermostats/index.mdx';
const orig = readFileSync(f, 'utf8');
const fence = /```sh cell[^\n]*\n/.exec(orig)[0];
try {
  for (const word of ['first edit', 'second edit', 'third edit']) {
    const from = performance.now();
    writeFileSync(f, orig.replace(fence, `${fence}echo ${word}\n`));
    await page.locator('.cell-out', { hasText: word }).first().waitFor({ timeout: 60000 });
    console.log(t(), word, 'shown after', Math.round(performance.now() - from), 'ms');
  }
} finally { writeFileSync(f, orig); }
await page.waitForTimeout(4000);
console.log('restored', await page.locator('.cell-out', { hasText: 'third edit' }).count());
// a check
const c = 'src/content/lessons/1-one-idea/1-thermostats/check.ts';
const co = readFileSync(c, 'utf8');
await browser.close();
