/** The two that are compared: the real etcd, started on loopback, and ours behind the same HTTP. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEtcdHttpServer } from '../../src/cli/serve/etcd-http.ts';
import { createEtcd, createGateway } from '../../src/engine/etcd/index.ts';
import { createKernel } from '../../src/engine/kernel/index.ts';

export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Version of the installed etcd, undefined when there is none. */
export function installedEtcd(): string | undefined {
  try {
    return /etcd Version: (\S+)/.exec(execFileSync('etcd', ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

/** Starts the real one with an empty data directory of its own; resolves when it answers. */
export async function startRealEtcd(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'converge-etcd-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const flags = {
    'data-dir': data,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const argv = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  // Its disk isn't what is compared.
  const child: ChildProcess = spawn('etcd', [...argv, '--unsafe-no-fsync'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const healthy = async (): Promise<boolean> => {
    try {
      return (await (await fetch(`${url}/health`)).text()).includes('true');
    } catch {
      return false;
    }
  };
  for (let tries = 0; !(await healthy()); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error('the real etcd does not come up');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts ours: a member on a kernel whose time passes as the machine's does. */
export async function startOurEtcd(): Promise<Server> {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const { clock } = kernel;
  const etcd = createEtcd({ clock, trace: kernel.trace });
  const gateway = createGateway(
    () => etcd,
    (run) => void clock.after(0, run),
  );
  const began = { real: performance.now(), virtual: clock.now() };
  let inputs: (() => void)[] = [];
  let stopped = false;
  let wake = (): void => {};
  async function flow(): Promise<void> {
    while (!stopped) {
      const entered = inputs;
      inputs = [];
      for (const input of entered) input();
      await kernel.run({ quiet: true, until: clock.now() + 10 });
      await kernel.run({ until: Math.max(clock.now(), Math.floor(began.virtual + performance.now() - began.real)) });
      if (inputs.length > 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 20);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  const flowing = flow();
  const enter = (input: () => void): void => {
    inputs.push(input);
    wake();
  };
  const http = await startEtcdHttpServer(gateway, enter, 0);
  return {
    url: http.url,
    async stop() {
      stopped = true;
      wake();
      await flowing;
      await http.close();
    },
  };
}
