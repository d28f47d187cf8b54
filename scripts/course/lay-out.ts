/** Lays a course and the kit out as one folder, which has the form of this repository: everything that builds, runs and checks works there. */
import { copyFileSync, existsSync, globSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CourseFolders } from './folders.ts';
import { type PlacedLesson, placedLessons, textAt } from './lessons.ts';
import type { CourseOptions, CoursePart } from './options.ts';

/** What the kit is: files of the repository that a course needs. Tests, benchmarks and what makes packages stay behind. */
const kitPatterns = ['src/**/*', 'scripts/**/*', 'docs/*.md', 'public/**/*', 'tsconfig*.json', 'package.json', 'LICENSE'];
const leftOut = /\.test\.ts$|\/testdata\/|^scripts\/(?:bench|fidelity|sdk-docs)\/|^scripts\/(?:test|test-report|screenshots|engine-package|course-package|sdk-docs)\.ts$/;

/** Paths of the kit's files, with `/` between folders. */
export function kitFiles(kit: string): readonly string[] {
  return filesIn(kit, kitPatterns)
    .filter((path) => !leftOut.test(path))
    .sort();
}

/** A file of the laid out folder: a copy, or a text that is made here. */
type Content = { readonly from: string } | { readonly text: string };

/** Folders of the laid out folder whose files are all made here. */
const laidOut = ['src', 'scripts', 'docs', 'public'];

/** What of the kit stands elsewhere in a course. */
const coursesOwn = /^(?:src\/content\/lessons\/|src\/brand\/|src\/lesson\/(?:course|course-languages)\.ts$|src\/lesson\/words\/course\/|package\.json$)/;

/** @param toCome Lessons of the list that are only now to be made. @returns The course's lessons at their places. @throws Error that says what is wrong in the course. */
export function layOut({ course, kit, site }: CourseFolders, options: CourseOptions, toCome: readonly string[] = []): readonly PlacedLesson[] {
  const lessons = placedLessons(options.parts, { course, kit, toCome });
  const files = new Map<string, Content>([
    ...kitFiles(kit)
      .filter((path) => !coursesOwn.test(path))
      .map((path) => [path, { from: join(kit, path) }] as const),
    ...lessonFiles(lessons, options.parts),
    ...brandFiles(course, kit, options),
    ...filesIn(join(course, 'public')).map((path) => [`public/${path}`, { from: join(course, 'public', path) }] as const),
    ['src/lesson/course.ts', { text: courseList(readFileSync(join(kit, 'src/lesson/course.ts'), 'utf8'), options.parts, lessons) }],
    ['package.json', { text: manifest(kit) }],
    ['astro.config.mjs', { text: "export { default } from '../astro.config.mjs';\n" }],
  ]);
  // The final is about the lessons of the whole course.
  if (!hasAll(lessons, kit)) files.delete('src/pages/final.astro');
  for (const [path, content] of files) write(join(site, path), content);
  removeOthers(site, files);
  linkPackages(course, site);
  return lessons;
}

/** What an earlier run has laid out: a lesson's folder is gone with its files, for its part's name is that of a folder. */
function removeOthers(site: string, files: ReadonlyMap<string, unknown>): void {
  for (const folder of laidOut) for (const path of filesIn(join(site, folder))) if (!files.has(`${folder}/${path}`)) rmSync(join(site, folder, path));
  const lessons = join(site, 'src/content/lessons');
  const folders = globSync('**/*', { cwd: lessons, withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  // The innermost first.
  for (const folder of folders.sort((a, b) => b.length - a.length)) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Paths of files in a folder, with `/` between folders. */
const filesIn = (folder: string, patterns: readonly string[] = ['**/*']): readonly string[] =>
  globSync([...patterns], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'));

/** `3-the-loops`, for the part's folder. */
const partFolder = (number: number, { title }: CoursePart): string => `${number}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'part'}`;

/** The lesson, and its translations. */
const isLessonText = /^index(?:\.[\w-]+)?\.mdx$/;

function lessonFiles(lessons: readonly PlacedLesson[], parts: readonly CoursePart[]): readonly (readonly [string, Content])[] {
  return lessons.flatMap((lesson) => {
    const part = parts[lesson.part - 1];
    if (lesson.folder === undefined || part === undefined) return [];
    const from = lesson.folder;
    const to = `src/content/lessons/${partFolder(lesson.part, part)}/${lesson.slug}`;
    return filesIn(from).map((path) => {
      if (!isLessonText.test(path)) return [`${to}/${path}`, { from: join(from, path) }] as const;
      return [`${to}/${path}`, { text: textAt(lesson, readFileSync(join(from, path), 'utf8'), lessons) }] as const;
    });
  });
}

function brandFiles(course: string, kit: string, { name, promise, description, kind, logo, colors, languages = { en: 'English' } }: CourseOptions): readonly (readonly [string, Content])[] {
  const brand = {
    name,
    promise: promise ?? 'learn control loops by writing them',
    description: description ?? `${name}: notebooks in your browser, each with a whole Kubernetes control plane behind it.`,
    kind: kind ?? 'a course on the control plane of Kubernetes',
  };
  const own = (path: string | undefined, original: string): Content => {
    if (path === undefined) return { from: join(kit, original) };
    if (!existsSync(join(course, path))) throw new Error(`astro.config.mjs: there is no file ${path}`);
    return { from: join(course, path) };
  };
  return [
    ['src/brand/brand.ts', { text: `/** From the course's astro.config.mjs. */\nexport const brand = ${JSON.stringify(brand, undefined, 2)};\n` }],
    ['src/lesson/course-languages.ts', { text: `/** From the course's astro.config.mjs. */\nexport const languages: Readonly<Record<string, string>> = ${JSON.stringify(languages, undefined, 2)};\n` }],
    ...filesIn(join(course, 'words'), ['*.json']).map((path) => [`src/lesson/words/course/${path}`, { from: join(course, 'words', path) }] as const),
    ['src/brand/logo.svg', own(logo, 'src/brand/logo.svg')],
    ['src/brand/colors.css', own(colors, 'src/brand/colors.css')],
  ];
}

/** `course.ts` with another list. @throws Error where it has none that could be replaced. */
function courseList(text: string, parts: readonly CoursePart[], lessons: readonly PlacedLesson[]): string {
  const list = parts.map(({ title, about = '' }, index) => {
    const its = lessons.filter(({ part }) => part === index + 1).map((each) => `    lesson(${each.number}, ${JSON.stringify(each.title)}, ${JSON.stringify(each.idea)}, ${each.originalNumber}),\n`);
    return `  part(${index + 1}, ${JSON.stringify(title)}, ${JSON.stringify(about)}, [\n${its.join('')}  ]),\n`;
  });
  const found = /^export const course: readonly Part\[\] = \[\n[\s\S]*?^\];$/m;
  if (!found.test(text)) throw new Error('src/lesson/course.ts of the kit has no list of lessons');
  return text.replace(found, () => `export const course: readonly Part[] = [\n${list.join('')}];`);
}

function hasAll(lessons: readonly PlacedLesson[], kit: string): boolean {
  const all = globSync('src/content/lessons/*/*/index.mdx', { cwd: kit }).length;
  return lessons.filter(({ originalNumber }) => originalNumber > 0).length === all;
}

/**
 * The name and exports under which lessons and engine find `converge/sdk`; the packages, among which Astro looks for those that it has to
 * bundle. They are installed for the course.
 */
function manifest(kit: string): string {
  const { name, version, license, type, sideEffects, exports, dependencies } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'));
  return `${JSON.stringify({ name, version, license, private: true, type, sideEffects, exports, dependencies }, undefined, 2)}\n`;
}

/** Only what differs is written: whoever watches the folder sees what has changed. */
function write(path: string, content: Content): void {
  if ('text' in content) {
    if (existsSync(path) && readFileSync(path, 'utf8') === content.text) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content.text);
    return;
  }
  const source = statSync(content.from);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && there.size === source.size && Math.abs(there.mtimeMs - source.mtimeMs) < 2) return;
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(content.from, path);
  utimesSync(path, source.atime, source.mtime);
}

/** A junction needs no rights on Windows. */
function linkPackages(course: string, site: string): void {
  const link = join(site, 'node_modules');
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(join(course, 'node_modules'), link, 'junction');
}
