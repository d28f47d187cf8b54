/** Completion of flags and their values, from the very tables that kubectl and etcdctl parse with. */
import { aloneValue, type Flag } from '../flags.ts';
import { beginning } from './paths.ts';
import type { Candidate } from './types.ts';

/** Words behind a command, told apart as its parser does; what makes no sense is left out. */
export interface Split {
  readonly args: readonly string[];
  /** By the flag's long name; the last one given. */
  readonly values: ReadonlyMap<string, string>;
  /** The flag whose value is being typed. */
  readonly open: Flag | undefined;
  /** Behind `--`: words for somebody else. */
  readonly ended: boolean;
}

/** `words`: those in front of the one being typed. */
export function splitWords(words: readonly string[], flags: readonly Flag[]): Split {
  const args: string[] = [];
  const values = new Map<string, string>();
  let open: Flag | undefined;
  for (const [index, word] of words.entries()) {
    if (open !== undefined) {
      values.set(open.name, word);
      open = undefined;
      continue;
    }
    if (word === '--') return { args: [...args, ...words.slice(index + 1)], values, open: undefined, ended: true };
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const flag = named(equals < 0 ? word : word.slice(0, equals), flags);
    if (flag === undefined) continue;
    if (equals >= 0) values.set(flag.name, word.slice(equals + 1));
    else if (word.startsWith('--') || word.length === 2) {
      if (aloneValue(flag) === undefined) open = flag;
      else values.set(flag.name, aloneValue(flag) ?? '');
    } else values.set(flag.name, word.slice(2));
  }
  return { args, values, open, ended: false };
}

function named(word: string, flags: readonly Flag[]): Flag | undefined {
  if (word.startsWith('--')) return flags.find(({ name }) => `--${name}` === word);
  // `-it`: the last letter is the one that may take a value; `-nkube-system`: the first.
  const letters = [word.at(1), word.at(-1)];
  return flags.find(({ short }) => short === letters[0]) ?? flags.find(({ short }) => short === letters[1]);
}

/** The flag whose value `--name=partial` is, and the value so far. */
export function assigned(
  partial: string,
  flags: readonly Flag[],
): { readonly flag: Flag; readonly value: string; readonly head: string } | undefined {
  const equals = partial.indexOf('=');
  const flag = partial.startsWith('-') && equals > 0 ? named(partial.slice(0, equals), flags) : undefined;
  if (flag === undefined) return undefined;
  return { flag, value: partial.slice(equals + 1), head: partial.slice(0, equals + 1) };
}

/** Flags that begin so. Those that do nothing here are left out. */
export function flagCandidates(flags: readonly Flag[], partial: string): readonly Candidate[] {
  const useful = flags.filter(({ help }) => !/^(?:Ignored|Refused)/.test(help));
  const words = useful.map((flag) => `--${flag.name}${aloneValue(flag) === undefined ? '=' : ''}`);
  return beginning(words, partial).map(({ text }) => ({ text, ...(text.endsWith('=') && { open: true }) }));
}
