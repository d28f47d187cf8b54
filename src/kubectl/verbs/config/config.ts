/** `kubectl config`: the session's kubeconfig. */
import type { Context, Verb } from '../../command.ts';
import { type Kubeconfig, kubeconfigPath, readKubeconfig, writeKubeconfig } from '../../config/kubeconfig.ts';
import { CliError, usageError } from '../../errors.ts';
import { formatRows } from '../../printers/table.ts';
import { getContexts, renameContext, setContext, useContext } from './contexts.ts';
import { setCluster, setCredentials } from './entries.ts';
import { setProperty, unsetProperty } from './property.ts';
import { view } from './view.ts';

export const config: Verb = {
  name: 'config',
  short: 'Modify kubeconfig files',
  usage: 'SUBCOMMAND',
  children: [
    {
      name: 'current-context',
      short: 'Display the current-context',
      usage: '',
      async run({ io }) {
        const { current } = readKubeconfig(io);
        if (current === '') throw new CliError('current-context is not set');
        io.stdout(`${current}\n`);
      },
    },
    deletion('cluster', 'clusters'),
    deletion('context', 'contexts'),
    deletion('user', 'users'),
    listing('clusters', 'Display clusters defined in the kubeconfig'),
    getContexts,
    listing('users', 'Display users defined in the kubeconfig'),
    renameContext,
    setProperty,
    setCluster,
    setContext,
    setCredentials,
    unsetProperty,
    useContext,
    view,
  ],
};

function listing(what: 'clusters' | 'users', short: string): Verb {
  return {
    name: `get-${what}`,
    short,
    usage: '',
    run: async ({ io }) =>
      io.stdout(
        formatRows([
          ['NAME'],
          ...Object.keys(readKubeconfig(io)[what])
            .sort()
            .map((name) => [name]),
        ]),
      ),
  };
}

function deletion(what: 'cluster' | 'context' | 'user', all: 'clusters' | 'contexts' | 'users'): Verb {
  return {
    name: `delete-${what}`,
    short: `Delete the specified ${what} from the kubeconfig`,
    usage: 'NAME',
    run: async (context) => remove(context, what, all),
  };
}

function remove(context: Context, what: string, all: 'clusters' | 'contexts' | 'users'): void {
  const { args, io, path } = context;
  const [name] = args;
  if (name === undefined || args.length > 1) throw usageError(path, `${what} to delete is required`);
  const before = readKubeconfig(io);
  if (before[all][name] === undefined)
    throw new CliError(`cannot delete ${what} ${name}, not in ${kubeconfigPath(io)}`);
  if (what === 'context' && before.current === name) {
    io.stderr(
      'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
    );
  }
  const left = Object.fromEntries(Object.entries(before[all]).filter(([each]) => each !== name));
  const after: Kubeconfig = { ...before, [all]: left };
  writeKubeconfig(io, after);
  io.stdout(`deleted ${what} ${name} from ${kubeconfigPath(io)}\n`);
}
