/** Runs one program of a script: a small one inside the shell's process, or one of the image's own as a process beside it. */
import { fromByteText, toByteText } from '../engine/index.ts';
import { codeOf } from './limits.ts';
import { isShell, programOf } from './programs/registry.ts';
import { type Programs, runTool } from './programs/tool.ts';
import { createExpressions } from './regexp/index.ts';
import type { Shell } from './shell.ts';
import { Deferred, type Steps } from './task.ts';

/** Handed to each program, since those that start another can't import the registry they stand in. */
const programs: Programs = {
  has: (host, name) => programOf(host, name) !== undefined,
  canRun: (host, name) => isShell(host, name) || host.hasProgram(name) || programOf(host, name) !== undefined,
  run: runProgram,
};

/** Of a program, whatever it does. */
const programSteps = 75;

/** Ends with its exit code. */
export function* runProgram(shell: Shell, argv: readonly string[], assigned: ReadonlyMap<string, string>): Steps {
  const [name = '', ...args] = argv;
  const { host, io, state } = shell;
  if (isShell(host, name)) {
    // What goes too far in it ends this shell, not the one that started it.
    shell.cpu.spend(programSteps);
    const inner = withVariables(shell, assigned);
    return yield* codeOf(inner, shell.startShell(inner, args));
  }
  if (host.hasProgram(name)) return yield* startBeside(shell, argv, assigned);
  const program = programOf(host, name);
  if (program !== undefined) {
    shell.cpu.spend(programSteps);
    const environment = () => environmentOf(shell, assigned);
    const tool = {
      name,
      args,
      host,
      input: io.input,
      output: io.output,
      error: io.error,
      cwd: state.cwd,
      environment,
    };
    return yield* runTool(program, { ...tool, shell, cpu: shell.cpu, programs, expressions: createExpressions(shell.cpu) });
  }
  const isPath = name.includes('/');
  const file = isPath ? host.files.stat(name) : undefined;
  if (file !== undefined) {
    io.error.write(`sh: ${name}: Permission denied\n`);
    return 126;
  }
  io.error.write(host.notFound?.(name) ?? `sh: ${name}: not found\n`);
  return 127;
}

/** A shell with these beside its own, exported. */
function withVariables(shell: Shell, assigned: ReadonlyMap<string, string>): Shell {
  if (assigned.size === 0) return shell;
  const { variables, exported } = shell.state;
  const state = {
    ...shell.state,
    variables: new Map([...variables, ...assigned]),
    exported: new Set([...exported, ...assigned.keys()]),
  };
  return { ...shell, state };
}

function environmentOf({ state }: Shell, assigned: ReadonlyMap<string, string>): Map<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of state.variables) if (state.exported.has(name)) result.set(name, value);
  for (const [name, value] of assigned) result.set(name, value);
  return result;
}

function* startBeside(shell: Shell, argv: readonly string[], assigned: ReadonlyMap<string, string>): Steps {
  const { host, io, state } = shell;
  const env: Record<string, string> = {};
  for (const [name, value] of environmentOf(shell, assigned)) env[name] = fromByteText(value);
  const exit = new Deferred<number>();
  const started = host.spawn({
    argv: argv.map(fromByteText),
    env,
    cwd: state.cwd,
    stdio: { input: io.input, output: io.output, error: io.error },
    exited: (code) => exit.resolve(code),
  });
  if ('error' in started) {
    io.error.write(toByteText(`sh: ${started.error}\n`));
    return 126;
  }
  try {
    return yield* exit.wait();
  } finally {
    started.terminate();
    if (!exit.isResolved) started.kill();
  }
}
