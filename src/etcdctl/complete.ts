/** What etcdctl and etcdutl would take next, from the tables they parse with. */
import { assigned, flagCandidates, splitWords } from '../kubectl/completion/flags.ts';
import { beginning, pathCandidates } from '../kubectl/completion/paths.ts';
import type { Candidate } from '../kubectl/completion/types.ts';
import { type Command, globalFlags } from './command.ts';
import { commands, utilityCommands } from './commands/registry.ts';

export interface KnownToEtcd {
  /** Keys that begin so. */
  keys(prefix: string): readonly string[];
  files(): readonly string[];
}

export function completeEtcdctl(
  program: 'etcdctl' | 'etcdutl',
  words: readonly string[],
  partial: string,
  known: KnownToEtcd,
): readonly Candidate[] {
  let level: readonly Command[] = program === 'etcdctl' ? commands : utilityCommands;
  let command: Command | undefined;
  let flags = globalFlags;
  // Down to the command that runs; its flags are its own, its parents' and everybody's.
  let split = splitWords(words, flags);
  for (let depth = 0; ; depth += 1) {
    const word = split.args[depth];
    const found = level.find(({ name, aliases }) => name === word || aliases?.includes(word ?? ''));
    if (found === undefined) break;
    command = found;
    flags = [...(found.flags ?? []), ...flags];
    level = found.children ?? [];
    split = splitWords(words, flags);
  }
  if (split.ended) return [];
  const value = split.open ?? assigned(partial, flags)?.flag;
  if (value !== undefined) {
    const head = split.open === undefined ? (assigned(partial, flags)?.head ?? '') : '';
    const formats = value.name === 'write-out' ? ['fields', 'json', 'simple', 'table'] : [];
    return beginning(formats, partial.slice(head.length)).map(({ text }) => ({ text: head + text, shown: text }));
  }
  if (partial.startsWith('-')) return flagCandidates(flags, partial);
  if (level.length > 0) return beginning(level.map(({ name }) => name), partial);
  if (/<filename>/.test(command?.usage ?? '')) return pathCandidates(known.files(), partial);
  return /<key>|\[key/.test(command?.usage ?? '') ? pathCandidates(known.keys(partial), partial) : [];
}
