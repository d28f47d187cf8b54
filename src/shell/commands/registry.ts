/** The commands that are the session's own; all others are the shell's (`src/posix/programs/`). */
import { builtinNames, plainProgramNames } from '../../posix/index.ts';
import type { Command } from '../types.ts';
import { cloudCommand } from './cloud.ts';
import { converge } from './converge.ts';
import { etcdctlCommand, etcdutlCommand } from './etcdctl.ts';
import { git } from './git/git.ts';
import { kubectlCommand } from './kubectl.ts';

export const ownCommands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['kubectl', kubectlCommand],
  ['k', kubectlCommand],
  ['etcdctl', etcdctlCommand],
  ['etcdutl', etcdutlCommand],
  // These modules may come late: see session/needs.ts.
  ['git', (args, process) => (git ?? withoutGit)(args, process)],
  ['converge', (args, process) => (process.options.cloud !== undefined && args[0] === 'cloud' ? cloudCommand : converge)(args, process)],
  ['help', help],
]);

/** Its module comes with the server of repositories: see engine/cluster/load-repositories.ts. */
const withoutGit: Command = (_, process) => {
  process.stderr('fatal: this session has no repositories\n');
  return Promise.resolve(128);
};

/** Programs beside those that every shell has. */
export const packages: readonly string[] = ['curl'];

/** The names a reader may type, without punctuation. */
export function commandNames(more: readonly string[] = []): readonly string[] {
  const names = [...ownCommands.keys(), ...plainProgramNames(packages), ...builtinNames, ...more];
  return [...new Set(names)].filter((name) => /^\w+$/.test(name)).sort();
}

/** What is said about a command that is not there: sh's words and a list of what is. */
export function unknownCommand(name: string, more: readonly string[]): string {
  return `sh: ${name}: command not found\nHere you have: ${commandNames(more).join(', ')}\n`;
}

function help(_: readonly string[], process: Parameters<Command>[1]): Promise<number> {
  const names = commandNames(Object.keys(process.options.commands ?? {}));
  process.stdout(
    `Commands: ${names.join(', ')}\n'kubectl --help' lists what kubectl can do, 'converge fault' what can go wrong.\n`,
  );
  return Promise.resolve(0);
}

/** Whether a command reads its standard input, all of it, before it begins. */
export function readsInput(name: string, args: readonly string[]): boolean {
  if (name === 'etcdctl' || name === 'etcdutl') return true;
  return (name === 'kubectl' || name === 'k') && (args.some(namesInput) || passesInput(args));
}

/** `-f -`, `-f-`, `--filename=-`, `--from-file=x=/dev/stdin`. */
function namesInput(word: string): boolean {
  return /^(?:-|-f-|.*[=@]-)$/.test(word) || word.endsWith('/dev/stdin');
}

/** `kubectl exec -i`, `-it`, `--stdin`; not what stands behind `--`. */
function passesInput(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = args.slice(0, end < 0 ? args.length : end);
  return own.some((word) => /^-[a-z]*i[a-z]*$/.test(word) || /^--stdin(?:=|$)/.test(word));
}
