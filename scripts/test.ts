/**
 * `npm test`: every check there is, and one line at the end: `N passed, N failed`. The build and checks that use one core each run two at a
 * time; then come the tests, which use both. What those need is got meanwhile: a browser, and on Debian the programs that tests compare with.
 * What can't be had is skipped, and a line says so.
 *
 * `npm test -- --only unit,browser` runs the steps named; `--all` tries everything where the default is a fixed sample (random schedules and
 * requests, every kubectl); `--seed N` draws other samples; `--no-install` takes the machine as it is.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nativeCompiler } from '../src/lesson/node/native-compiler.ts';
import { browserCandidates } from './machine/find-browser.ts';
import { installCounterparts, skippedLines } from './machine/install-counterparts.ts';
import { startTool } from './machine/tools.ts';
import { type ProvidedBrowser, provideBrowser } from './machine/provide-browser.ts';
import { readPlaywrightReport, readVitestReport, type TestReport } from './test-report.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'converge-test-'));

interface Step {
  readonly name: string;
  readonly title: string;
  readonly command: readonly string[];
  /** What the tests of the step came to; a step without one counts as one test. */
  readonly report?: { readonly file: string; read(text: string): TestReport };
}

const nothing: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] };

const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

const compiler = nativeCompiler();
if ('missing' in compiler) {
  console.error(compiler.missing);
  process.exit(2);
}
/** `svelte-check --tsgo` finds the same one. */
const nativeTsc = ['node', compiler.path];

/** One stage after another; the steps of a stage run two at a time. */
const stages: readonly (readonly Step[])[] = [
  [
    // It makes what the next stage reads from .generated/. Beside it runs what reads nothing of that.
    { name: 'build', title: 'what the site is made of builds', command: ['node', 'scripts/build.ts', '--no-site'] },
    { name: 'types', title: 'types: the engine without a platform', command: [...nativeTsc, '-p', 'tsconfig.engine.json'] },
    { name: 'lint', title: 'lint', command: ['biome', 'lint', '--error-on-warnings', '.'] },
    { name: 'generated', title: 'the page on fidelity is up to date', command: ['node', 'scripts/fidelity/main.ts', '--check'] },
  ],
  [
    {
      name: 'types',
      title: 'types: Astro components',
      command: ['astro', 'check', '--tsconfig', './tsconfig.astro.json', '--minimumFailingSeverity', 'error'],
    },
    // All that tsconfig.json includes, plain TypeScript as well.
    { name: 'types', title: 'types: site and Svelte components', command: ['svelte-check', '--tsgo', '--tsconfig', './tsconfig.json', '--threshold', 'error'] },
    { name: 'build', title: 'the site builds', command: ['node', 'scripts/build.ts', '--only-site'] },
    { name: 'types', title: 'types: Node, tests and scripts', command: [...nativeTsc, '-p', 'tsconfig.node.json'] },
    { name: 'generated', title: 'generated files are up to date', command: ['node', 'scripts/generate-api.ts', '--check'] },
  ],
  [
    {
      name: 'unit',
      title: 'unit, golden, simulation and tidy tests',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      report: { file: unitReport, read: (text) => readVitestReport(text, process.cwd()) },
    },
  ],
  [
    {
      name: 'browser',
      title: 'browser tests on the built site',
      command: ['playwright', 'test'],
      report: { file: browserReport, read: readPlaywrightReport },
    },
  ],
];

const childEnv: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
};

/** Runs a command to its end; resolves with its status. `alone`: it may write to the terminal as it goes. */
async function execute([command = '', ...args]: readonly string[], alone: boolean): Promise<{ status: number; text: string }> {
  const { child, ended } = startTool(command, args, { stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: childEnv });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (text += piece.toString()));
  const { status, error } = await ended;
  return { status, text: error === undefined ? text : `${text}${error.message}\n` };
}

async function runStep(step: Step, alone: boolean): Promise<TestReport> {
  const started = performance.now();
  if (alone) console.log(`\n── ${step.title}`);
  const { status, text } = await execute(step.command, alone);
  if (!alone) console.log(`\n── ${step.title}\n${text.trimEnd()}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const report = reportOf(step, status);
  console.log(`── ${step.title}: ${report.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  return report;
}

function reportOf({ title, report }: Step, status: number): TestReport {
  const found = report !== undefined && existsSync(report.file) ? report.read(readFileSync(report.file, 'utf8')) : undefined;
  if (status === 0) return found ?? { ...nothing, passed: 1 };
  if (found === undefined) return { ...nothing, failed: 1, failures: [`${title}: ended with status ${status}`] };
  // An error outside all tests, such as a rejection that is handled nowhere.
  return found.failed > 0 ? found : { ...found, failed: 1, failures: [...found.failures, `${title}: ended with status ${status}, though no test failed`] };
}

async function runStage(stage: readonly Step[]): Promise<void> {
  const waiting = [...stage];
  async function worker(): Promise<void> {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      counts.push(await runStep(step, stage.length === 1));
    }
  }
  await Promise.all([worker(), worker()]);
}

const stepNames = [...new Set(stages.flat().map((step) => step.name))];

const usage = `npm test [-- flags]: every check there is
  --only A,B     these steps alone: ${stepNames.join(', ')}
  --all          everything where the default is a fixed sample: random schedules and requests, every kubectl
  --seed N       other samples
  --no-install   takes the machine as it is
  --help         this text`;

interface Options {
  /** Names of the steps to run. */
  readonly only: readonly string[];
  readonly all: boolean;
  readonly seed: number | undefined;
  readonly install: boolean;
}

/** Reads the command line; one it can't read ends the program with a sentence. */
function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: stepNames.join(',') },
        all: { type: 'boolean', default: false },
        seed: { type: 'string' },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const only = values.only.split(',');
    const unknown = only.filter((name) => !stepNames.includes(name));
    if (unknown.length > 0) throw new Error(`no such step: ${unknown.join(', ')}. There are: ${stepNames.join(', ')}`);
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) throw new Error('--seed takes a whole number, such as --seed 7');
    return { only, all: values.all, seed, install: !values['no-install'] };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

/** What the tests read: how much to try, and from which seed (`tests/scope.ts`). */
function setScope({ all, seed }: Options): void {
  if (all) childEnv['CONVERGE_TEST_ALL'] = '1';
  if (seed !== undefined) childEnv['CONVERGE_TEST_SEED'] = String(seed);
}

const say = (line: string): void => console.log(line);

async function browserOf(install: boolean): Promise<ProvidedBrowser> {
  if (install) return provideBrowser(say);
  const [path] = browserCandidates();
  return path === undefined ? { missing: 'none is installed, and --no-install was given' } : { path };
}

/** Gets what the tests need; returns the steps that can't run without it. */
async function prepareMachine({ only, install }: Options): Promise<readonly string[]> {
  const comparesWithReal = only.includes('unit') || only.includes('browser');
  if (comparesWithReal && install) await installCounterparts(say);
  if (comparesWithReal) for (const line of skippedLines()) say(line);
  if (!only.includes('browser')) return [];
  const browser = await browserOf(install);
  if ('path' in browser) {
    childEnv['CHROMIUM_PATH'] = browser.path;
    return [];
  }
  say(`skipped: browser tests, because no Chromium was found and none could be installed (${browser.missing})`);
  return ['browser'];
}

/** Type checkers read files that the build makes. */
async function provideTypes({ only }: Options): Promise<void> {
  const made = ['.generated/sdk-types.json', '.astro/types.d.ts'];
  if (only.includes('build') || !only.includes('types') || made.every((file) => existsSync(file))) return;
  const { status, text } = await execute(['node', 'scripts/build.ts', '--only-types'], false);
  if (status !== 0) say(text);
}

const options = readOptions();
setScope(options);
await provideTypes(options);
const preparing = prepareMachine(options);
const counts: TestReport[] = [];
for (const stage of stages) {
  const due = stage.filter(({ name }) => options.only.includes(name));
  const impossible = due.some(({ report }) => report !== undefined) ? await preparing : [];
  await runStage(due.filter(({ name }) => !impossible.includes(name)));
  counts.push(...due.filter(({ name }) => impossible.includes(name)).map(() => ({ ...nothing, skipped: 1 })));
}
const sum = (pick: (count: TestReport) => number) => counts.reduce((total, count) => total + pick(count), 0);
rmSync(reports, { recursive: true, force: true });
const skipped = sum((count) => count.skipped);
const failed = sum((count) => count.failed);
console.log('');
for (const line of counts.flatMap((count) => count.secondTries)) console.log(`passed when tried again: ${line}`);
for (const line of counts.flatMap((count) => count.failures)) console.log(`failed: ${line}`);
if (skipped > 0) console.log(`${skipped} skipped`);
if (failed > 0 && options.seed !== undefined) console.log(`the same samples again: npm test -- --seed ${options.seed}${options.all ? ' --all' : ''}`);
console.log(`${sum((count) => count.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
