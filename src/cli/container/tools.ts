/** kubectl and etcdctl of the container's terminal. They talk HTTP to what the engine serves. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { etcdctl, etcdutl } from '../../etcdctl/index.ts';
import { kubectl } from '../../kubectl/index.ts';
import { httpGateway, httpHandler } from './http-client.ts';

export const programs = ['kubectl', 'etcdctl', 'etcdutl'] as const;
export type Program = (typeof programs)[number];

interface Addresses {
  readonly apiserver: string;
  readonly etcd: Readonly<Record<string, string>>;
}

/** Beside this program's folder. */
function addresses(): Addresses {
  const found: unknown = JSON.parse(readFileSync(join(dirname(process.argv[1] ?? ''), '..', 'addresses.json'), 'utf8'));
  if (typeof found !== 'object' || found === null || !('apiserver' in found) || !('etcd' in found)) throw new Error();
  const { apiserver, etcd } = found;
  const members = typeof etcd === 'object' && etcd !== null ? Object.entries(etcd) : [];
  return { apiserver: String(apiserver), etcd: Object.fromEntries(members.map(([name, url]) => [name, String(url)])) };
}

const interrupts = new Set<() => void>();

function files(under = '.'): string[] {
  return readdirSync(under, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = under === '.' ? entry.name : `${under}/${entry.name}`;
    return entry.isDirectory() ? files(path) : [path];
  });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

let clockMs = Date.now();
const common = {
  now: () => clockMs,
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  stdin: () => (process.stdin.isTTY ? '' : readFileSync(0, 'utf8')),
  readFile: read,
  writeFile: (path: string, text: string) => writeFileSync(path, text),
  onInterrupt(run: () => void) {
    interrupts.add(run);
    return () => void interrupts.delete(run);
  },
};

async function run(program: Program, argv: readonly string[]): Promise<number> {
  const { apiserver, etcd } = addresses();
  if (program === 'kubectl')
    return kubectl(argv, {
      ...common,
      connect: httpHandler(apiserver, (ms) => {
        clockMs = ms;
      }),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      listFiles: () => files(),
    });
  const access = {
    gateway(host: string) {
      const url = etcd[host === '127.0.0.1' || host === 'localhost' ? 'etcd-0' : host];
      return url === undefined ? undefined : httpGateway(url);
    },
    after(ms: number, then: () => void) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    restore() {
      throw new Error('a snapshot can be restored in a cell of the page, not from here');
    },
  };
  return (program === 'etcdutl' ? etcdutl : etcdctl)(argv, { ...common, etcd: access, variable: (name) => process.env[name] });
}

/** Runs it to its end, and ends the process. */
export function runProgram(program: Program): void {
  process.on('SIGINT', () => {
    for (const interrupt of [...interrupts]) interrupt();
    // What doesn't heed it is ended.
    setTimeout(() => process.exit(130), 300).unref();
  });
  run(program, process.argv.slice(2))
    .catch(() => {
      process.stderr.write(`${program}: there is no session to talk to: run a cell of the page first\n`);
      return 1;
    })
    .then((code) => {
      process.exitCode = code;
      // A watch that was left open doesn't hold the prompt; what was written comes out first.
      process.stdout.write('', () => process.exit());
    });
}
