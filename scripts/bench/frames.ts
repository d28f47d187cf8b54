/** How evenly the page draws while time flows over a cluster with many Pods. */
import type { Page } from '@playwright/test';
import type { Figure } from './figure.ts';

const pods = 300;
const watchedMs = 5_000;

/** On a fresh page of lesson 12: lets time flow, asks for 300 Pods in the first cell, and counts frames while they come. */
export async function frameFigures(page: Page): Promise<Figure[]> {
  const cell = page.locator('#cell-apply');
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page.locator('#cell-apply.fresh').waitFor();
  const shown = cell.locator('.cell-in :is(pre, .cm-content):visible').first();
  const text = await shown.innerText();
  await shown.focus();
  await page.keyboard.press('Enter');
  await cell.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text.replace(/replicas: \d+/, `replicas: ${pods}`));
  await page.locator('#pane').getByRole('button', { name: 'Run', exact: true }).click();
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page.locator('#pane .crowd-words').filter({ hasText: `${pods} Pods` }).waitFor();
  const frames = await page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const from = performance.now();
        let last = from;
        const look = (now: number): void => {
          found.push(now - last);
          last = now;
          if (now - from < ms) requestAnimationFrame(look);
          else resolve(found);
        };
        requestAnimationFrame(look);
      }),
    watchedMs,
  );
  const sorted = frames.slice(1).sort((a, b) => a - b);
  const sum = sorted.reduce((all, each) => all + each, 0);
  return [
    { name: 'page.frames_300_pods', value: (sorted.length / sum) * 1000, unit: 'frames/s' },
    { name: 'page.frames_300_pods.p95_ms', value: sorted[Math.floor(sorted.length * 0.95)] ?? 0, unit: 'ms' },
  ];
}
