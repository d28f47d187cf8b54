/** `converge-course build | dev | start | lesson … | grade …`: the commands of a course, in its folder. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, watch } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { courseAround, type CourseFolders, foldersOf } from './folders.ts';
import { layOut } from './lay-out.ts';
import { readOptions } from './options.ts';

const usage = `converge-course build [--base /course/] [--site https://example.org] [--out DIR]   the site, into dist/ or DIR
      [--runtime worker|webcontainer|auto] [--xapi URL]                            docs/hosting.md says what they do
converge-course dev [--port 4321] [--host ADDRESS]                                 the site, built again as you write
converge-course start [--port 4321]                                                what build has made, to look at
converge-course lesson new|check|universe|mutate …                                 a lesson: docs/authoring.md
converge-course grade|cohort|sim|serve|run|package …                               each says with --help what it takes`;

/** Commands of `src/cli/main.ts`. They take paths, from where they are called. */
const programs: readonly string[] = ['grade', 'cohort', 'sim', 'serve', 'run', 'package'];

const exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`converge-course: ${error instanceof Error ? error.message : String(error)}`);
  return 2;
});
process.exit(exitCode);

async function main([command = '', ...args]: readonly string[]): Promise<number> {
  // The sources run as they are.
  if (process.features.typescript === false) throw new Error(`it needs Node 22.18 or later, and this is ${process.version}`);
  const known = ['build', 'dev', 'start', 'lesson', ...programs];
  if (!known.includes(command)) {
    console.error(command === '' || command === '--help' ? usage : `there is no command ${command}\n${usage}`);
    return command === '--help' ? 0 : 2;
  }
  const folders = foldersOf(courseAround(process.cwd()));
  if (command === 'start') return run(folders, ['scripts/serve-site.ts', ...args, '--folder', join(folders.course, 'dist')]);
  const [verb, name = ''] = args;
  const isNew = command === 'lesson' && verb === 'new';
  await update(folders, isNew ? [name.split('/')[0] ?? ''] : []);
  if (command === 'build') return run(folders, ['scripts/build.ts', ...withOut(args, folders.course)]);
  if (command === 'dev') return dev(folders, args);
  if (command === 'lesson') return lesson(folders, args);
  return program(folders, [command, ...args]);
}

/** In this repository there is nothing to lay out. */
async function update(folders: CourseFolders, toCome: readonly string[] = []): Promise<void> {
  if (folders.site === folders.course) return;
  const lessons = layOut(folders, await readOptions(folders.course), toCome);
  const unlisted = toCome.find((name) => !lessons.some(({ slug }) => slug === name));
  if (unlisted !== undefined) throw new Error(`astro.config.mjs names no lesson ${unlisted}: name it there first, at the place that its number says`);
}

/** Runs a script of the laid out folder, there. Resolves with its exit code. */
function run({ course, site }: CourseFolders, args: readonly string[], cwd = site): Promise<number> {
  const path = [join(course, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(process.execPath, [...args], { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } });
  const pass = (signal: NodeJS.Signals): unknown => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status) => done(status ?? 1));
  });
}

/** `--out` is meant from where the command is called; without it, the course's `dist`. */
function withOut(args: readonly string[], course: string): readonly string[] {
  const at = args.indexOf('--out');
  if (at < 0) return [...args, '--out', join(course, 'dist')];
  return args.map((each, index) => (index === at + 1 ? resolve(each) : each));
}

/** What an editor writes in several steps is taken over once. */
const calmMs = 40;

async function dev(folders: CourseFolders, args: readonly string[]): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(folders).catch((error: unknown) => console.error(error instanceof Error ? error.message : String(error))), calmMs);
  };
  if (folders.site !== folders.course) {
    for (const folder of ['src', 'public', 'words'].map((each) => join(folders.course, each))) if (existsSync(folder)) watch(folder, { recursive: true }, changed);
    watch(join(folders.course, 'astro.config.mjs'), changed);
  }
  return run(folders, ['scripts/build.ts', '--dev', ...args]);
}

async function lesson(folders: CourseFolders, args: readonly string[]): Promise<number> {
  if (args[0] === 'check' && !existsSync(join(folders.site, '.generated/sdk-types.json'))) {
    const status = await run(folders, ['scripts/sdk-types.ts']);
    if (status !== 0) return status;
  }
  const status = await run(folders, ['src/cli/main.ts', 'lesson', ...args]);
  if (status === 0 && args[0] === 'new' && folders.site !== folders.course) takeOver(folders, args[1] ?? '');
  return status;
}

/** A new lesson was made where all is laid out: it goes where the course has its own. */
function takeOver({ course, site }: CourseFolders, name: string): void {
  const [slug = ''] = name.split('/');
  const [path] = globSync(`src/content/lessons/*/${slug}/index.mdx`, { cwd: site });
  if (path === undefined) return;
  const there = globSync(`src/content/lessons/*/*/index.mdx`, { cwd: course }).find((each) => basename(dirname(each)) === slug);
  cpSync(join(site, dirname(path)), join(course, dirname(there ?? path)), { recursive: true });
}

/** A hand-in is graded by the checks of these lessons, bundled. */
async function program(folders: CourseFolders, args: readonly string[]): Promise<number> {
  if (args[0] === 'grade' && !args.includes('--help')) {
    for (const script of [['scripts/generate-api.ts', '--descriptions'], ['scripts/build-worker.ts', '--only-page', '--quiet']]) {
      const status = await run(folders, script);
      if (status !== 0) return status;
    }
  }
  return run(folders, [join(folders.site, 'src/cli/main.ts'), ...args], process.cwd());
}
