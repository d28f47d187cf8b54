/** Programs that are there from the beginning: about time, the environment and what is true. The others of their kind are in everyday.ts. */

import { toByteText } from '../../engine/index.ts';
import type { Steps } from '../task.ts';
import { conditional, echo, printf } from './compute.ts';
import type { Program, Tool } from './tool.ts';

/** As near to for ever as a program waits: `sleep infinity`. */
const foreverMs = 1e12;

export const systemPrograms: Readonly<Record<string, Program>> = {
  true() {
    return 0;
  },
  false() {
    return 1;
  },
  echo,
  printf,
  sleep,
  usleep: sleep,
  hostname: say(({ host }) => host.hostname),
  env,
  pwd: say(({ cwd }) => cwd),
  test: conditional,
  '[': conditional,
  time,
  nohup: time,
};

/** A program that says one line, if any. */
export function say(text: (tool: Tool) => string | undefined): Program {
  return (tool) => {
    const line = text(tool);
    if (line !== undefined) tool.output.write(`${toByteText(line)}\n`);
    return 0;
  };
}

/** Seconds by the letter of their unit. */
export const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86400 };

function* sleep({ name, args, error }: Tool): Steps {
  let seconds = 0;
  if (args.length === 0) {
    error.write('sleep: missing operand\n');
    return 1;
  }
  for (const arg of args) {
    const match = /^(\d+(?:\.\d+)?|\.\d+)(ms|[smhd]?)$/.exec(arg);
    if (arg === 'infinity' || arg === 'inf') seconds = foreverMs / 1000;
    else if (match === null) {
      error.write(`sleep: invalid number '${arg}'\n`);
      return 1;
    } else seconds += Number(match[1]) * (units[match[2] ?? ''] ?? 1);
  }
  const ms = name === 'usleep' ? seconds / 1000 : Math.round(seconds * 1000);
  if (ms > 0) yield ms;
  return 0;
}

function* env(tool: Tool): Steps {
  const assigned = new Map<string, string>();
  let at = 0;
  while (/^[A-Za-z_]\w*=/.test(tool.args[at] ?? '')) {
    const word = tool.args[at] ?? '';
    assigned.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    at += 1;
  }
  const command = tool.args.slice(at).filter((each, index) => index > 0 || each !== '-i');
  if (command.length > 0) return yield* runAnother(tool, command, assigned);
  for (const [name, value] of [...tool.environment(), ...assigned]) tool.output.write(`${name}=${value}\n`);
  return 0;
}

/** Another program in this one's place. */
export function* runAnother(tool: Tool, command: readonly string[], assigned: ReadonlyMap<string, string> = new Map()): Steps {
  const [name = ''] = command;
  if (tool.programs.canRun(tool.host, name)) return yield* tool.programs.run(tool.shell, command, assigned);
  tool.error.write(`${tool.name}: can't execute '${name}': No such file or directory\n`);
  return 127;
}

function* time(tool: Tool): Steps {
  const from = tool.host.now();
  const code = yield* runAnother(tool, tool.args);
  const seconds = ((tool.host.now() - from) / 1000).toFixed(2);
  if (tool.name === 'time') tool.error.write(`real\t0m ${seconds}s\nuser\t0m 0.00s\nsys\t0m 0.00s\n`);
  return code;
}
