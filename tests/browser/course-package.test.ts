/**
 * A course of somebody's own, from an empty folder outside of the repository: packed, made, installed from the tarballs, built under another
 * name, served under a sub-path by nginx as docs/hosting.md sets it up. It takes minutes, and is tried with `npm test -- --all`;
 * tests/course-package.test.ts has what takes no build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { nginx, startNginx } from './nginx.ts';
import { button, cell, checked, exercise, listenForTrouble, openLesson, outputOf, runCell, said, writeExercise } from './steps.ts';
import { german, inAnyLanguage } from './words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = ['engine', 'course', 'create'] as const;
const tarballOf = { engine: 'converge-engine-0.1.0.tgz', course: 'converge-course-0.1.0.tgz', create: 'create-converge-course-0.1.0.tgz' };
const workspaceOf = { engine: 'packages/engine', course: 'packages/course-kit', create: 'packages/create' };

let folder = '';
const course = (): string => join(folder, 'mine');

/** @throws Error with what it printed, where it fails. */
function run(command: string, args: readonly string[], cwd: string): string {
  const path = [join(cwd, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, PATH: path } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}\n${`${stdout}${stderr}`.slice(-3000)}`);
  return stdout;
}

/** Why its packages aren't installed. */
let missing: string | undefined;

test.beforeAll(() => {
  test.setTimeout(1_800_000);
  folder = mkdtempSync(join(tmpdir(), 'converge-own-'));
  run('npm', ['pack', ...packages.flatMap((name) => ['--workspace', workspaceOf[name]]), '--pack-destination', folder], root);
  expect(readdirSync(folder).sort()).toEqual(Object.values(tarballOf).sort());
  mkdirSync(join(folder, 'create'));
  run('tar', ['-xzf', join(folder, tarballOf.create), '-C', join(folder, 'create'), '--strip-components=1'], folder);
  run(process.execPath, [join(folder, 'create/index.js'), 'mine', '--name', 'Loops at Example University'], folder);
  brand();
  missing = install();
  if (missing === undefined) run('npm', ['run', 'build', '--', '--base', '/course/', '--out', join(folder, 'course')], course());
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The tarballs, and from the registry what they need. @returns Why not, where there is no registry. */
function install(): string | undefined {
  const file = join(course(), 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.dependencies = { '@converge/course': `file:../${tarballOf.course}`, '@converge/engine': `file:../${tarballOf.engine}` };
  writeFileSync(file, JSON.stringify(manifest));
  try {
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], course());
    return undefined;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(words)) throw error;
    return `npm can’t reach its registry: ${words.split('\n')[1]}`;
  }
}

/** Its own lesson is in German, too; Converge’s first brings its translation along. */
function translate(): void {
  const lesson = join(course(), 'src/content/lessons/1-first-steps/1-lamps');
  const text = readFileSync(join(lesson, 'index.mdx'), 'utf8');
  const body = text.slice(text.indexOf('\n---\n') + 5);
  writeFileSync(join(lesson, 'index.de.mdx'), `---\ntitle: Lampen\ngoal: Eine Lampe brennt, solange sie brennen soll.\n---\n${body.replace('## ', '## Auf Deutsch: ')}`);
  mkdirSync(join(course(), 'words'));
  writeFileSync(join(course(), 'words/de.json'), JSON.stringify({ 'First steps': 'Erste Schritte' }));
}

/** Lamps, which the template brings, then Converge's first lesson as the second; a mark and colors of its own. */
function brand(): void {
  const file = join(course(), 'astro.config.mjs');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace("['1-lamps', '12-replicaset']", "['1-lamps', '1-thermostats']").replace('      parts:', "      logo: './brand/logo.svg',\n      colors: './brand/colors.css',\n      languages: { en: 'English', de: 'Deutsch' },\n      parts:"));
  translate();
  mkdirSync(join(course(), 'brand'));
  writeFileSync(join(course(), 'brand/logo.svg'), '<svg viewBox="0 0 26 26" aria-hidden="true" data-mark="university"><rect class="plug" width="26" height="26"></rect></svg>\n');
  writeFileSync(join(course(), 'brand/colors.css'), ':root { --want: #5a1478 }\n');
}

test('a course in a folder outside: built renamed, served under a sub-path with the documented policy, passed', async ({ page }, info) => {
  info.skip(missing !== undefined, missing);
  info.skip(nginx === undefined, 'nginx isn’t here: apt-get install nginx');
  test.setTimeout(240_000);
  const hosted = await startNginx(nginx ?? '', folder, join(folder, 'nginx'));
  try {
    const trouble = listenForTrouble(page);
    const opened = await page.goto(hosted.url);
    expect((await opened?.allHeaders())?.['content-security-policy']).not.toContain("'unsafe-eval'");
    await expect(page).toHaveTitle(/Loops at Example University/);
    expect(await page.content()).not.toMatch(/>[^<]*\bConverge\b[^<]*</);
    await expect(page.locator('svg[data-mark="university"]').first()).toBeAttached();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--want'))).toBe('#5a1478');
    const lessons = await page.locator('.path a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(lessons).toEqual(['/course/lessons/1-lamps/', '/course/lessons/2-thermostats/']);

    await openLesson(page, `${hosted.url}lessons/1-lamps/`);
    await runCell(page, 'alone');
    await expect(cell(page, 'alone')).toHaveClass(/\bfresh\b/);
    await expect(outputOf(page, 'alone')).toContainText('lamp: off');
    await writeExercise(page, readFileSync(join(course(), 'src/content/lessons/1-first-steps/1-lamps/solution/lamp.ts'), 'utf8'));
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' }).getByRole('link', { name: /^Next lesson: / })).toHaveAttribute('href', /2-thermostats/);
    expect(trouble).toEqual([]);

    // In German: its own lesson is passed there, too, and Converge’s is passed there alone.
    await page.goto(`${hosted.url}de/lessons/1-lamps/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lampen');
    await expect(page.locator('.side summary span').first()).toHaveText('Erste Schritte');
    await expect(page.getByRole('region', { name: german('Passed') })).toBeVisible();
    await page.goto(`${hosted.url}de/lessons/2-thermostats/`);
    await writeExercise(page, readFileSync(join(root, 'src/content/lessons/1-one-idea/1-thermostats/solution/thermostat.ts'), 'utf8'));
    await button(exercise(page), german('Check in {count} universes', { count: 100 })).click();
    await checked(page);
    await expect(said(page)).toContainText(german('All {count} universes converged', { count: 100 }));
    expect(trouble).toEqual([]);

    // The other pages of the course lead nowhere either that isn't there.
    for (const path of ['lessons/2-thermostats/', 'de/lessons/1-lamps/', 'de/lessons/2-thermostats/', 'glossary/', 'certificate/', 'playground/']) {
      expect((await page.goto(hosted.url + path))?.status(), path).toBe(200);
      const links = await page.locator('a[href^="/"]').evaluateAll((all) => [...new Set(all.map((link) => (link.getAttribute('href') ?? '').replace(/#.*/, '')))]);
      for (const link of links) expect((await fetch(new URL(link, hosted.url))).status, `${path}: ${link}`).toBe(200);
    }
  } finally {
    await hosted.close();
  }
});

test('its lessons are proved and what is handed in is graded by its own commands', async () => {
  test.info().skip(missing !== undefined, missing);
  test.setTimeout(900_000);
  expect(run('npm', ['run', '-s', 'lesson', '--', 'check', '1-lamps', '--universes', '5'], course())).toContain('ok   solution');
  const handedIn = { format: 'converge-submission', version: 1, lesson: '1-lamps', lessonHash: '00000000', files: { 'lamp.ts': readFileSync(join(course(), 'src/content/lessons/1-first-steps/1-lamps/solution/lamp.ts'), 'utf8') } };
  writeFileSync(join(course(), 'handed-in.json'), JSON.stringify(handedIn));
  expect(run('npm', ['run', '-s', 'grade', '--', 'handed-in.json'], course())).toContain('All 100 universes converged');
  const file = join(course(), 'astro.config.mjs');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'1-thermostats']", "'1-thermostats', '3-hot-lamps']"));
  run('npm', ['run', '-s', 'lesson', '--', 'new', '3-hot-lamps'], course());
  expect(run('npm', ['run', '-s', 'lesson', '--', 'check', '3-hot-lamps', '--universes', '3'], course())).toContain('ok   solution');
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a lesson that is kept, here in German, runs, checks and is loaded anew without its server', async ({ page, context }, info) => {
    info.skip(missing !== undefined, missing);
  info.skip(nginx === undefined, 'nginx isn’t here: apt-get install nginx');
    test.setTimeout(240_000);
    const hosted = await startNginx(nginx ?? '', folder, join(folder, 'nginx-offline'));
    try {
      await openLesson(page, `${hosted.url}de/lessons/1-lamps/`);
      const menu = page.getByRole('group', { name: german('Reading offline') });
      await button(menu, german('Keep this page offline')).click();
      await expect(menu.getByRole('status')).toHaveText(german('This page works offline.'), { timeout: 60_000 });
    } finally {
      await hosted.close();
    }
    await context.setOffline(true);
    await openLesson(page, page.url());
    await runCell(page, 'alone');
    await expect(cell(page, 'alone')).toHaveClass(/\bfresh\b/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lampen');
    await button(exercise(page), inAnyLanguage('Check in {count} universes')).click();
    await checked(page);
    await expect(exercise(page).locator('.report h3')).toContainText('Universen sind konvergiert');
  });
});
