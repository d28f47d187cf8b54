/** kubectl inside the shell: its files are the workspace, its time is virtual. */
import { kubectl } from '../../kubectl/index.ts';
import type { Command } from '../types.ts';

export const kubectlCommand: Command = (args, process) => {
  const { options } = process;
  const { files } = options;
  return kubectl(args, {
    connect: options.connect,
    server: process.kubeconfig,
    now: () => options.now(),
    sleep: (ms) => options.sleep(ms),
    stdout: (text) => process.stdout(text),
    stderr: (text) => process.stderr(text),
    stdin: () => process.stdin,
    readFile: (path) => files.read(path.replace(/^(?:\.\/)+/, '')),
    listFiles: () => files.list(),
    writeFile: (path, text) => files.write(path, text),
    kubeconfig: process.kubeconfig,
    ports: process.ports,
    ...(options.terminal ? { terminal: options.terminal } : {}),
    ...(options.edit ? { edit: options.edit } : {}),
    onInterrupt: (run) => process.onInterrupt(run),
    listens: () => process.listens(),
  });
};
