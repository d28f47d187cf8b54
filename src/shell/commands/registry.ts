/** Every command of the shell. */
import type { Command } from '../types.ts';
import { converge } from './converge.ts';
import { curl } from './curl.ts';
import { etcdctlCommand, etcdutlCommand } from './etcdctl.ts';
import { cat, cp, ls, mkdir, mv, rm, tee, touch } from './files.ts';
import { grep } from './grep.ts';
import { kubectlCommand } from './kubectl.ts';
import { sed } from './sed.ts';
import { cut, head, sort, tail, tr, uniq, wc } from './text.ts';
import { date, echo, exportVariables, no, printf, read, seq, sleep, test, yes } from './words.ts';

export const builtIns: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['kubectl', kubectlCommand],
  ['k', kubectlCommand],
  ['etcdctl', etcdctlCommand],
  ['etcdutl', etcdutlCommand],
  ['converge', converge],
  ['sleep', sleep],
  ['echo', echo],
  ['printf', printf],
  ['cat', cat],
  ['ls', ls],
  ['rm', rm],
  ['cp', cp],
  ['mv', mv],
  ['mkdir', mkdir],
  ['touch', touch],
  ['tee', tee],
  ['sed', sed],
  ['grep', grep],
  ['head', head],
  ['tail', tail],
  ['wc', wc],
  ['sort', sort],
  ['uniq', uniq],
  ['tr', tr],
  ['cut', cut],
  ['seq', seq],
  ['true', yes],
  [':', yes],
  ['set', yes],
  ['false', no],
  ['test', test],
  ['[', test],
  ['export', exportVariables],
  ['read', read],
  ['date', date],
  ['curl', curl],
  ['help', help],
]);

/** The names a reader may type, without punctuation. */
export function commandNames(more: readonly string[] = []): readonly string[] {
  return [...new Set([...builtIns.keys(), ...more])].filter((name) => /^\w+$/.test(name)).sort();
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
