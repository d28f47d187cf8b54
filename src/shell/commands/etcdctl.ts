/** etcdctl and etcdutl inside the shell: their files are the workspace, their time is virtual. In the page they come in a piece. */
import { type Etcdctl, etcdctl, etcdutl } from '../../etcdctl/index.ts';
import type { Command } from '../types.ts';

export const etcdctlCommand: Command = inShell('etcdctl', (...call) => etcdctl(...call));
export const etcdutlCommand: Command = inShell('etcdutl', (...call) => etcdutl(...call));

export async function loadEtcdctl(): Promise<void> {
  await import('../../etcdctl/index.ts');
}

function inShell(name: string, run: Etcdctl): Command {
  return async (args, process) => {
    const { options } = process;
    const { etcd, files } = options;
    if (etcd === undefined) {
      process.stderr(`sh: ${name}: there is no etcd that can be reached from here\n`);
      return 1;
    }
    return run(args, {
      etcd,
      now: () => options.now(),
      stdout: (text) => process.stdout(text),
      stderr: (text) => process.stderr(text),
      stdin: () => process.stdin,
      readFile: (path) => files.read(path),
      writeFile: (path, text) => files.write(path, text),
      variable: (variable) => process.variable(variable),
      onInterrupt: (end) => process.onInterrupt(end),
      listens: () => process.listens(),
    });
  };
}
