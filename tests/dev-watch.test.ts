/** `npm run dev`: what a changed file makes old, and that it is made anew. The page's part of it is Vite's: it loads a page again when a file is new. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connect } from 'vite';
import { type Due, dueFor } from '../scripts/dev/due.ts';
import { afterBaking } from '../scripts/dev/reload.ts';

const quorum = 'src/content/lessons/2-front-door/6-quorum';
const words = ({ bake, checks, engine, baker }: Due): string => [...bake, ...checks.map((key) => `check ${key}`), ...(engine ? ['engine'] : []), ...(baker ? ['baker'] : [])].join(' ');

test.each([
  [`${quorum}/index.mdx`, '6-quorum'],
  [`${quorum}/start/vote-rule.ts`, '6-quorum'],
  [`${quorum}/members.yaml`, '6-quorum'],
  [`${quorum}/check.ts`, 'check 6-quorum'],
  [`${quorum}/exercises/restore/check.ts`, 'check 6-quorum/restore'],
  [`${quorum}/solution/vote-rule.ts`, ''],
  [`${quorum}/exercises/restore/wrong/old-snapshot.diff`, ''],
  ['src/engine/raft/election.ts', 'engine baker'],
  ['src/lesson/universes/rules/settled.ts', 'engine baker'],
  ['src/lesson/programs/room.ts', 'engine baker'],
  ['src/lesson/glossary.ts', 'glossary baker'],
  ['src/lesson/course.ts', 'baker'],
  ['src/lesson/checkpoints/loops.ts', 'checkpoint-1 checkpoint-2 checkpoint-3 checkpoint-4 checkpoint-5 checkpoint-6 baker'],
  ['src/engine/raft/election.test.ts', ''],
  ['src/components/pane/Pane.svelte', ''],
  ['src/lesson/page/store.ts', ''],
  ['docs/hosting.md', ''],
])('%s makes old: %s', (path, due) => {
  expect(words(dueFor(path))).toBe(due);
});

const root = fileURLToPath(new URL('..', import.meta.url));
let copy = '';
let watching: ChildProcess | undefined;
let printed = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'converge-dev-'));
  for (const part of ['src', 'scripts', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  mkdirSync(join(copy, '.generated/lessons'), { recursive: true });
  writeFileSync(join(copy, '.generated/descriptions.json'), '{}');
});
afterAll(() => {
  watching?.kill();
  rmSync(copy, { recursive: true, force: true });
});

const lesson = (): string => join(copy, 'src/content/lessons/1-one-idea/1-thermostats/index.mdx');
const edit = (from: string, to: string): void => writeFileSync(lesson(), readFileSync(lesson(), 'utf8').replace(from, to));
const baked = (): string => (existsSync(join(copy, '.generated/lessons/1-thermostats.json')) ? readFileSync(join(copy, '.generated/lessons/1-thermostats.json'), 'utf8') : '');

test('a changed cell is run again; a mistake is named with file and line, and mended it runs', { timeout: 90_000, retry: 0 }, async () => {
  const program = `(await import('./scripts/dev/watch.ts')).watchSources({ lesson: (slug) => console.log('made', slug), engine() {} });`;
  watching = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [watching.stdout, watching.stderr]) stream?.on('data', (piece: Buffer) => (printed += piece.toString()));
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('watching');
  const fence = /```sh cell[^\n]*\n/.exec(readFileSync(lesson(), 'utf8'))?.[0] ?? '';
  edit(fence, `${fence}echo written by the author\n`);
  await expect.poll(baked, { timeout: 30_000 }).toContain('written by the author');
  edit(`${fence}echo written by the author\n`, `<Predicton id="x" />\n\n${fence}`);
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/1-thermostats\/index\.mdx:\d+: .*Predicton.*Prediction/);
  expect(baked()).toContain('written by the author');
  edit('<Predicton id="x" />\n\n', '');
  await expect.poll(baked, { timeout: 30_000 }).not.toContain('written by the author');
});

test('a page whose cells run again comes when they have run, once; the others come at once', async () => {
  let run = (): void => undefined;
  const ran = new Promise<void>((resolve) => (run = resolve));
  const order: string[] = [];
  const middleware = afterBaking({ baked: (slug) => (slug === '1-thermostats' ? ran : Promise.resolve()) }, () => order.push('opened'));
  const ask = (url: string, response: { destroyed: boolean }, accept = 'text/html'): void =>
    middleware({ url, headers: { accept } } as Connect.IncomingMessage, response as ServerResponse, () => order.push(url));
  ask('/k8s/lessons/1-thermostats/?from=home', { destroyed: false });
  const left = { destroyed: false };
  ask('/lessons/1-thermostats/', left);
  left.destroyed = true;
  ask('/lessons/2-your-own-controller/', { destroyed: false });
  ask('/lessons/1-thermostats/script.js', { destroyed: false }, '*/*');
  await Promise.resolve();
  expect(order).toEqual(['/lessons/1-thermostats/script.js', 'opened', '/lessons/2-your-own-controller/']);
  run();
  await ran;
  await Promise.resolve();
  expect(order.slice(3)).toEqual(['opened', '/k8s/lessons/1-thermostats/?from=home']);
});
