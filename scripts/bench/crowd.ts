/**
 * The page with 2,000 Pods. A node holds 110, so the three of a lesson hold 330: whoever wants 2,000 Running starts 20 nodes in the
 * playground and asks for as many replicas in its manifest. That way is gone here, with time flowing, then everything is touched once.
 */
import type { Locator, Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { askFor, framesOf, watchFrames } from './frames.ts';
import { heapsOf } from './heaps.ts';

const pods = 2_000;
const nodes = 20;
const watchedMs = 5_000;
/** On a slow machine the worker needs many seconds for them. */
const patience = { timeout: 120_000 };

/** The pane's tabs in the order they are opened, and what one of them says when it has something to show. */
const tabs: readonly (readonly [name: string, id: string, says: string])[] = [
  ['Control plane', 'map', 'in flight'],
  ['etcd', 'etcd', 'keys at revision'],
  ['Trace', 'trace', 'things'],
  ['Scheduler', 'scheduler', 'attempt'],
  ['Queues', 'queues', 'loops'],
  ['Terminal', 'terminal', 'completes'],
  ['Events', 'events', 'Started'],
  ['Code', 'code', 'Open a controller'],
  ['Cluster', 'cluster', `${pods} Pods`],
];

/** On a fresh page of the playground. */
export async function crowdFigures(page: Page): Promise<Figure[]> {
  const pane = page.locator('aside#pane');
  const coming = await start(page, pane);
  const stop = await watchFrames(page);
  await page.waitForTimeout(watchedMs);
  const living = await stop();
  await noteClicks(page);
  const first = await visitTabs(page, pane);
  const again = await visitTabs(page, pane);
  const painted = [...first, ...again].map((visit) => visit.paintedMs).sort((a, b) => a - b);
  const shown = [...first, ...again].map((visit) => visit.shownMs);
  const picked = await press(page, pane.locator('.crowd canvas').first(), { position: { x: 6, y: 6 } });
  const described = await press(page, pane.getByRole('button', { name: 'Describe' }));
  await pane.getByText('kubectl describe pod').waitFor();
  const why = await press(page, pane.getByRole('button', { name: 'Why is it here?' }));
  const whyShownMs = await saysAfter(page, 'trace', 'Why is');
  const browser = page.context().browser();
  const heaps = browser === null ? [] : await heapsOf(browser);
  const heap = (type: string): number => Math.max(0, ...heaps.filter((each) => each.type === type).map(({ mb }) => mb));
  return [
    ...coming,
    ...framesOf('page.frames_2000_pods', living),
    // From the click to the next frame: the slowest, and one as most are.
    { name: 'page.pods_2000.tab_ms', value: painted.at(-1) ?? 0, unit: 'ms' },
    { name: 'page.pods_2000.tab_ms.p50', value: painted[Math.floor(painted.length / 2)] ?? 0, unit: 'ms' },
    // Until what the tab is about stands there; the first time its code is loaded.
    { name: 'page.pods_2000.tab_shown_ms', value: Math.max(...shown), unit: 'ms' },
    { name: 'page.pods_2000.pod_ms', value: Math.max(picked, described), unit: 'ms' },
    { name: 'page.pods_2000.why_ms', value: why, unit: 'ms' },
    { name: 'page.pods_2000.why_shown_ms', value: whyShownMs, unit: 'ms' },
    { name: 'page.pods_2000.heap_mb', value: heap('page'), unit: 'MB' },
    { name: 'page.pods_2000.worker_heap_mb', value: heap('worker'), unit: 'MB' },
  ];
}

/** From the click that asks for them until all Pods are there, and until all run; and the frames meanwhile. */
async function start(page: Page, pane: Locator): Promise<Figure[]> {
  const form = page.getByRole('form', { name: 'The cluster' });
  await form.locator('[type="submit"][aria-disabled="false"]').waitFor();
  await form.getByRole('spinbutton', { name: 'Nodes' }).fill(String(nodes));
  await form.getByRole('button', { name: 'Start this cluster' }).click();
  const cell = page.locator('#cell-yaml-2');
  await askFor(cell, pods);
  await pane.getByRole('button', { name: 'Run', exact: true }).click();
  await pane
    .locator('.node')
    .nth(nodes - 1)
    .waitFor();
  const stop = await watchFrames(page);
  const started = performance.now();
  const words = pane.locator('.crowd-words');
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await words.filter({ hasText: `${pods} Pods` }).waitFor(patience);
  const there = performance.now() - started;
  await words.filter({ hasText: `${pods} Pods: ${pods} Running` }).waitFor(patience);
  const running = performance.now() - started;
  return [
    { name: 'page.pods_2000.there_ms', value: there, unit: 'ms' },
    { name: 'page.pods_2000.running_ms', value: running, unit: 'ms' },
    ...framesOf('page.frames_2000_pods_coming', await stop()),
  ];
}

/** From now on the page notes when it was last clicked, and how long after that the next frame was painted. */
async function noteClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const click = { at: 0, paintedMs: Number.NaN };
    const noted = (event: Event): void => {
      Object.assign(click, { at: event.timeStamp, paintedMs: Number.NaN });
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (click.paintedMs = performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    };
    addEventListener('click', noted, { capture: true });
    Object.assign(globalThis, { lastClick: click });
  });
}

type Click = { readonly at: number; readonly paintedMs: number };

/** Milliseconds from a click to the next frame. */
async function press(page: Page, target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<number> {
  await target.click(options);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const check = (): void => {
          const { paintedMs } = Reflect.get(globalThis, 'lastClick') as Click;
          if (Number.isNaN(paintedMs)) requestAnimationFrame(check);
          else resolve(paintedMs);
        };
        check();
      }),
  );
}

/** Milliseconds from the last click until this tab says so. */
function saysAfter(page: Page, id: string, says: string): Promise<number> {
  return page.evaluate(
    ({ panel, words }) =>
      new Promise<number>((resolve, reject) => {
        const check = (): void => {
          const { at } = Reflect.get(globalThis, 'lastClick') as Click;
          const passedMs = performance.now() - at;
          if (document.getElementById(panel)?.textContent?.includes(words)) resolve(passedMs);
          else if (passedMs > 60_000) reject(new Error(`${panel} doesn’t say “${words}”`));
          else requestAnimationFrame(check);
        };
        check();
      }),
    { panel: `v-${id}`, words: says },
  );
}

async function visitTabs(
  page: Page,
  pane: Locator,
): Promise<readonly { readonly paintedMs: number; readonly shownMs: number }[]> {
  const visits: { paintedMs: number; shownMs: number }[] = [];
  for (const [name, id, says] of tabs) {
    const paintedMs = await press(page, pane.getByRole('tab', { name, exact: true }));
    visits.push({ paintedMs, shownMs: await saysAfter(page, id, says) });
  }
  return visits;
}
