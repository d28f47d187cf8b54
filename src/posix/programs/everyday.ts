/** Programs of every day about the machine, its time and its processes, and those that only compute. */
import { isBackground } from '../shell.ts';
import { Deferred, type Steps, startTask, untilRoom } from '../task.ts';
import { runAnother, say, units } from './system.ts';
import { linesOf, options, type Program, readInputs, type Tool } from './tool.ts';

export const everydayPrograms: Readonly<Record<string, Program>> = {
  date,
  printenv,
  tty: say(({ host }) => (host.stdio.terminal === undefined ? 'not a tty' : '/dev/pts/0')),
  uname: say(uname),
  nproc: say(() => '4'),
  arch: say(() => 'x86_64'),
  uptime: say(
    ({ host }) =>
      ` ${new Date(host.now()).toISOString().slice(11, 19)} up 1 day,  0 users,  load average: 0.00, 0.00, 0.00`,
  ),
  which,
  expr,
  seq,
  yes,
  xargs,
  timeout,
  sync: say(() => undefined),
  clear: say(() => undefined),
  stty: say(() => undefined),
};

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function* date({ host, args, output }: Tool): Steps {
  const given = args[args.indexOf('-d') + 1];
  const fixed =
    args.includes('-d') && given !== undefined
      ? given.startsWith('@')
        ? Number(given.slice(1)) * 1000
        : Date.parse(`${given.replace(' ', 'T')}Z`)
      : undefined;
  const ms = fixed ?? host.now();
  const time = new Date(Number.isNaN(ms) ? 0 : ms);
  const iso = time.toISOString();
  const two = (value: number) => String(value).padStart(2, '0');
  const day = DAYS[time.getUTCDay()] ?? '';
  const month = MONTHS[time.getUTCMonth()] ?? '';
  const parts: Readonly<Record<string, string>> = {
    Y: iso.slice(0, 4),
    y: iso.slice(2, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    e: String(time.getUTCDate()).padStart(2),
    H: iso.slice(11, 13),
    I: two(time.getUTCHours() % 12 || 12),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    N: `${iso.slice(20, 23)}000000`,
    p: time.getUTCHours() < 12 ? 'AM' : 'PM',
    F: iso.slice(0, 10),
    T: iso.slice(11, 19),
    R: iso.slice(11, 16),
    s: String(Math.floor(time.getTime() / 1000)),
    Z: 'UTC',
    z: '+0000',
    a: day.slice(0, 3),
    A: day,
    b: month.slice(0, 3),
    B: month,
    u: String(time.getUTCDay() || 7),
    n: '\n',
    '%': '%',
  };
  const short = args.some((each) => /^-I/.test(each))
    ? '+%FT%T+00:00'.slice(0, args.includes('-Iseconds') ? undefined : 3)
    : undefined;
  const format = args.find((each) => each.startsWith('+')) ?? short ?? '+%a %b %e %T UTC %Y';
  output.write(`${format.slice(1).replace(/%([a-zA-Z%])/g, (whole, letter: string) => parts[letter] ?? whole)}\n`);
  return 0;
}

function printenv(tool: Tool): number {
  const environment = tool.environment();
  if (tool.args.length === 0) for (const [name, value] of environment) tool.output.write(`${name}=${value}\n`);
  let code = 0;
  for (const name of tool.args) {
    const value = environment.get(name);
    if (value === undefined) code = 1;
    else tool.output.write(`${value}\n`);
  }
  return code;
}

function uname({ args, host }: Tool): string {
  const all = ['Linux', host.hostname, '6.12.0-converge', '#1 SMP PREEMPT_DYNAMIC', 'x86_64', 'GNU/Linux'];
  const [kernel = '', node = '', release = '', version = '', machine = ''] = all;
  const letters = args.join('').replace(/-/g, '');
  if (letters.includes('a')) return all.join(' ');
  const chosen = { s: kernel, n: node, r: release, v: version, m: machine };
  const parts = Object.entries(chosen).flatMap(([letter, value]) => (letters.includes(letter) ? [value] : []));
  return parts.length === 0 ? kernel : parts.join(' ');
}

function which(tool: Tool): number {
  let code = 0;
  for (const word of tool.args) {
    if (!tool.programs.has(tool.host, word)) code = 1;
    else tool.output.write(`${word.startsWith('/') ? word : `/bin/${word}`}\n`);
  }
  return code;
}

function expr({ args, output, expressions }: Tool): number {
  const [a = '', operator = '', b = ''] = args;
  if (operator === ':') {
    const match = expressions.compile(`^${b.replace(/^\^/, '')}`).find(a);
    const grouped = b.includes('\\(');
    const found = grouped ? (match?.groups[1] ?? '') : String(match === undefined ? 0 : match.to);
    output.write(`${found}\n`);
    return found === '' || found === '0' ? 1 : 0;
  }
  const [x, y] = [Number(a), Number(b)];
  const results: Readonly<Record<string, number | string>> = {
    '+': x + y,
    '-': x - y,
    '*': x * y,
    '/': Math.trunc(x / y),
    '%': x % y,
    '=': a === b ? 1 : 0,
    '<': x < y ? 1 : 0,
    '>': x > y ? 1 : 0,
  };
  const result = operator === '' ? a : (results[operator] ?? 0);
  output.write(`${result}\n`);
  return String(result) === '0' || result === '' ? 1 : 0;
}

/** Of a number, and characters that are written together. */
const numberSteps = 2;
const writeLength = 4 * 1024;

function* seq({ args, output, cpu }: Tool): Steps {
  const numbers = args.filter((each) => !/^-[sw]/.test(each)).map(Number);
  const [first = 1, step = 1, last = 1] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  let text = '';
  for (let number = first; (step > 0 ? number <= last : number >= last) && step !== 0; number += step) {
    cpu.spend(numberSteps);
    text += `${number}\n`;
    if (text.length < writeLength) continue;
    if (output.broken) return brokenPipeCode;
    output.write(text);
    text = '';
    yield* untilRoom(output);
    if (cpu.isThrottled()) yield* cpu.turn();
  }
  if (text !== '') output.write(text);
  return 0;
}

/** As SIGPIPE ends a program whose reader is gone. */
const brokenPipeCode = 141;

/** Nothing may hold it back: it slows down after so many writes. */
const fastWrites = 2_000;

function* yes({ args, output, shell, cpu }: Tool): Steps {
  const line = `${args.length === 0 ? 'y' : args.join(' ')}\n`;
  const lines = line.repeat(Math.ceil(writeLength / line.length));
  // It never ends by itself: the cluster may be quiet meanwhile.
  shell.state.loops.running += 1;
  try {
    for (let writes = 0; !output.broken; writes += 1) {
      yield* untilRoom(output);
      cpu.spend(numberSteps);
      output.write(lines);
      yield writes < fastWrites ? 1 : 1_000;
    }
  } finally {
    shell.state.loops.running -= 1;
  }
  return brokenPipeCode;
}

/** Of a program that is started, whatever it does. */
const runSteps = 30;

function* xargs(tool: Tool): Steps {
  const { given } = options(tool.args.slice(0, commandAt(tool.args)), ['n', 'I', 'P', 'd']);
  const command = tool.args.slice(commandAt(tool.args));
  const { texts } = yield* readInputs(tool, []);
  const input = texts.map(({ text }) => text).join('');
  const replace = given.get('I');
  const words = replace === undefined ? input.split(/\s+/).filter((each) => each !== '') : linesOf(input);
  const base = command.length === 0 ? ['echo'] : command;
  const size = replace === undefined ? Number(given.get('n') ?? words.length) || 1 : 1;
  let code = 0;
  for (let at = 0; at < words.length; at += size) {
    const some = words.slice(at, at + size);
    const argv =
      replace === undefined ? [...base, ...some] : base.map((each) => each.replaceAll(replace, some[0] ?? ''));
    tool.cpu.spend(runSteps + some.length);
    if (tool.cpu.isThrottled()) yield* tool.cpu.turn();
    const result = yield* runAnother(tool, argv);
    if (result !== 0) code = 123;
  }
  return code;
}

function commandAt(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += /^-[nIPd]$/.test(args[at] ?? '') ? 2 : 1;
  return at;
}

const terminated = 143;

/** Runs a program for a while: one that is not over then is terminated, whatever it waits for. */
function* timeout(tool: Tool): Steps {
  let at = 0;
  while (tool.args[at]?.startsWith('-') === true) at += /^-[sk]$/.test(tool.args[at] ?? '') ? 2 : 1;
  const [limit = '', ...command] = tool.args.slice(at);
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(limit);
  if (match === null || command.length === 0) {
    tool.error.write(`timeout: invalid number '${limit}'\n`);
    return 1;
  }
  const limitMs = Number(match[1]) * (units[match[2] ?? ''] ?? 1) * 1000;
  const exit = new Deferred<number>();
  const waits = isBackground(tool.shell);
  const task = startTask(tool.host, runAnother(tool, command), waits, (code) => exit.resolve(code));
  if (!exit.isResolved) tool.host.after(limitMs, () => task.kill(terminated), { background: waits(limitMs) });
  try {
    return yield* exit.wait();
  } finally {
    task.kill(terminated);
  }
}
