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
import { isBackground, type Outcome, type Shell, type ShellSteps } from './shell.ts';
import { type Steps, startTask, type Task } from './task.ts';

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
    onTerminate(outer.host, shell);
    return interpret(shell, command);
  };
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

/** `trap '…' TERM` of the script that runs. */
function onTerminate(host: Host, shell: Shell): void {
  let terminated = false;
  host.onTerminate(() => {
    const script = shell.state.traps.get('TERM');
    if (script === undefined) {
      if (host.pid !== 1) host.exit(143);
      return;
    }
    if (terminated || script === '') return;
    terminated = true;
    const handler = parseShell(script);
    const code = 'error' in handler ? 2 : exitCodeOf(shell, interpret(shell, handler));
    terminated = false;
    if (code !== undefined) host.exit(code);
  });
}

/** Waits of a handler. */
const mostWaits = 1_000;

/** A trap's handler runs at once; its waits take no time. The code that it exits with: undefined where it doesn't. */
function exitCodeOf(shell: Shell, steps: ShellSteps): number | undefined {
  let outcome: Outcome | undefined;
  const handler = codeOf(shell, noting());
  let turn = handler.next();
  for (let waits = 0; turn.done !== true && waits < mostWaits; waits += 1) turn = handler.next();
  if (turn.done !== true) return 1;
  if (outcome === undefined) return turn.value;
  return outcome.leaves === 'exit' ? outcome.code : undefined;

  function* noting(): ShellSteps {
    outcome = yield* steps;
    return outcome;
  }
}
