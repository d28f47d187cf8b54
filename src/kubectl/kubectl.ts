/** From argv to a verb, and from its failure to words and an exit code. */
import { type Context, GLOBAL_FLAGS, refuseKustomize, type Verb } from './command.ts';
import { connectionOf, NOWHERE } from './config/connection.ts';
import { CliError, PlainError, renderError } from './errors.ts';
import { aloneValue, type Flag, FlagError, parseFlags } from './flags.ts';
import { globalOptions, helpOf, overview, unknownCommand } from './help.ts';
import { createApi } from './http/api.ts';
import { createMapper } from './resource/mapper.ts';
import type { Io, Kubectl } from './types.ts';
import { loadedVerbs } from './verbs/registry.ts';

/** Runs one command line, without the leading `kubectl`. Resolves with the exit code. Never rejects. */
export const kubectl: Kubectl = async (argv, io) => {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const { text, code } = renderError(error);
    if (text !== '') io.stderr(text);
    return code;
  }
};

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const { word, rest } = takeWord(argv);
  if (word === undefined || word === 'help') return help(word === undefined ? [] : rest, io);
  if (word === 'options') {
    io.stdout(globalOptions());
    return 0;
  }
  const top = loadedVerbs().find((verb) => verb.name === word || verb.aliases?.includes(word));
  if (top === undefined) throw new CliError(unknownCommand(word, loadedVerbs()));
  const { verb, words, path } = descend(top, rest);
  return runVerb(verb, words, path, io);
}

/** Follows `rollout undo`, `create secret generic` down to the verb that runs. */
export function descend(
  top: Verb,
  rest: readonly string[],
  path = `kubectl ${top.name}`,
): { readonly verb: Verb; readonly words: readonly string[]; readonly path: string } {
  if (top.children === undefined) return { verb: top, words: rest, path };
  const { word, rest: words } = takeWord(rest, top.flags);
  const child = top.children.find((each) => each.name === word || each.aliases?.includes(word ?? ''));
  if (child !== undefined) return descend(child, words, `${path} ${child.name}`);
  if (word !== undefined && top.run === undefined) {
    throw new CliError(`unknown command "${word}"\nSee '${path} -h' for help and examples`);
  }
  return { verb: top, words: rest, path };
}

/** The first word that is neither a flag nor a flag's value, and everything else. */
export function takeWord(
  argv: readonly string[],
  flags: Verb['flags'] = [],
): { readonly word: string | undefined; readonly rest: readonly string[] } {
  const known = [...GLOBAL_FLAGS, ...flags];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') return { word, rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
    const flag = word.startsWith('--')
      ? known.find((each) => `--${each.name}` === word)
      : known.find((each) => `-${each.short}` === word);
    if (flag !== undefined && aloneValue(flag) === undefined) at += 1;
  }
  return { word: undefined, rest: argv };
}

function help(words: readonly string[], io: Io): number {
  const top = loadedVerbs().find((verb) => verb.name === words[0]);
  if (top === undefined) {
    io.stdout(overview(loadedVerbs()));
    return 0;
  }
  const { verb, path } = descend(top, words.slice(1));
  io.stdout(helpOf(path, verb));
  return 0;
}

async function runVerb(verb: Verb, words: readonly string[], path: string, io: Io): Promise<number> {
  if (verb.refusal !== undefined && !words.some((word) => word === '--help' || word === '-h'))
    throw new CliError(verb.refusal);
  const { flags, args, dash } = readFlags(verb, verb.refusal === undefined ? words : ['--help'], path);
  if (flags.bool('help') || verb.run === undefined) {
    io.stdout(helpOf(path, verb));
    return flags.bool('help') ? 0 : 1;
  }
  refuseKustomize({ flags });
  const namespace = flags.string('namespace');
  for (const char of ['/', '%']) {
    if (namespace.includes(char)) throw new PlainError(`invalid namespace "${namespace}": [may not contain '${char}']`);
  }
  // The kubeconfig itself is read and mended whatever it says.
  const connection = path.startsWith('kubectl config ') ? NOWHERE : connectionOf(io, globalOnly(verb, flags));
  const api = createApi(io, path, connection);
  const forget = io.onInterrupt(() => api.interrupt());
  const context: Context = {
    io,
    api,
    mapper: createMapper(api, io.server ?? io.connect),
    flags,
    args,
    dash,
    path,
    connection,
    namespace: flags.string('namespace') || connection.namespace || 'default',
    namespaceGiven: flags.string('namespace') !== '',
  };
  try {
    const code = (await verb.run(context)) ?? 0;
    const warnings = flags.bool('warnings-as-errors') ? api.warnings() : 0;
    if (warnings > 0) throw new CliError(`${warnings} warning${warnings === 1 ? '' : 's'} received`);
    return code;
  } finally {
    forget();
    api.close();
  }
}

/** `create rolebinding --user` is not the `--user` that says who asks. */
function globalOnly(verb: Verb, flags: Context['flags']): Pick<Context['flags'], 'string' | 'list'> {
  const own = new Set((verb.flags ?? []).map((flag) => flag.name));
  return {
    string: (name) => (own.has(name) ? '' : flags.string(name)),
    list: (name) => (own.has(name) ? [] : flags.list(name)),
  };
}

/** A verb's own flags, and those of every verb that it doesn't use for something else. */
export function flagsOf(verb: Verb): readonly Flag[] {
  const own = verb.flags ?? [];
  const taken = new Set(own.flatMap((flag) => [flag.name, flag.short ?? '']));
  const global = GLOBAL_FLAGS.filter((flag) => !taken.has(flag.name)).map((flag) =>
    flag.short !== undefined && taken.has(flag.short) ? { ...flag, short: '' } : flag,
  );
  return [...own, ...global];
}

function readFlags(verb: Verb, words: readonly string[], path: string): ReturnType<typeof parseFlags> {
  try {
    return parseFlags(words, flagsOf(verb));
  } catch (error) {
    if (error instanceof FlagError) throw new CliError(`${error.message}\nSee '${path} --help' for usage.`);
    throw error;
  }
}
