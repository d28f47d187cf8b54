/** A page with nothing on it but the worker runtime, served from memory: for tests of the runtime itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const origin = 'https://runtime.test';
let script = '';
let engine: Readonly<Record<string, readonly [string, string]>> = {};

/** The engine and its pieces as a site serves them, by path. */
export function engineFiles(under: string): Readonly<Record<string, readonly [string, string]>> {
  const folder = `${root}.generated/engine`;
  if (!existsSync(folder)) throw new Error('.generated/engine is missing: run `npm run build` first');
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [under + name, ['text/plain', readFileSync(`${folder}/${name}`, 'utf8')]]));
}

/** Bundles runtime-page.ts; before the first `openPage`. */
export async function prepareScript(): Promise<void> {
  engine = engineFiles('/course/engine/');
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
    ...engine,
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
