/** `kubectl config`: which contexts there are, and which one is used. */
import type { Context, Verb } from '../../command.ts';
import { kubeconfigPath, readKubeconfig, writeKubeconfig } from '../../config/kubeconfig.ts';
import { CliError } from '../../errors.ts';
import { text } from '../../json.ts';
import { formatRows } from '../../printers/table.ts';

export const getContexts: Verb = {
  name: 'get-contexts',
  short: 'Describe one or many contexts',
  usage: '[(-o|--output=)name)]',
  flags: [
    { name: 'no-headers', type: 'bool', help: 'Without the line of headers' },
    { name: 'output', short: 'o', type: 'string', help: '"name" for names only' },
  ],
  async run({ flags, args, io }) {
    const { contexts, current } = readKubeconfig(io);
    const output = flags.string('output');
    if (output !== '' && output !== 'name') {
      const command = 'kubectl config get-contexts';
      throw new CliError(`--output ${output} is not available in ${command}; resetting to default output format`);
    }
    const all = args.length === 0 ? Object.keys(contexts) : args;
    const names = all.filter((name) => contexts[name] !== undefined).toSorted();
    const rows = names.map((name) => {
      const context = contexts[name];
      const [cluster, user, namespace] = ['cluster', 'user', 'namespace'].map((field) => text(context, field));
      return [name === current ? '*' : '', name, cluster ?? '', user ?? '', namespace ?? ''];
    });
    const header = flags.bool('no-headers') ? [] : [['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']];
    io.stdout(output === 'name' ? names.map((name) => `${name}\n`).join('') : formatRows([...header, ...rows]));
    const missing = all.find((name) => contexts[name] === undefined);
    if (missing !== undefined) throw new CliError(`context ${missing} not found`);
  },
};

export const useContext: Verb = {
  name: 'use-context',
  aliases: ['use'],
  short: 'Set the current-context in a kubeconfig file',
  usage: 'CONTEXT_NAME',
  async run({ args, io }) {
    const [name] = args;
    if (name === undefined || args.length > 1) throw unexpected(args);
    const config = readKubeconfig(io);
    if (name === '') throw new CliError('empty context names are not allowed');
    if (config.contexts[name] === undefined) throw new CliError(`no context exists with the name: "${name}"`);
    writeKubeconfig(io, { ...config, current: name });
    io.stdout(`Switched to context "${name}".\n`);
  },
};

export const renameContext: Verb = {
  name: 'rename-context',
  short: 'Rename a context from the kubeconfig file',
  usage: 'CONTEXT_NAME NEW_NAME',
  async run({ args, io }) {
    const [from, to] = args;
    if (from === undefined || to === undefined || args.length > 2) throw unexpected(args);
    const config = readKubeconfig(io);
    const { [from]: context, ...others } = config.contexts;
    const path = kubeconfigPath(io);
    if (context === undefined) throw new CliError(`cannot rename the context "${from}", it's not in ${path}`);
    if (config.contexts[to] !== undefined)
      throw new CliError(`cannot rename the context "${from}", the context "${to}" already exists in ${path}`);
    const current = config.current === from ? to : config.current;
    writeKubeconfig(io, { ...config, current, contexts: { ...others, [to]: context } });
    io.stdout(`Context "${from}" renamed to "${to}".\n`);
  },
};

export const setContext: Verb = {
  name: 'set-context',
  short: 'Set a context entry in kubeconfig',
  usage: '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
  examples: ['kubectl config set-context --current --namespace=kube-system'],
  flags: [
    { name: 'current', type: 'bool', help: 'The current context' },
    { name: 'cluster', type: 'string', help: 'Its cluster' },
    { name: 'user', type: 'string', help: 'Its user' },
    { name: 'namespace', short: 'n', type: 'string', help: 'Its namespace' },
  ],
  run: set,
};

async function set({ args, flags, io }: Context): Promise<void> {
  if (args.length > 1) throw unexpected(args);
  const config = readKubeconfig(io);
  if (args.length === 1 && flags.bool('current'))
    throw new CliError('you cannot specify both a context name and --current');
  if (args.length === 0 && !flags.bool('current'))
    throw new CliError('you must specify a non-empty context name or --current');
  const name = args[0] ?? config.current;
  if (name === '' && flags.bool('current')) throw new CliError('no current context is set');
  const given = ['cluster', 'user', 'namespace'].filter((field) => flags.changed(field));
  const before = config.contexts[name];
  const context = { ...before, ...Object.fromEntries(given.map((field) => [field, flags.string(field)])) };
  const kept = Object.fromEntries(Object.entries(context).filter(([, value]) => value !== ''));
  writeKubeconfig(io, { ...config, contexts: { ...config.contexts, [name]: kept } });
  io.stdout(`Context "${name}" ${before === undefined ? 'created' : 'modified'}.\n`);
}

/** What is said of too many or too few words. */
export function unexpected(args: readonly string[]): CliError {
  return new CliError(`Unexpected args: [${args.join(' ')}]`);
}
