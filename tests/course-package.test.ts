/** `@converge/course`: a folder of somebody's own is laid out with the kit as one site. tests/browser/course-package.test.ts builds and serves one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseAround, foldersOf } from '../scripts/course/folders.ts';
import { layOut } from '../scripts/course/lay-out.ts';
import { type CourseOptions, readOptions } from '../scripts/course/options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const folder = mkdtempSync(join(tmpdir(), 'converge-own-course-'));
const course = join(folder, 'mine');
const folders = foldersOf(course);
const inSite = (path: string): string => readFileSync(join(folders.site, path), 'utf8');

const run = (args: readonly string[], cwd: string): string => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args], { cwd, encoding: 'utf8' });
  return status === 0 ? stdout : `${status}: ${stderr}`;
};

beforeAll(() => {
  run(['scripts/create-package.ts'], root);
  run([join(root, 'packages/create/index.js'), 'mine', '--name', 'Loops at St. Mary’s'], folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withParts = (parts: CourseOptions['parts']): CourseOptions => ({ name: 'Loops', parts });

test('npm create makes a course of two lessons, and nothing where something lies already', async () => {
  expect(readdirSync(course).sort()).toEqual(['.gitignore', 'README.md', 'astro.config.mjs', 'package.json', 'src', 'tsconfig.json']);
  expect(JSON.parse(readFileSync(join(course, 'package.json'), 'utf8')).name).toBe('loops-at-st-mary-s');
  expect(existsSync(join(course, 'src/content/lessons/1-first-steps/1-lamps/check.ts'))).toBe(true);
  expect(run([join(root, 'packages/create/index.js'), '.'], course)).toContain('isn’t empty');
  // The template names packages that aren't installed here.
  const text = readFileSync(join(course, 'astro.config.mjs'), 'utf8');
  expect(text).toContain("name: 'Loops at St. Mary’s'");
  const integration = join(root, 'scripts/course/integration.ts');
  writeFileSync(join(course, 'astro.config.mjs'), text.replace("'@converge/course'", `'${integration}'`).replace("import { defineConfig } from 'astro/config';", 'const defineConfig = (config) => config;'));
  const options = await readOptions(course);
  expect(options).toMatchObject({ name: 'Loops at St. Mary’s', parts: [{ title: 'First steps', lessons: ['1-lamps', '12-replicaset'] }] });
});

test('where course, kit and site are: one folder for this repository, three for a course', () => {
  expect(courseAround(join(course, 'src/content'))).toBe(course);
  expect(folders).toEqual({ course, kit: root, site: join(course, '.converge') });
  expect(foldersOf(root)).toEqual({ course: root, kit: root, site: root });
  expect(() => courseAround(folder)).toThrow('npm create converge-course');
});

test('its own lesson and one of ours have the numbers of their places; brand and list are its own', () => {
  mkdirSync(join(course, 'brand'));
  mkdirSync(join(course, 'public'));
  writeFileSync(join(course, 'brand/logo.svg'), '<svg class="mine"></svg>');
  writeFileSync(join(course, 'public/favicon.svg'), '<svg class="icon"></svg>');
  layOut(folders, { name: 'Loops', kind: 'a course', logo: './brand/logo.svg', parts: [{ title: 'First steps', lessons: ['lamps', { name: '14-owners', idea: 'Who removes it?' }] }] });
  expect(readdirSync(join(folders.site, 'src/content/lessons/1-first-steps'))).toEqual(['1-lamps', '2-owners']);
  const owners = inSite('src/content/lessons/1-first-steps/2-owners/index.mdx');
  expect(owners).toMatch(/^part: 1\nnumber: 2\n/m);
  expect(owners).not.toMatch(/^recall:/m);
  expect(inSite('src/content/lessons/1-first-steps/2-owners/check.ts')).toBe(readFileSync(join(root, 'src/content/lessons/3-loops/14-owners/check.ts'), 'utf8'));
  expect(inSite('src/lesson/course.ts')).toContain(`part(1, "First steps", "", [\n    lesson(1, "Lamps", "Say what a learner can do afterwards.", 0),\n    lesson(2, "Owners and ghosts", "Who removes it?", 14),\n  ]),`);
  expect(inSite('src/brand/brand.ts')).toContain('"name": "Loops"');
  expect([inSite('src/brand/logo.svg'), inSite('public/favicon.svg')]).toEqual(['<svg class="mine"></svg>', '<svg class="icon"></svg>']);
  expect(existsSync(join(folders.site, 'src/pages/final.astro'))).toBe(false);
  expect(inSite('src/engine/index.ts')).toBe(readFileSync(join(root, 'src/engine/index.ts'), 'utf8'));
});

test('laid out again, only what differs is written, and what is gone is removed', () => {
  const list = join(folders.site, 'src/lesson/course.ts');
  const engine = join(folders.site, 'src/engine/index.ts');
  const before = [list, engine].map((path) => statSync(path).ctimeMs);
  layOut(folders, { name: 'Loops', logo: './brand/logo.svg', parts: [{ title: 'First steps', lessons: ['14-owners', 'lamps'] }] });
  expect(readdirSync(join(folders.site, 'src/content/lessons/1-first-steps'))).toEqual(['1-owners', '2-lamps']);
  const after = [list, engine].map((path) => statSync(path).ctimeMs);
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
});

test('questions of earlier lessons go along where the lessons do; "lesson 12" is named by its title', () => {
  layOut(folders, withParts([{ title: 'Loops', lessons: ['lamps', '10-watch', '11-work-queues', '12-replicaset', '13-deployment', '14-owners', '15-other-nouns'] }]));
  const site = 'src/content/lessons/1-loops';
  const recalled = /^recall: \[(\d+)\/\S+, (\d+)\/\S+\]$/m;
  const original = recalled.exec(readFileSync(join(root, 'src/content/lessons/3-loops/15-other-nouns/index.mdx'), 'utf8'));
  const moved = recalled.exec(inSite(`${site}/7-other-nouns/index.mdx`));
  expect(moved?.slice(1).map(Number)).toEqual(original?.slice(1).map((number) => Number(number) - 8));
  const texts = ['5-deployment', '6-owners', '7-other-nouns'].map((name) => inSite(`${site}/${name}/index.mdx`)).join('');
  expect(texts).toContain('lesson “ReplicaSet”');
  expect(texts).not.toMatch(/lesson 12\b/);
});

test('all of our lessons at their own places are untouched, and have checkpoints and the final', () => {
  const lessons = readdirSync(join(root, 'src/content/lessons')).map((part) => ({ title: part.replace(/^\d+-/, ''), lessons: readdirSync(join(root, 'src/content/lessons', part)).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)) }));
  layOut(folders, withParts(lessons));
  for (const path of ['3-loops/12-replicaset', '6-living-with-loops/28-your-own-operator'])
    expect(inSite(`src/content/lessons/${path}/index.mdx`)).toBe(readFileSync(join(root, 'src/content/lessons', path, 'index.mdx'), 'utf8'));
  expect(existsSync(join(folders.site, 'src/pages/final.astro'))).toBe(true);
  const number = (text: string): string[] => [...text.matchAll(/\blesson\((\d+), ['"]([^'"]+)/g)].map(([, at, title]) => `${at} ${title}`);
  expect(number(inSite('src/lesson/course.ts'))).toEqual(number(readFileSync(join(root, 'src/lesson/course.ts'), 'utf8')));
});

test('a translation goes with its lesson, and the course has its own languages and words', () => {
  const parts = [{ title: 'First steps', lessons: ['lamps', '1-thermostats'] }];
  layOut(folders, withParts(parts));
  expect(inSite('src/lesson/course-languages.ts')).toContain('= {\n  "en": "English"\n};');
  mkdirSync(join(course, 'words'));
  writeFileSync(join(course, 'words/de.json'), '{ "First steps": "Erste Schritte" }');
  layOut(folders, { ...withParts(parts), languages: { en: 'English', de: 'Deutsch' } });
  expect(inSite('src/lesson/course-languages.ts')).toContain('"de": "Deutsch"');
  expect(inSite('src/lesson/words/course/de.json')).toBe('{ "First steps": "Erste Schritte" }');
  expect(inSite('src/content/lessons/1-first-steps/2-thermostats/index.mdx')).toMatch(/^number: 2$/m);
  expect(inSite('src/content/lessons/1-first-steps/2-thermostats/index.de.mdx')).toContain('Thermostat');
});

test('mistakes in the list are named with what is nearest', () => {
  expect(() => layOut(folders, withParts([{ title: 'Loops', lessons: ['12-replicasets'] }]))).toThrow('there is no lesson 12-replicasets; the nearest is 12-replicaset. `npm run lesson -- new 12-replicasets` makes one');
  expect(() => layOut(folders, withParts([{ title: 'Loops', lessons: ['12-replicaset', 'replicaset'] }]))).toThrow('the lesson replicaset is in the course twice');
  expect(() => layOut(folders, { name: 'Loops', logo: 'no.svg', parts: [{ title: 'Loops', lessons: ['1-lamps'] }] })).toThrow('there is no file no.svg');
});

test('its command says what it can’t do: outside of a course, and for a lesson that the list lacks', () => {
  const main = join(root, 'scripts/course/main.ts');
  expect(run([main, 'build'], folder)).toContain('2: converge-course: there is no astro.config.mjs here');
  expect(run([main, 'bild'], course)).toContain('2: there is no command bild');
  expect(run([main, 'lesson', 'new', '9-hot-lamps'], course)).toContain('2: converge-course: astro.config.mjs names no lesson 9-hot-lamps');
});

test.for([
  ['converge()', 'converge() takes { name, parts }'],
  ["converge({ name: 'Loops' })", 'parts is a list of { title, lessons }'],
  ["converge({ name: '', parts: [] })", 'a course has a name'],
  ["converge({ name: 'Loops', color: 'red', parts: [] })", 'there is no option color; there are name, promise, description, kind, logo, colors, languages, parts'],
  ["converge({ name: 'Loops', languages: ['en'], parts: [{ title: 'One', lessons: ['1-lamps'] }] })", "languages is a list by tags: { en: 'English', de: 'Deutsch' }"],
  ["converge({ name: 'Loops', languages: { 'Deutsch/': 'Deutsch' }, parts: [{ title: 'One', lessons: ['1-lamps'] }] })", 'languages: Deutsch/ is no tag of a language'],
  ["converge({ name: 'Loops', parts: [{ title: 'One', lessons: [7] }] })", 'a lesson of the part "One" is its name, or { name, idea }'],
  ["{ name: 'other' }", 'its integrations don’t name the course'],
])('%s: %s', async ([written = '', message = '']) => {
  const other = mkdtempSync(join(folder, 'wrong-'));
  writeFileSync(join(other, 'astro.config.mjs'), `import converge from '${root}/scripts/course/integration.ts';\nvoid converge;\nexport default { integrations: [${written}] };\n`);
  await expect(readOptions(other)).rejects.toThrow(`astro.config.mjs: ${message}`);
});

test('the package names what the kit imports, in the versions that this repository has', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packed: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, 'packages/course-kit/package.json'), 'utf8')).dependencies;
  const versions = { ...devDependencies, ...dependencies };
  expect(Object.entries(packed).filter(([name, version]) => versions[name] !== version)).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => packed[name] === undefined)).toEqual([]);
});
