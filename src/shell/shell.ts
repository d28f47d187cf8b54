/** The shell of cells and terminals: the one of `src/posix/`, over the session's workspace and time, with the session's commands. */
import {
  codeOf,
  createShell as createPosixShell,
  interpret,
  parseShell,
  type Shell as PosixShell,
  startTask,
  type Task,
} from '../posix/index.ts';
import { type Activity, createActivity } from './activity.ts';
import { ownCommands, packages } from './commands/registry.ts';
import { createKubeconfig } from './kubeconfig.ts';
import { createPorts } from './ports.ts';
import { outsideNetwork } from './outside-network.ts';
import { networkOf } from './ports-network.ts';
import { type CommandContext, type RunningCommand, runCommand } from './run-command.ts';
import { createSessionHost, filesFrom } from './session-host.ts';
import type { Command, Output, Shell, ShellOptions } from './types.ts';

/** Exit code of what Ctrl+C ended. */
const interruptedCode = 130;
/** Characters that one script prints. */
const mostOutput = 16_000_000;

/** A shell over the workspace's files and one connection to the API server. */
export function createShell(options: ShellOptions): Shell {
  const runner = new Runner(options);
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(text, output) {
      const run = last.then(() => runner.run(text, output));
      last = run.catch(() => undefined);
      return run;
    },
    interrupt: () => runner.interrupt(),
    listening: () => runner.listening,
    namespace: (context) => runner.kubeconfig.namespace(context),
  };
}

/** A script that runs. */
interface Script {
  readonly output: Output;
  readonly activity: Activity;
  /** The session's commands that have not ended. */
  readonly commands: Set<RunningCommand>;
  /** What ends the requests that have no answer yet. */
  readonly requests: Set<() => void>;
  printed: number;
  interrupted: boolean;
  task: Task | undefined;
  /** A bug: the run rejects with it. */
  fail(error: unknown): void;
}

class Runner {
  readonly kubeconfig = createKubeconfig();
  private readonly options: ShellOptions;
  private readonly ports;
  private readonly shell: PosixShell;
  private script: Script | undefined;
  /** What the command that began last acts through. */
  private scope: Partial<ShellOptions> = {};

  constructor(options: ShellOptions) {
    this.options = options;
    this.ports = options.ports ?? createPorts();
    const host = createSessionHost(options, packages, {
      output: this.channel('stdout'),
      error: this.channel('stderr'),
      network: this.network(),
      after: (ms, run) => this.after(ms, run),
      began: (words, line) => {
        this.scope = options.began?.(words.join(' '), line) ?? {};
      },
      hasProgram: (name) => this.find(name) !== undefined,
      spawn: (spawn) => {
        const command = this.find(spawn.argv[0] ?? '');
        const { script } = this;
        if (command === undefined || script === undefined) return { error: 'not found' };
        return runCommand(command, spawn, host.takePid(), this.context(script, spawn.cwd));
      },
    });
    this.shell = createPosixShell(host);
  }

  private network() {
    const waits = (cancel: () => void): (() => void) => this.waits(cancel);
    const local = networkOf(this.ports, { failed: (message) => this.script?.output.stderr(message), waits });
    const { outside } = this.options;
    // The module is there where the cluster runs in a cloud.
    return outside === undefined ? local : outsideNetwork(local, outside, waits);
  }

  get listening(): boolean {
    return this.script?.activity.listening === true;
  }

  run(text: string, output: Output): Promise<number> {
    const { state } = this.shell;
    const command = parseShell(withoutPrompts(text), 'whole');
    if ('error' in command) {
      output.stderr(`sh: ${command.error}\n`);
      state.lastCode = 2;
      return Promise.resolve(2);
    }
    return new Promise((resolve, reject) => {
      const activity = createActivity(() => this.options.onListening?.());
      const commands = new Set<RunningCommand>();
      const requests = new Set<() => void>();
      const script: Script = {
        output,
        activity,
        commands,
        requests,
        printed: 0,
        interrupted: false,
        task: undefined,
        fail: reject,
      };
      this.script = script;
      state.depth = 0;
      state.loops.running = 0;
      this.shell.cpu.renew();
      script.task = startTask(this.shell.host, codeOf(this.shell, interpret(this.shell, command)), () => false, (code) => {
        this.script = undefined;
        for (const cancel of requests) cancel();
        state.lastCode = code;
        resolve(code);
      });
    });
  }

  /** Commands of the session end themselves, and the script with the last of them; everything else ends at once. */
  interrupt(): void {
    const { script } = this;
    if (script === undefined) return;
    script.interrupted = true;
    for (const command of [...script.commands]) command.interrupt();
    if (script.commands.size === 0) script.task?.kill(interruptedCode);
  }

  private channel(name: keyof Output) {
    const script = (): Script | undefined => this.script;
    return {
      get broken() {
        return (script()?.printed ?? 0) > mostOutput;
      },
      write(text: string): void {
        const running = script();
        if (running === undefined || running.printed > mostOutput) return;
        running.printed += text.length;
        running.output[name](text);
        if (running.printed > mostOutput) running.output.stderr('sh: too much output\n');
      },
    };
  }

  private after(ms: number, run: () => void): void {
    const { script } = this;
    const worked = script?.activity.works();
    this.options.sleep(ms).then(() => {
      worked?.();
      run();
    }).catch((error: unknown) => script?.fail(error));
  }

  private waits(cancel: () => void): () => void {
    const { script } = this;
    if (script === undefined) return () => {};
    const over = script.activity.waits();
    script.requests.add(cancel);
    return () => {
      script.requests.delete(cancel);
      over();
    };
  }

  private find(name: string): Command | undefined {
    const more = this.options.commands ?? {};
    return Object.hasOwn(more, name) ? more[name] : ownCommands.get(name);
  }

  private context(script: Script, cwd: string): CommandContext {
    const { shell, kubeconfig, ports, scope } = this;
    return {
      host: shell.host,
      activity: script.activity,
      options: { ...this.options, ...scope, files: filesFrom(this.options.files, cwd) },
      kubeconfig,
      ports,
      variable: (name) => shell.state.variables.get(name),
      interrupted: () => script.interrupted,
      began: (command) => void script.commands.add(command),
      ended(command) {
        script.commands.delete(command);
        if (script.interrupted && script.commands.size === 0) script.task?.kill(interruptedCode);
      },
      failed: script.fail,
    };
  }
}

/** Scripts may come as a transcript: a leading `$ ` on their lines is a prompt. */
function withoutPrompts(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^\$ /gm, '');
}
