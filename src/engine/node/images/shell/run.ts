/** Runs a program of a Unix image: a shell's script step by step, or one of the small programs. */
import type { Process } from '../../../sdk/index.ts';
import { interpret, type Shell } from './interpret.ts';
import { type Command, parseShell } from './parse.ts';
import { isProgram } from './programs.ts';

const SHELLS = new Set(['sh', '/bin/sh', 'ash', '/bin/ash', 'bash', '/bin/bash']);
/** Waits up to this keep the cluster from being quiet: something is about to end. Not inside of loops. */
const shortWaitMs = 30_000;

/** Starts `argv`; returns why it can't be started. */
export function runUnix(process: Process, argv: readonly string[]): string | undefined {
  const [program = '', ...rest] = argv;
  if (!SHELLS.has(program)) {
    if (!isProgram(program)) {
      return program.startsWith('/')
        ? `exec: "${program}": stat ${program}: no such file or directory`
        : `exec: "${program}": executable file not found in $PATH`;
    }
    start(process, { type: 'simple', words: argv.map(quote), assignments: [] }, []);
    return undefined;
  }
  const option = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  const script = option < 0 ? undefined : rest[option + 1];
  if (script === undefined) {
    // A shell that reads an empty standard input: nothing to do.
    process.after(0, () => process.exit(0));
    return undefined;
  }
  const command = parseShell(script);
  if ('error' in command) {
    process.log(`sh: ${command.error}`);
    process.after(0, () => process.exit(2));
    return undefined;
  }
  start(process, command, rest.slice(option + 2));
  return undefined;
}

/** A word that means exactly this text. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function start(process: Process, command: Command, parameters: readonly string[]): void {
  let terminated = false;
  const shell: Shell = {
    process,
    variables: new Map(Object.entries(process.env)),
    parameters,
    running: { loops: 0 },
    onTerminate: (script) => process.onTerminate(() => trap(script)),
  };
  const steps = interpret(shell, command);

  function trap(script: string): void {
    if (terminated) return;
    terminated = true;
    const handler = parseShell(script);
    const inner = { ...shell, onTerminate: () => {} };
    const result = 'error' in handler ? { code: 2, exited: true } : drain(interpret(inner, handler));
    if (result.exited) process.exit(result.code);
  }

  function step(): void {
    const { done, value } = steps.next();
    if (done === true) {
      process.exit(value.code);
      return;
    }
    const background = shell.running.loops > 0 || value > shortWaitMs;
    process.after(value, step, { background });
  }
  process.after(0, step);
}

/** A trap's handler runs at once; its waits take no time. */
function drain(steps: ReturnType<typeof interpret>) {
  for (let turn = steps.next(), turns = 0; ; turn = steps.next(), turns += 1) {
    if (turn.done === true) return turn.value;
    if (turns > 1000) return { code: 1, exited: true };
  }
}
