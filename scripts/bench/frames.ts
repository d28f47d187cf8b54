/** How evenly the page draws while time flows over a cluster with many Pods. */
import type { Locator, Page } from '@playwright/test';
import type { Figure } from './figure.ts';

const pods = 300;
const watchedMs = 5_000;

/** On a fresh page of lesson 12: lets time flow, asks for 300 Pods in the first cell, and counts frames while they come. */
export async function frameFigures(page: Page): Promise<Figure[]> {
  const cell = page.locator('#cell-apply');
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page.locator('#cell-apply.fresh').waitFor();
  await askFor(cell, pods);
  await page.locator('#pane').getByRole('button', { name: 'Run', exact: true }).click();
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page
    .locator('#pane .crowd-words')
    .filter({ hasText: `${pods} Pods` })
    .waitFor();
  const stop = await watchFrames(page);
  await page.waitForTimeout(watchedMs);
  return framesOf('page.frames_300_pods', await stop());
}

/** Puts so many replicas into the manifest of a cell, with the keys a person would press. */
export async function askFor(cell: Locator, replicas: number): Promise<void> {
  const shown = cell.locator('.cell-in :is(pre, .cm-content):visible').first();
  const text = await shown.innerText();
  const { keyboard } = cell.page();
  await shown.focus();
  await keyboard.press('Enter');
  await cell.locator('.cm-content').focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await keyboard.insertText(text.replace(/replicas: \d+/, `replicas: ${replicas}`));
}

/** Notes every frame from now on. @returns what ends that, and gives the milliseconds between them. */
export async function watchFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    let handle = 0;
    const onFrame = (now: number): void => {
      gaps.push(now - last);
      last = now;
      handle = requestAnimationFrame(onFrame);
    };
    handle = requestAnimationFrame(onFrame);
    const stopFrames = (): number[] => {
      cancelAnimationFrame(handle);
      return gaps;
    };
    Object.assign(globalThis, { stopFrames });
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, 'stopFrames') as () => number[])());
}

/** Frames a second, and how long the longest five of a hundred take at least. The first is cut short by the beginning. */
export function framesOf(name: string, gaps: readonly number[]): Figure[] {
  const sorted = gaps.slice(1).sort((a, b) => a - b);
  const sum = sorted.reduce((all, each) => all + each, 0);
  return [
    { name, value: (sorted.length / sum) * 1000, unit: 'frames/s' },
    { name: `${name}.p95_ms`, value: sorted[Math.floor(sorted.length * 0.95)] ?? 0, unit: 'ms' },
  ];
}
