/**
 * `npm test`: every check there is, and one line at the end: `N passed, N failed`. The build comes first; checks that use one core each run two
 * at a time; then come the tests, which use both.
 * `npm test -- --only unit,browser` runs the steps named.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'converge-test-'));

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Step {
  readonly name: string;
  readonly title: string;
  readonly command: readonly string[];
  /** Counts the tests of a report; a step without one counts as one test. */
  readonly report?: { readonly file: string; count(json: unknown): Count };
}

const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

/** One stage after another; the steps of a stage run two at a time. */
const stages: readonly (readonly Step[])[] = [
  // First: it also makes what others read from .generated/.
  [{ name: 'build', title: 'the site builds', command: ['node', 'scripts/build.ts'] }],
  [
    { name: 'types', title: 'types: site (astro check)', command: ['astro', 'check', '--minimumFailingSeverity', 'error'] },
    { name: 'types', title: 'types: Svelte', command: ['svelte-check', '--tsconfig', './tsconfig.json', '--threshold', 'error'] },
    { name: 'types', title: 'types: Node, tests and scripts', command: ['tsc', '-p', 'tsconfig.node.json'] },
    { name: 'types', title: 'types: the engine without a platform', command: ['tsc', '-p', 'tsconfig.engine.json'] },
    { name: 'lint', title: 'lint', command: ['biome', 'lint', '--error-on-warnings', '.'] },
    { name: 'generated', title: 'generated files are up to date', command: ['node', 'scripts/generate-api.ts', '--check'] },
    { name: 'generated', title: 'the page on fidelity is up to date', command: ['node', 'scripts/fidelity/main.ts', '--check'] },
  ],
  [
    {
      name: 'unit',
      title: 'unit, golden, simulation and tidy tests',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      report: { file: unitReport, count: countVitest },
    },
  ],
  [
    {
      name: 'browser',
      title: 'browser tests on the built site',
      command: ['playwright', 'test'],
      report: { file: browserReport, count: countPlaywright },
    },
  ],
];

function countVitest(json: unknown): Count {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = numbers(json);
  // A file that can't be loaded fails without a test of its own.
  const failed = Math.max(numFailedTests ?? 0, (numFailedTestSuites ?? 0) > 0 ? 1 : 0);
  return { passed: numPassedTests ?? 0, failed, skipped: numPendingTests ?? 0 };
}

function countPlaywright(json: unknown): Count {
  const stats = typeof json === 'object' && json !== null && 'stats' in json ? numbers(json.stats) : {};
  return {
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    failed: stats['unexpected'] ?? 0,
    skipped: stats['skipped'] ?? 0,
  };
}

function numbers(json: unknown): Record<string, number | undefined> {
  const found: Record<string, number | undefined> = {};
  if (typeof json !== 'object' || json === null) return found;
  for (const [name, value] of Object.entries(json)) if (typeof value === 'number') found[name] = value;
  return found;
}

/** Runs a command to its end; resolves with its status. `alone`: it may write to the terminal as it goes. */
function execute([command = '', ...args]: readonly string[], alone: boolean): Promise<{ status: number; text: string }> {
  const binary = join('node_modules/.bin', command);
  const child = spawn(existsSync(binary) ? binary : command, args, {
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    shell: process.platform === 'win32',
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (text += piece.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, text: `${text}${error.message}\n` }));
    child.on('close', (status) => resolve({ status: status ?? 1, text }));
  });
}

async function runStep(step: Step, alone: boolean): Promise<Count> {
  const started = performance.now();
  if (alone) console.log(`\n── ${step.title}`);
  const { status, text } = await execute(step.command, alone);
  if (!alone) console.log(`\n── ${step.title}\n${text.trimEnd()}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count =
    step.report !== undefined && existsSync(step.report.file)
      ? step.report.count(JSON.parse(readFileSync(step.report.file, 'utf8')))
      : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const failed = status !== 0 && count.failed === 0 ? 1 : count.failed;
  console.log(`── ${step.title}: ${failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  return { ...count, failed };
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

const flag = process.argv.indexOf('--only');
const only = flag > 0 ? (process.argv[flag + 1] ?? '').split(',') : undefined;
const known = [...new Set(stages.flat().map((step) => step.name))];
const unknown = only?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) {
  console.error(`no such step: ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(2);
}
const counts: Count[] = [];
for (const stage of stages) await runStage(stage.filter((step) => only === undefined || only.includes(step.name)));
const sum = (pick: (count: Count) => number) => counts.reduce((total, count) => total + pick(count), 0);
rmSync(reports, { recursive: true, force: true });
const skipped = sum((count) => count.skipped);
const failed = sum((count) => count.failed);
console.log(`\n${sum((count) => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
