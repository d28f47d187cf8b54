/** A page with nothing on it but the worker runtime, served from memory: for tests of the runtime itself. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const origin = 'https://runtime.test';
let script = '';
let engine = '';

/** Bundles runtime-page.ts; before the first `openPage`. */
export async function prepareScript(): Promise<void> {
  const file = `${root}.generated/engine-worker.txt`;
  if (!existsSync(file)) throw new Error('.generated/engine-worker.txt is missing: run `npm run build` first');
  engine = readFileSync(file, 'utf8');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['tests/browser/runtime-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  script = outputFiles[0]?.text ?? '';
}

/** A page with nothing on it but the runtime, under a sub-path. */
export async function openPage(
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly served: string[] }> {
  const served: string[] = [];
  const body: Readonly<Record<string, readonly [string, string]>> = {
    '/course/': ['text/html', '<!doctype html><title>runtime</title><body><script src="page.js"></script></body>'],
    '/course/page.js': ['text/javascript', script],
    '/course/engine-worker.txt': ['text/plain', engine],
    '/course/leak': ['text/plain', 'leaked'],
  };
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    served.push(pathname);
    const found = body[pathname];
    return found === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({
          contentType: found[0],
          body: found[1],
          headers: { 'access-control-allow-origin': '*', ...headers },
        });
  });
  await page.goto(`${origin}/course/`);
  return { served };
}
