/** `kubectl config view` */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { type Entries, type Kubeconfig, kubeconfigObject, readKubeconfig } from '../../config/kubeconfig.ts';
import { CliError } from '../../errors.ts';
import { text } from '../../json.ts';
import { toJson } from '../../printers/json.ts';
import { objectPrinter } from '../../printers/output.ts';
import { toYaml } from '../../yaml/print.ts';

export const view: Verb = {
  name: 'view',
  short: 'Display merged kubeconfig settings or a specified kubeconfig file',
  usage: '[flags]',
  flags: [
    ...OUTPUT_FLAGS,
    { name: 'minify', type: 'bool', help: 'Only what the current context uses' },
    { name: 'raw', type: 'bool', help: 'With tokens and certificates' },
    { name: 'flatten', type: 'bool', help: 'As it would be on its own' },
    { name: 'merge', type: 'bool', default: 'true', help: 'Ignored: there is one file' },
  ],
  async run(context) {
    const { flags, io } = context;
    const whole = readKubeconfig(io);
    const wanted = flags.bool('minify') ? minified(whole, flags.string('context') || whole.current) : whole;
    const shown = flags.bool('raw') || flags.bool('flatten') ? wanted : redacted(wanted);
    io.stdout(print(context, kubeconfigObject(shown)));
  },
};

function print(context: Context, object: JsonObject): string {
  const output = context.flags.string('output');
  if (output === 'name') return 'config/<unknown>\n';
  if (output === 'json') return toJson(object, false);
  return objectPrinter(context)?.(object, undefined) ?? toYaml(object);
}

function minified(config: Kubeconfig, current: string): Kubeconfig {
  if (current === '') throw new CliError('current-context must exist in order to minify');
  const context = config.contexts[current];
  if (context === undefined) throw new CliError(`cannot locate context ${current}`);
  const only = (entries: Entries, name: string): Entries => {
    const found = entries[name];
    return found === undefined ? {} : { [name]: found };
  };
  return {
    ...config,
    current,
    contexts: { [current]: context },
    clusters: only(config.clusters, text(context, 'cluster')),
    users: only(config.users, text(context, 'user')),
  };
}

const SECRETS: ReadonlySet<string> = new Set(['token', 'password']);
const DATA = 'DATA+OMITTED';

function redacted(config: Kubeconfig): Kubeconfig {
  const hide = (entries: Entries): Entries =>
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        Object.fromEntries(
          Object.entries(entry).map(([field, value]) => [
            field,
            field.endsWith('-data') ? DATA : SECRETS.has(field) ? 'REDACTED' : value,
          ]),
        ),
      ]),
    );
  return { ...config, clusters: hide(config.clusters), users: hide(config.users) };
}
