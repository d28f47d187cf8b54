/** The real kubectl, over HTTP. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startHttpServer } from '../../src/cli/serve/http-server.ts';
import { writeKubeconfig } from '../../src/cli/serve/kubeconfig.ts';
import type { Command, Printed } from './command.ts';
import { createPump, type World } from './world.ts';

/** The program of KUBECTL or of the PATH; undefined where there is none. Google's dispatcher is passed by, as it asks for the version each time. */
export function findKubectl(): string | undefined {
  const chosen = process.env['KUBECTL'];
  if (chosen !== undefined) return existsSync(chosen) ? chosen : undefined;
  const found = spawnSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' }).stdout.trim();
  if (found === '' || !existsSync(found)) return undefined;
  const beside = join(dirname(realpathSync(found)), 'kubectl.1.33');
  return existsSync(beside) ? beside : found;
}

export interface RealKubectl {
  /** The file it reads and `config` writes. */
  readonly kubeconfig: string;
  run(command: Command): Promise<Printed>;
  close(): Promise<void>;
}

/** Serves the world on a free port. `files` are put into the folder the commands run in. */
export async function createRealKubectl(
  program: string,
  world: World,
  files: Readonly<Record<string, string>>,
): Promise<RealKubectl> {
  const pump = createPump(world.cluster);
  const server = await startHttpServer(pump.handler, { port: 0 });
  const kubeconfig = writeKubeconfig({ url: server.url, token: 'none', authority: '', tls: false }, undefined);
  const home = mkdtempSync(join(tmpdir(), 'converge-parity-'));
  const folder = join(home, 'work');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return {
    kubeconfig: kubeconfig.path,
    async run(command) {
      const child = spawn(program, [...command.argv], {
        cwd: folder,
        // Some messages show the program's name.
        argv0: 'kubectl',
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          KUBECONFIG: kubeconfig.path,
          TZ: 'UTC',
          // It is short-lived: its garbage collector costs more than it brings.
          GOMAXPROCS: '1',
          GOGC: '400',
          KUBE_EDITOR: command.editor ?? 'false',
        },
      });
      let stdout = '';
      let stderr = '';
      let ended = false;
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      // A kubectl that has failed already reads no more: that isn't the test's business.
      child.stdin.on('error', () => {});
      child.stdin.end(command.stdin ?? '');
      const code = new Promise<number>((resolve) => {
        child.once('close', (status) => {
          ended = true;
          pump.wake();
          resolve(status ?? 130);
        });
      });
      await pump.run(() => ended, {
        // drain looks every second whether a pod has gone.
        sleeps: command.argv[0] === 'drain',
        ...(command.interrupted && { quiet: () => child.kill('SIGINT') }),
      });
      // What the client library logs of a watch that ends at its deadline comes only sometimes.
      return { stdout, stderr: stderr.replace(/^[EW]\d{4} .*reflector\.go.*\n/gm, ''), code: await code };
    },
    async close() {
      await server.close();
      kubeconfig.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
