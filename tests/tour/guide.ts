/** Takes a real kubectl through the tour, against `npm run serve` as a user starts it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { files, type Stop } from './rows.ts';

export interface Program {
  readonly path: string;
  /** Of 1.32: 32. */
  readonly minor: number;
}

/** KUBECTL, or that of the PATH and those that lie beside it, oldest first. */
export function findKubectls(): readonly Program[] {
  const chosen =
    process.env['KUBECTL'] ?? spawnSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' }).stdout.trim();
  if (chosen === '' || !existsSync(chosen)) return [];
  const folder = dirname(realpathSync(chosen));
  const beside = readdirSync(folder).filter((name) => /^kubectl\.1\.\d+$/.test(name));
  const paths = beside.length > 0 ? beside.map((name) => join(folder, name)) : [chosen];
  return paths.map((path) => ({ path, minor: minorOf(path) })).sort((a, b) => a.minor - b.minor);
}

function minorOf(path: string): number {
  const { stdout } = spawnSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  return Number(/"minor": "(\d+)/.exec(stdout)?.[1] ?? 0);
}

export interface Guide {
  /** What is wrong with what a stop printed; undefined when it is as upstream prints it. */
  visit(stop: Stop): Promise<string | undefined>;
  end(): Promise<void>;
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Starts a server of its own, with further flags. Virtual time passes faster than real time, so that waiting is short. */
export async function startGuide({ path, minor }: Program, speed: number, flags: readonly string[] = []): Promise<Guide> {
  const home = mkdtempSync(join(tmpdir(), 'converge-tour-'));
  const kubeconfig = join(home, 'kubeconfig');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const args = [main, 'serve', '--port', '0', '--speed', String(speed), '--kubeconfig', kubeconfig, ...flags];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('{')) break;

  async function run(stop: Stop): Promise<Printed> {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      KUBECONFIG: kubeconfig,
      TZ: 'UTC',
      KUBE_EDITOR: stop.editor ?? 'false',
    };
    const shell = stop.shell === true ? stop.run : `exec "$K" ${stop.run}`;
    const child = spawn('sh', ['-c', shell], { cwd: home, env: { ...env, K: path, PORT: String(await freePort()) } });
    return printed(child, stop);
  }

  return {
    async visit(stop) {
      if ((stop.since ?? 0) > minor || (stop.before ?? 99) <= minor) return undefined;
      const { stdout, stderr, code } = await run(stop);
      const wrong: string[] = [];
      if (stop.until === undefined && code !== (stop.code ?? 0)) wrong.push(`exit code ${code}`);
      if (!matches(stop.out ?? '', stdout)) wrong.push(`printed:\n${stdout}`);
      if (stop.until === undefined && !matches(stop.err ?? '', stderr)) wrong.push(`on standard error:\n${stderr}`);
      if (wrong.length === 0) return undefined;
      const streams =
        stderr !== '' && !wrong.some((each) => each.startsWith('on ')) ? [`(standard error: ${stderr})`] : [];
      return [`$ kubectl ${stop.run}`, ...wrong, ...streams].join('\n').slice(0, 1500);
    },
    async end() {
      server.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A command has this long, in real time. */
const patienceMs = 60_000;

function printed(child: ChildProcess, { stdin, until }: Stop): Promise<Printed> {
  let stdout = '';
  let stderr = '';
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  const timer = setTimeout(() => stop('SIGKILL'), patienceMs);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    // The line to its end: cells are written one by one.
    const at = until === undefined ? -1 : stdout.indexOf(until);
    if (at >= 0 && stdout.includes('\n', at)) stop('SIGINT');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (until === '') stop('SIGINT');
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin ?? '');
  return new Promise((resolve) => {
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code: status ?? 130 });
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Whether a text is what the tour expects (see `rows.ts`). */
export function matches(expected: string, found: string): boolean {
  const pattern = expected
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('<\\.\\.\\.>', '[\\s\\S]*')
    .replaceAll('<x>', '\\S+')
    .replaceAll('<age>', '[0-9]+[smhd][0-9smhd]*')
    .replace(/ {2,}/g, '\\s+');
  return new RegExp(`^${pattern}$`).test(found.replace(/[ \t]+$/gm, ''));
}
