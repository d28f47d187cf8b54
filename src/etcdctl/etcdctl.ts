/** From argv to a command, and from its failure to words and an exit code. */
import { aloneValue, type Flag, FlagError, type Flags, parseFlags } from '../kubectl/flags.ts';
import { nearCommands } from './suggest.ts';
import { createClient } from './client.ts';
import { type Command, type Context, globalFlags, helpFlag } from './command.ts';
import { commands, utilityCommands } from './commands/registry.ts';
import { CommandError, exitCodes, Interrupted, RpcError } from './errors.ts';
import { overview, usageOf } from './help.ts';
import { createPrinter } from './printers/registry.ts';
import type { Etcdctl, Io } from './types.ts';

export const etcdctl: Etcdctl = (argv, io) =>
  runProgram({ name: 'etcdctl', about: 'A simple command line client for etcd3.', commands }, argv, io);

/** What works on files and not over the network: snapshots are restored with it. */
export const etcdutl: Etcdctl = (argv, io) =>
  runProgram({ name: 'etcdutl', about: 'An administrative command line tool for etcd3.', commands: utilityCommands }, argv, io);

interface Program {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Command[];
}

async function runProgram(program: Program, argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(program, argv, io);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    if (error instanceof CommandError || error instanceof RpcError) {
      io.stderr(`Error: ${error.message}\n`);
      return error instanceof CommandError ? error.code : exitCodes.error;
    }
    throw error;
  }
}

function dispatch(program: Program, argv: readonly string[], io: Io): Promise<number> | number {
  const { word, rest } = takeWord(argv, []);
  if (word === undefined || word === 'help') {
    const asked = word === 'help' ? program.commands.find(({ name }) => name === rest[0]) : undefined;
    io.stdout(asked === undefined ? overview(program.name, program.about, program.commands) : usageOf(program.name, asked.name, asked));
    return 0;
  }
  const top = program.commands.find(({ name, aliases }) => name === word || aliases?.includes(word));
  if (top === undefined) {
    io.stderr(`Error: unknown command ${JSON.stringify(word)} for ${JSON.stringify(program.name)}\n${nearCommands(word, program.commands)}`);
    io.stderr(`Run '${program.name} --help' for usage.\n`);
    return exitCodes.error;
  }
  const { command, words, path } = descend(top, rest);
  return runCommand(program, command, words, path, io);
}

function descend(top: Command, rest: readonly string[]): { command: Command; words: readonly string[]; path: string } {
  const { word, rest: words } = takeWord(rest, top.flags ?? []);
  const child = top.children?.find(({ name }) => name === word);
  // Flags of the parent hold for its children.
  if (child === undefined) return { command: top, words: rest, path: top.name };
  const flags = [...(top.flags ?? []), ...(child.flags ?? [])];
  return { command: { ...child, flags }, words, path: `${top.name} ${child.name}` };
}

/** The first word that is neither a flag nor a flag's value, and everything else. */
function takeWord(argv: readonly string[], own: readonly Flag[]): { word: string | undefined; rest: readonly string[] } {
  const known = [...globalFlags, ...own];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') return { word, rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
    const flag = known.find(({ name, short }) => `--${name}` === word || `-${short}` === word);
    if (flag !== undefined && aloneValue(flag) === undefined) at += 1;
  }
  return { word: undefined, rest: argv };
}

async function runCommand(
  program: Program,
  command: Command,
  words: readonly string[],
  path: string,
  io: Io,
): Promise<number> {
  const known = [...(command.flags ?? []), helpFlag(command.name), ...globalFlags];
  let parsed: { readonly flags: Flags; readonly args: readonly string[]; readonly dash: number };
  try {
    parsed = parseFlags(words, known);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    io.stderr(`Error: ${error.message}\n`);
    io.stdout(`${usageOf(program.name, path, command)}\n`);
    return exitCodes.error;
  }
  const { flags, args, dash } = parsed;
  if (flags.bool('help') || command.run === undefined) {
    io.stdout(usageOf(program.name, path, command));
    return 0;
  }
  const context: Context = {
    io,
    flags,
    args,
    dash,
    program: program.name,
    client: createClient(io, endpointsOf(flags, io)),
    timeoutMs: flags.duration('command-timeout'),
    get print() {
      return createPrinter(flags.string('write-out'), io, flags.bool('hex'));
    },
  };
  // The format is refused before anything is asked.
  createPrinter(flags.string('write-out'), io, false);
  return (await command.run(context)) ?? 0;
}

function endpointsOf(flags: Flags, io: Io): readonly string[] {
  const variable = io.variable('ETCDCTL_ENDPOINTS');
  return !flags.changed('endpoints') && variable !== undefined && variable !== '' ? variable.split(',') : flags.list('endpoints');
}
