/** The glossary: a term's line runs by itself, after the Deployment that it shows. */
import { expect, test } from '@playwright/test';
import { awake, button, cell, listenForTrouble, openLesson, outputOf } from './steps.ts';

test('a term’s line runs with the Deployment, and with no other term’s', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, '/glossary/#term-quorum');
  await awake(cell(page, 'quorum'));
  await button(cell(page, 'quorum'), /^Run/).click();
  await expect(cell(page, 'quorum')).toHaveClass(/\bfresh\b/);
  await expect(outputOf(page, 'quorum')).toContainText('started, etcd-0');
  await expect(cell(page, 'pod')).toHaveClass(/\bnever\b/);
  await awake(cell(page, 'web'));
  await expect(cell(page, 'web')).toHaveClass(/\bfresh\b/);
  await expect(page.locator('.gloss a', { hasText: 'taught in 6, Quorum' }).first()).toHaveAttribute('href', /6-quorum/);
  expect(trouble).toEqual([]);
});
