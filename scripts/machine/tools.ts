/** Programs that scripts start: those of the project's own packages, by name, and any other. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Tool {
  readonly child: ChildProcess;
  /** Resolves when it has ended; 1 where it was ended, or couldn't be started, which `error` says. */
  readonly ended: Promise<{ readonly status: number; readonly error?: Error }>;
}

const running = new Set<ChildProcess>();

/** Starts a program in the current folder. What is in `node_modules/.bin` goes before what the PATH has. */
export function startTool(command: string, args: readonly string[], options: { readonly stdio: StdioOptions; readonly env?: NodeJS.ProcessEnv }): Tool {
  const binary = join('node_modules/.bin', command);
  const child = spawn(existsSync(binary) ? binary : command, args, { ...options, shell: process.platform === 'win32' });
  running.add(child);
  const ended = new Promise<{ readonly status: number; readonly error?: Error }>((resolve) => {
    child.on('error', (error) => resolve({ status: 1, error }));
    child.on('close', (status) => resolve({ status: status ?? 1 }));
  });
  void ended.then(() => running.delete(child));
  return { child, ended };
}

/** Ends what has been started and still runs. */
export function endTools(): void {
  for (const child of running) child.kill();
}

/** Where this process is ended, nothing that it has started goes on alone. */
export function endToolsOnSignals(): void {
  for (const [signal, status] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const)
    process.once(signal, () => {
      endTools();
      process.exit(status);
    });
}
