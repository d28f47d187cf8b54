/** `--help`, and what kubectl says about commands it does not know. */
import type { Verb } from './command.ts';
import { GLOBAL_FLAGS } from './command.ts';
import { aloneValue, type Flag } from './flags.ts';

/** The help of one command; `path` is its whole name. */
export function helpOf(path: string, verb: Verb): string {
  const sections = [`${verb.short}\n`];
  if (verb.aliases?.length) sections.push(`Aliases:\n${[verb.name, ...verb.aliases].join(', ')}\n`);
  if (verb.examples?.length) sections.push(`Examples:\n${verb.examples.map((line) => `  ${line}\n`).join('')}`);
  if (verb.children?.length) sections.push(`Available Commands:\n${commandList(verb.children)}`);
  if (verb.flags?.length) sections.push(`Options:\n${flagList(verb.flags)}`);
  sections.push(`Usage:\n  ${path} ${verb.usage}\n`);
  sections.push('Use "kubectl options" for a list of global command-line options (applies to all commands).\n');
  return sections.join('\n');
}

/** `kubectl` alone. */
export function overview(verbs: readonly Verb[]): string {
  return [
    'kubectl controls the Kubernetes cluster manager.\n',
    `Commands:\n${commandList(verbs)}`,
    'Usage:\n  kubectl [flags] [options]\n',
    'Use "kubectl <command> --help" for more information about a given command.',
    'Use "kubectl options" for a list of global command-line options (applies to all commands).\n',
  ].join('\n');
}

/** `kubectl options` */
export function globalOptions(): string {
  return `The following options can be passed to any command:\n\n${flagList(GLOBAL_FLAGS.filter(({ name }) => name !== 'help'))}`;
}

function commandList(verbs: readonly Verb[]): string {
  const width = Math.max(...verbs.map((verb) => verb.name.length)) + 2;
  return verbs.map((verb) => `  ${verb.name.padEnd(width)}${verb.short}\n`).join('');
}

function flagList(flags: readonly Flag[]): string {
  return flags
    .map((flag) => {
      const value = flag.default ?? (flag.type === 'bool' ? 'false' : flag.type === 'int' ? '0' : '');
      const shown =
        flag.type === 'bool' || flag.type === 'int' ? value : flag.type.startsWith('li') ? '[]' : `'${value}'`;
      const alone = aloneValue(flag) !== undefined && flag.type !== 'bool' ? ` (alone: ${aloneValue(flag)})` : '';
      return `    ${flag.short ? `-${flag.short}, ` : ''}--${flag.name}=${shown}:\n\t${flag.help}${alone}\n`;
    })
    .join('\n');
}

/** `unknown command "gte" for "kubectl"`, and what may have been meant. */
export function unknownCommand(word: string, verbs: readonly Verb[]): string {
  const near = verbs
    .map((verb) => verb.name)
    .filter((name) => distance(word.toLowerCase(), name) <= 2 || name.startsWith(word.toLowerCase()))
    .sort();
  const hint = near.length === 0 ? '' : `\n\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}`;
  return `unknown command "${word}" for "kubectl"${hint}`;
}

/** Levenshtein, as cobra suggests by. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
