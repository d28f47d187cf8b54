/** The terminal, by keyboard: a line, completion, a watch beside a cell, Ctrl+C, history, a loop pasted whole, and a way out. */
import { expect, type Page, test } from '@playwright/test';
import { axe, button, cell, listenForTrouble, openLesson, pane, runCell } from './steps.ts';

/** What the screen shows, as its own text says it. */
const screen = (page: Page) => pane(page).locator('.xterm-rows');

/** Parts of the page wake up when they come into sight, as soon as `true` is given. */
async function wakeful(page: Page, now: boolean): Promise<void> {
  await page.evaluate((awake) => dispatchEvent(new CustomEvent('test:wake', { detail: awake })), now);
}

test('a terminal is used by keyboard, beside the cells', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await page.addInitScript(() => {
    let awake = true;
    let waiting: (() => void)[] = [];
    addEventListener('test:wake', (event) => {
      awake = event instanceof CustomEvent && event.detail === true;
      if (!awake) return;
      for (const see of waiting) see();
      waiting = [];
    });
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => (awake ? seen(entries, observer) : void waiting.push(() => seen(entries, observer))), options);
      }
    };
  });
  await openLesson(page);
  await runCell(page, 'apply');
  await page.getByRole('tab', { name: 'Terminal' }).click();
  await expect(screen(page)).toContainText('~ $');
  // Who clicked goes on typing, also who clicked on the tab that is open already.
  await expect(pane(page).locator('.xterm-helper-textarea')).toBeFocused();
  await page.locator('h1').click();
  await expect(pane(page).locator('.xterm-helper-textarea')).not.toBeFocused();
  await page.getByRole('tab', { name: 'Terminal' }).click();
  await expect(pane(page).locator('.xterm-helper-textarea')).toBeFocused();

  await test.step('Tab completes what is typed', async () => {
    await page.keyboard.type('kubectl get po');
    await page.keyboard.press('Tab');
    await expect(screen(page)).toContainText('kubectl get pod ');
    await page.keyboard.press('Enter');
    await expect(screen(page)).toContainText('web-xrq4k');
  });

  await test.step('a watch stays open while a cell runs; Ctrl+C ends it', async () => {
    await page.keyboard.type('kubectl get pods -w');
    await page.keyboard.press('Enter');
    await expect(pane(page)).toContainText('It waits for updates. Ctrl+C ends it. Time stands still: run something, or let time flow.');
    // On a busy machine a cell is pressed before its script is there: it runs when it is.
    await wakeful(page, false);
    await button(cell(page, 'delete'), /^Run cell/).click();
    await expect(cell(page, 'delete')).toHaveClass(/never/);
    await wakeful(page, true);
    await expect(cell(page, 'delete')).toHaveClass(/fresh/);
    await expect(screen(page)).toContainText('Terminating');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.press('Control+c');
    await expect(screen(page)).toContainText('^C');
  });

  await test.step('history; a loop over several lines', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(screen(page).locator('> div').filter({ hasText: 'kubectl get pods -w' })).not.toHaveCount(0);
    await page.keyboard.press('Control+c');
    for (const line of ['for n in one two', 'do', 'echo "said $n"', 'done']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await expect(screen(page)).toContainText('said two');
  });

  await test.step('a paste of many lines, with a here document in it', async () => {
    await pane(page).locator('.xterm-helper-textarea').evaluate((area) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'cat > note.txt <<END\nfrom a paste\nEND\nwc -l < note.txt\ntr a-z A-Z < note.txt\n');
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(screen(page)).toContainText('FROM A PASTE');
  });

  await test.step('it is read aloud, and as text', async () => {
    const spoken = pane(page).locator('.xterm-accessibility');
    await expect(spoken).toHaveCount(0);
    const aloud = button(pane(page), 'Screen reader mode');
    await aloud.press('Enter');
    await expect(aloud).toHaveAttribute('aria-pressed', 'true');
    await expect(spoken).toContainText('FROM A PASTE');
    await button(pane(page), 'As text').press('Enter');
    await expect(pane(page).getByRole('region', { name: 'What the terminal shows' })).toContainText('said two');
    await button(pane(page), 'As text').press('Enter');
    await aloud.press('Enter');
    await expect(spoken).toHaveCount(0);
  });

  await test.step('the screen takes the size of its place', async () => {
    const rows = () => screen(page).locator('> div').count();
    const before = await rows();
    await page.setViewportSize({ width: 1440, height: 640 });
    await expect.poll(rows).toBeLessThan(before);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(rows).toBe(before);
    await pane(page).locator('.xterm-helper-textarea').focus();
  });

  await test.step('Escape, then Tab, leaves; axe minds nothing', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(pane(page).locator('.xterm-helper-textarea')).not.toBeFocused();
    expect(await axe(page, '#pane')).toEqual([]);
  });
  expect(trouble).toEqual([]);
});
