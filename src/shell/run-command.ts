/** Runs one of the session's commands (kubectl, etcdctl …) as a program beside the shell. */
import { type Host, readAll, startTask, type Steps } from '../posix/index.ts';
import type { Activity } from './activity.ts';
import { readsInput } from './commands/registry.ts';
import { DiskError } from './disk.ts';
import type { Command, Process, ShellOptions } from './types.ts';

type Spawn = Parameters<Host['spawn']>[0];
type Child = Exclude<ReturnType<Host['spawn']>, { readonly error: string }>;

/** What a command gets from the shell that runs it. */
export interface CommandContext {
  readonly host: Host;
  readonly activity: Activity;
  /** What this command acts through. */
  readonly options: ShellOptions;
  readonly kubeconfig: Process['kubeconfig'];
  readonly ports: Process['ports'];
  /** Variables of the shell, exported or not. */
  variable(name: string): string | undefined;
  /** Ctrl+C has come, and the script ends. */
  interrupted(): boolean;
  /** Its last command has ended, after Ctrl+C. */
  ended(command: RunningCommand): void;
  began(command: RunningCommand): void;
  /** A bug in a command. */
  failed(error: unknown): void;
}

export interface RunningCommand {
  /** Ctrl+C, or nothing reads its output any more: it ends itself. */
  interrupt(): void;
}

/** Starts it; it reads its input first, where it needs all of it. */
export function runCommand(command: Command, spawn: Spawn, pid: number, context: CommandContext): Child {
  const { argv, stdio } = spawn;
  const [name = '', ...args] = argv;
  const isOther = Object.hasOwn(context.options.commands ?? {}, name);
  const listeners = new Set<() => void>();
  const running: RunningCommand = { interrupt: () => [...listeners].forEach((run) => run()) };
  let stdin = '';
  const begin = (): void =>
    void execute(command, stdin, { spawn, running, listeners, context }).catch(context.failed);
  if (isOther || readsInput(name, args)) {
    startTask(context.host, collect(), () => false, begin);
  } else begin();
  return { pid, argv, terminate: running.interrupt, kill() {} };

  function* collect(): Steps {
    stdin = yield* readAll(stdio.input);
    return 0;
  }
}

interface Execution {
  readonly spawn: Spawn;
  readonly running: RunningCommand;
  readonly listeners: Set<() => void>;
  readonly context: CommandContext;
}

async function execute(command: Command, stdin: string, execution: Execution): Promise<void> {
  const { spawn, running, context } = execution;
  const { argv, stdio } = spawn;
  const [name = '', ...args] = argv;
  const worked = context.activity.works();
  let waited = (): void => {};
  context.began(running);
  let code = 1;
  try {
    code = await command(args, processOf(stdin, execution, () => {
      worked();
      waited();
      waited = context.activity.waits();
    }));
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    stdio.error.write(`${name}: ${error.message}\n`);
  } finally {
    worked();
    waited();
    context.ended(running);
  }
  spawn.exited(context.interrupted() ? 130 : code);
}

function processOf(stdin: string, { spawn, running, listeners, context }: Execution, listens: () => void): Process {
  const { stdio, env, cwd } = spawn;
  return {
    stdin,
    folder: cwd,
    stdout(text) {
      if (stdio.output.broken) running.interrupt();
      else stdio.output.write(text);
    },
    stderr: (text) => stdio.error.write(text),
    options: context.options,
    variable: (name) => env[name] ?? context.variable(name),
    kubeconfig: context.kubeconfig,
    ports: context.ports,
    onInterrupt(run) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    listens,
  };
}
