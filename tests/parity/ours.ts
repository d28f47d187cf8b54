/** Our kubectl, over the same kind of world. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Io, kubectl } from '../../src/kubectl/index.ts';
import { settling } from '../../src/session/settling.ts';
import type { Command, Printed } from './command.ts';
import { patienceMs, type World } from './world.ts';

/** Verbs whose ages the client computes with its own clock: the real one's is the machine's. */
const ownClock = new Set(['describe', 'events']);

/** `kubeconfig`: the real one's file; ours begins with the same text, and writes to a copy of its own. */
export function createOurKubectl(world: World, files: Readonly<Record<string, string>>, kubeconfig: string) {
  let config: string | undefined;
  const { cluster } = world;
  const connect = settling(cluster, cluster.connect('client'));

  return {
    async run(command: Command): Promise<Printed> {
      let stdout = '';
      let stderr = '';
      let code: number | undefined;
      let interrupt = (): void => {};
      const io: Io = {
        connect,
        now: () => (ownClock.has(command.argv[0] ?? '') ? Date.now() : cluster.now()),
        sleep: (ms) =>
          new Promise((resolve) => {
            cluster.after(ms, () => {
              cluster.unsettled();
              resolve();
            });
          }),
        stdout(text) {
          stdout += text;
        },
        stderr(text) {
          stderr += text;
        },
        stdin: () => command.stdin ?? '',
        readFile: (path) => files[path.replace(/^\.\//, '')],
        listFiles: () => Object.keys(files),
        writeFile() {},
        kubeconfig: {
          path: kubeconfig,
          read: () => config ?? readFileSync(kubeconfig, 'utf8'),
          write(text) {
            config = text;
          },
        },
        edit: async (text) => editWith(command.editor ?? 'false', text),
        onInterrupt(run) {
          interrupt = run;
          return () => {};
        },
      };
      cluster.unsettled();
      void kubectl(command.argv, io).then((exit) => {
        code = exit;
      });
      const until = cluster.now() + patienceMs;
      await cluster.run({ until, while: () => code === undefined, quiet: command.interrupted });
      if (code === undefined) {
        interrupt();
        cluster.unsettled();
        await cluster.run({ until: cluster.now() + 1000, while: () => code === undefined });
      }
      return { stdout, stderr, code: code ?? -1 };
    },
  };
}

function editWith(editor: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'converge-edit-'));
  const file = join(folder, 'object.yaml');
  try {
    writeFileSync(file, text);
    execFileSync('sh', ['-c', `${editor} "$1"`, 'edit', file]);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
