/**
 * `npm run bench [-- flags]`: every figure from processes of their own, medians of several runs, ours and the peer's side by side.
 * `engine.*` is the `full` profile, `engine.minimal.*` the other; `engine.overhead.1000.percent` is what field ownership, RBAC and audit
 * together cost over `minimal`, the least of five runs each, in turn. `page` includes `first-use`, what a reader's first click and first
 * check fetch and take.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { Figure } from './figure.ts';

const parts = ['engine', 'session', 'serve', 'page', 'first-use', 'peer'] as const;
const root = fileURLToPath(new URL('../..', import.meta.url));

const usage = `npm run bench -- [flags]: CPU, time, memory and bytes; the site must be built for the page's figures
  --only PART     one of ${parts.join(', ')}
  --runs N        the median of so many runs of each figure of the engine; 3 by default
  --json [FILE]   writes [{ name, value, unit, peer?, ratio? }] to a file; without one it is printed instead of the table
  --peer-1000     measures the peer at 1,000 replicas, too: its clock is real, so that takes minutes
  --huge          measures 50,000 replicas on 5,000 nodes, too: that takes some ten minutes and up to 4 GB
  --files         lists what the page fetches until its first cell's output and its first check
  --help          this text`;

interface BenchOptions {
  readonly only: (typeof parts)[number] | undefined;
  readonly runs: number;
  /** `-`: the output. */
  readonly json: string | undefined;
  readonly peerAt1000: boolean;
  readonly huge: boolean;
}

/** @throws Error whose message names the flag that can't be used. */
function readOptions(argv: readonly string[]): BenchOptions | undefined {
  const args = argv.map((word, at) => (word === '--json' && (argv[at + 1] ?? '--').startsWith('--') ? '--json=-' : word));
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      runs: { type: 'string', default: '3' },
      json: { type: 'string' },
      'peer-1000': { type: 'boolean', default: false },
      huge: { type: 'boolean', default: false },
      // Read where the files are counted.
      files: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined) throw new Error(`--only takes one of ${parts.join(', ')}, not ${values.only}`);
  const runs = Number(values.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs takes a whole number from 1, not ${values.runs}`);
  return { only, runs, json: values.json, peerAt1000: values['peer-1000'], huge: values.huge };
}

/** Runs a measurement several times and takes the median of each number it prints. */
function measure(runs: number, script: string, ...args: readonly string[]): Record<string, number> {
  const results: Record<string, number>[] = [];
  for (let run = 0; run < runs; run += 1) {
    const command = ['--expose-gc', join(root, 'scripts/bench', script), ...args];
    const output = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 1 << 26, timeout: 1_800_000 });
    results.push(JSON.parse(output.trim().split('\n').at(-1) ?? '{}'));
  }
  const medians: Record<string, number> = {};
  for (const name of Object.keys(results[0] ?? {})) {
    const values = results.map((result) => result[name] ?? 0).sort((a, b) => a - b);
    medians[name] = values[Math.floor(values.length / 2)] ?? 0;
  }
  return medians;
}

/** What field ownership, RBAC and audit add to the CPU of 1,000 replicas in the `minimal` profile. In turn, as a machine's speed changes. */
function overheadPercent(): number {
  let without = Number.POSITIVE_INFINITY;
  let recorded = Number.POSITIVE_INFINITY;
  const cpuMs = (profile: string) => measure(1, 'engine.ts', 'replicas', '1000', '0', profile)['cpuMs'] ?? Number.NaN;
  for (let run = 0; run < 5; run += 1) {
    without = Math.min(without, cpuMs('minimal'));
    recorded = Math.min(recorded, cpuMs('recorded'));
  }
  return (recorded / without - 1) * 100;
}

type Peers = ReadonlyMap<number, Record<string, number>>;

function figure(name: string, value: number | undefined, unit: string, peer?: number): Figure[] {
  if (value === undefined) return [];
  return [peer === undefined ? { name, value, unit } : { name, value, unit, peer, ratio: peer / value }];
}

/** The full engine, beside the peer where that was measured too. */
function replicaFigures(runs: number, peers: Peers, sizes: readonly number[]): Figure[] {
  const anyPeer = [...peers.values()][0];
  const figures = figure('engine.boot.cpu_ms', measure(runs, 'engine.ts', 'boot')['cpuMs'], 'ms', anyPeer?.['bootCpuMs']);
  for (const n of sizes) {
    const result = measure(n > 1000 ? 1 : runs, 'engine.ts', 'replicas', String(n));
    const peer = peers.get(n);
    figures.push(
      ...figure(`engine.replicas.${n}.cpu_ms`, result['cpuMs'], 'ms', peer?.['cpuMs']),
      ...figure(`engine.replicas.${n}.block_ms`, result['blockMs'], 'ms', peer?.['blockMs']),
      ...figure(`engine.replicas.${n}.heap_mb`, result['heapMb'], 'MB', peer?.['heapMb']),
      ...figure(`engine.replicas.${n}.virtual_ms`, result['virtualMs'], 'ms'),
    );
  }
  return figures;
}

function engineFigures(runs: number, peers: Peers): Figure[] {
  const anyPeer = [...peers.values()][0];
  const minimal = (what: string, n: string) => measure(runs, 'engine.ts', what, n, '0', 'minimal')['cpuMs'];
  return [
    ...replicaFigures(runs, peers, [10, 100, 300, 1000, 10_000]),
    ...figure('engine.replace.100.cpu_ms', measure(runs, 'engine.ts', 'replace', '100')['cpuMs'], 'ms'),
    ...figure('engine.idle.1000.cpu_ms_per_s', measure(runs, 'engine.ts', 'idle', '1000')['cpuMsPerS'], 'ms/s'),
    ...figure('engine.minimal.boot.cpu_ms', minimal('boot', '0'), 'ms'),
    ...figure('engine.minimal.replicas.1000.cpu_ms', minimal('replicas', '1000'), 'ms'),
    { name: 'engine.overhead.1000.percent', value: overheadPercent(), unit: '%' },
    ...figure('engine.size.gzip_bytes', measure(1, 'engine.ts', 'size')['gzipBytes'], 'bytes', anyPeer?.['gzipBytes']),
  ];
}

/** As many nodes as upstream supports in one cluster. */
function hugeFigures(): Figure[] {
  const { cpuMs, heapMb } = measure(1, 'engine.ts', 'replicas', '50000@5000');
  return [
    ...figure('engine.replicas.50000.cpu_ms', cpuMs, 'ms'),
    ...figure('engine.replicas.50000.heap_mb', heapMb, 'MB'),
  ];
}

function sessionFigures(runs: number): Figure[] {
  const { seekMs = 0, replayMs = 0, replayCpuMs = 0 } = measure(runs, 'session.ts');
  return [
    { name: 'session.seek.ms', value: seekMs, unit: 'ms' },
    { name: 'session.replay.ms', value: replayMs, unit: 'ms' },
    { name: 'session.replay.cpu_ms', value: replayCpuMs, unit: 'ms' },
  ];
}

/** 1,000 watches beside 200 writes a second, and a list of 5,000 Pods beside the time to serialise them once. */
function serveFigures(runs: number): Figure[] {
  const { p50Ms = 0, p99Ms = 0, listMs = 0, serialiseMs = 1 } = measure(runs, 'serve.ts');
  return [
    { name: 'serve.write.p50_ms', value: p50Ms, unit: 'ms' },
    { name: 'serve.write.p99_ms', value: p99Ms, unit: 'ms' },
    { name: 'serve.list5000.ms', value: listMs, unit: 'ms' },
    { name: 'serve.list5000.times_serialising', value: listMs / serialiseMs, unit: 'times' },
  ];
}

/** The peer's clock is real: 1,000 replicas take it minutes, so they are measured with `--peer-1000` only. */
async function peerFigures(sizes: readonly number[]): Promise<Peers> {
  const folder = mkdtempSync(join(tmpdir(), 'converge-peer-'));
  try {
    const bundle = join(folder, 'peer.mjs');
    const options = { bundle: true, format: 'esm', logLevel: 'error' } as const;
    const entryPoints = [fileURLToPath(import.meta.resolve('@ngrok/webernetes'))];
    await build({ ...options, entryPoints, platform: 'node', outfile: bundle });
    const small = await build({
      ...options,
      entryPoints,
      platform: 'browser',
      minify: true,
      write: false,
      outdir: folder,
    });
    const { gzipSync } = await import('node:zlib');
    const gzipBytes = gzipSync(small.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
    return new Map(sizes.map((n) => [n, { ...measure(1, 'peer.ts', bundle, String(n)), gzipBytes }]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(figures: readonly Figure[]): void {
  const format = (value: number | undefined) =>
    value === undefined ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
  const rows = [
    ['figure', 'Converge', 'peer', 'peer/Converge', 'unit'],
    ...figures.map((f) => [f.name, format(f.value), format(f.peer), format(f.ratio), f.unit]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [name = '', ours = '', peer = '', ratio = '', unit = ''] of rows) {
    console.log(
      `${name.padEnd(widths[0] ?? 0)}  ${ours.padStart(widths[1] ?? 0)}  ${peer.padStart(widths[2] ?? 0)}  ${ratio.padStart(widths[3] ?? 0)}  ${unit}`,
    );
  }
}

interface Taken {
  readonly figures: readonly Figure[];
  /** What could not be measured: `page: …`. */
  readonly failures: readonly string[];
}

/** What one part can't measure costs no other part its figures. */
async function takeFigures({ only, runs, peerAt1000, huge }: BenchOptions): Promise<Taken> {
  const figures: Figure[] = [];
  const failures: string[] = [];
  const take = async (part: (typeof parts)[number], measured: () => readonly Figure[] | Promise<readonly Figure[]>): Promise<void> => {
    try {
      figures.push(...(await measured()));
    } catch (error) {
      failures.push(`${part}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  const isDue = (part: (typeof parts)[number]) => only === undefined || only === part;
  const sizes = peerAt1000 ? [10, 100, 300, 1000] : [10, 100, 300];
  let peers: Peers = new Map();
  if (isDue('peer')) {
    await take('peer', async () => {
      peers = await peerFigures(sizes);
      return [];
    });
  }
  if (isDue('engine')) await take('engine', () => engineFigures(runs, peers));
  else if (isDue('peer')) await take('peer', () => replicaFigures(runs, peers, sizes));
  if (huge && isDue('engine')) await take('engine', hugeFigures);
  if (isDue('session')) await take('session', () => sessionFigures(runs));
  if (isDue('serve')) await take('serve', () => serveFigures(runs));
  if (isDue('page')) await take('page', async () => (await import('./page.ts')).pageTimes());
  if (isDue('page') || isDue('first-use')) await take('first-use', async () => (await import('./page.ts')).firstUse());
  return { figures, failures };
}

/** Resolves with the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  let options: BenchOptions | undefined;
  try {
    options = readOptions(argv);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  if (options === undefined) {
    console.log(usage);
    return 0;
  }
  const { figures, failures } = await takeFigures(options);
  const json = `${JSON.stringify(figures, null, 2)}\n`;
  if (options.json === '-') process.stdout.write(json);
  else print(figures);
  if (options.json !== undefined && options.json !== '-') writeFileSync(options.json, json);
  for (const failure of failures) console.error(`not measured: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
