/** A validation of one's own: failed and passed by keyboard, and run live by the API server of the lesson's cluster. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

/** Whether words of this output, made as long as can be, lie under the button that copies it. */
function liesUnderItsButton(output: Element): boolean {
  const [button, words] = [output.querySelector('.copy-output')?.getBoundingClientRect(), output.querySelector('pre.wraps')];
  if (button === undefined || words === null) throw new Error('no button, or no words');
  words.textContent = '-'.repeat(300);
  const text = document.createRange();
  text.selectNodeContents(words);
  return [...text.getClientRects()].some(({ right, top, bottom }) => right > button.left + 1 && top < button.bottom - 8 && bottom > button.top + 8);
}

const file = filesOf('2-front-door/4-api-server');

test('a validation that stops at the first error is shown an object; a right one answers kubectl', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/4-api-server/');

  await test.step('the report names the object, what was returned, and what was expected', async () => {
    await checkedAndFailed(
      page,
      file('wrong/counts-characters.ts'),
      ['miscounted the bytes', /Given: .* characters\)/, 'may not be more than 1048576 bytes'],
      'The limit is for the sum.',
    );
  });

  await test.step('the API server of the lesson’s own cluster runs it', async () => {
    await writeExercise(page, file('right/one-after-another.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await expect(exercise(page)).not.toContainText('reconcile');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl create cm both --from-literal=a=1 --dry-run=client -o yaml > b.yaml; echo "binaryData: { a: AAAA }" >> b.yaml; kubectl create -f b.yaml');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('is in binaryData too');
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText(/Your code kept its promise in all 100 universes\.\s*You can write the validation of a kind/);
  });
  await test.step('no words of an output lie under the button that copies it', async () => {
    expect(await page.locator('.cell-out:visible:has(pre.wraps):has(.copy-output)').first().evaluate(liesUnderItsButton)).toBe(false);
  });
  expect(trouble).toEqual([]);
});
