/** Runs a program of a Unix image: a shell, with a script or a person before it, or one of the small programs. */
import { toByteText } from '../engine/index.ts';
import { innerShell } from './builtins.ts';
import { CpuTime } from './cpu-time.ts';
import type { Host } from './host.ts';
import { interactive } from './interactive.ts';
import { interpret } from './interpret.ts';
import { codeOf } from './limits.ts';
import { meteredHost } from './metered.ts';
import { parseShell } from './parse.ts';
import { isShell, programOf } from './programs/registry.ts';
import { runProgram } from './run-program.ts';
import { isBackground, type Shell, type ShellSteps } from './shell.ts';
import { Deferred, type Steps, startTask, type Task } from './task.ts';

/** Exit code of what Ctrl+C ended. */
const interruptedCode = 130;
const none: ReadonlyMap<string, string> = new Map();

/** Starts `argv`; false where there is no such program. */
export function runUnix(host: Host, argv: readonly string[]): boolean {
  const [program = '', ...args] = argv;
  const shellRuns = isShell(host, program);
  if (!shellRuns && programOf(host, program) === undefined) return false;
  const shell = createShell(host);
  if (!shellRuns) {
    begin(shell, codeOf(shell, outcomeOf(runProgram(shell, argv.map(toByteText), none))));
    return true;
  }
  const isPerson =
    args.every((each) => each.startsWith('-') && !/^-[a-z]*c$/.test(each)) && host.stdio.terminal !== undefined;
  begin(
    shell,
    isPerson
      ? interactive(shell)
      : codeOf(shell, innerShell(shell, args.map(toByteText), { interpret: interpretHere(shell), interactive })),
  );
  return true;
}

function* outcomeOf(steps: Steps): ShellSteps {
  return { code: yield* steps };
}

/** Traps are those of the shell that runs the script, whatever shells it starts. */
function interpretHere(outer: Shell): typeof interpret {
  return (shell, command) => {
    const trap: Trap = { running: undefined };
    onTerminate(outer.host, shell, trap);
    return heldBack(interpret(shell, command), trap);
  };
}

interface Trap {
  /** Resolved when the handler of a signal has ended. */
  running: Deferred<void> | undefined;
}

/** A script goes on when the handler has ended. */
function* heldBack(steps: ShellSteps, trap: Trap): ShellSteps {
  try {
    for (;;) {
      const turn = steps.next();
      if (turn.done === true) return turn.value;
      yield turn.value;
      while (trap.running !== undefined) yield* trap.running.wait();
    }
  } finally {
    steps.return({ code: 0 });
  }
}

/** A shell that has run nothing yet; its variables are the environment of the host. */
export function createShell(base: Host): Shell {
  const cpu = new CpuTime(base);
  const host = meteredHost(base, cpu);
  const variables = new Map<string, string>();
  for (const [name, value] of Object.entries(host.env)) variables.set(name, toByteText(value));
  const exported = new Set(variables.keys());
  if (!variables.has('HOME')) {
    variables.set('HOME', '/root');
    exported.add('HOME');
  }
  return {
    host,
    io: host.stdio,
    cpu,
    startShell: (shell, args) => innerShell(shell, args, { interpret, interactive }),
    state: {
      variables,
      exported,
      functions: new Map(),
      parameters: ['sh'],
      cwd: host.cwd,
      lastCode: 0,
      options: '',
      pipefail: false,
      depth: 0,
      loops: { running: 0 },
      traps: new Map(),
      jobs: new Map(),
      lastJob: 0,
    },
  };
}

function begin(shell: Shell, steps: Steps): void {
  const { host } = shell;
  let task: Task | undefined;
  host.after(0, () => {
    task = startTask(host, steps, isBackground(shell), (exitCode) => host.exit(exitCode & 255));
  });
  const { terminal } = host.stdio;
  if (terminal !== undefined) {
    terminal.onInterrupt ??= () => {
      // Process 1 has no default for signals; others end.
      if (host.pid !== 1) task?.kill(interruptedCode);
    };
  }
}

/** `trap '…' TERM` of the script that runs. The handler begins at once, whatever the script waits for. */
function onTerminate(host: Host, shell: Shell, trap: Trap): void {
  host.onTerminate(() => {
    const script = shell.state.traps.get('TERM');
    if (script === undefined) {
      if (host.pid !== 1) host.exit(143);
      return;
    }
    if (trap.running !== undefined || script === '') return;
    const handler = parseShell(script);
    if ('error' in handler) return host.exit(2);
    const running = new Deferred<void>();
    trap.running = running;
    // What goes wrong ends the shell, too.
    let leaves = true;
    function* noting(steps: ShellSteps): ShellSteps {
      const outcome = yield* steps;
      leaves = outcome.leaves === 'exit';
      return outcome;
    }
    startTask(host, codeOf(shell, noting(interpret(shell, handler))), isBackground(shell, shell.state.loops.running), (code) => {
      trap.running = undefined;
      if (leaves) host.exit(code & 255);
      else running.resolve();
    });
  });
}
