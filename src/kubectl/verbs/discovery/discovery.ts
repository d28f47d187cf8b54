/** What the server is: api-resources, api-versions, version. */
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { groupVersionOf, qualifiedPlural, type Resource } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { toJson } from '../../printers/json.ts';
import { formatRows } from '../../printers/table.ts';
import { preferred } from '../../resource/mapper.ts';
import { toYaml } from '../../yaml/print.ts';

export const apiResources: Verb = {
  name: 'api-resources',
  short: 'Print the supported API resources on the server',
  usage: '[flags]',
  flags: [
    { name: 'api-group', type: 'string', help: 'Only this group' },
    { name: 'namespaced', type: 'bool', default: 'true', help: 'Only namespaced ones, or only others when false' },
    { name: 'no-headers', type: 'bool', help: 'Without the line of headers' },
    { name: 'output', short: 'o', type: 'string', help: 'wide or name' },
    { name: 'sort-by', type: 'string', help: 'name or kind' },
    { name: 'verbs', type: 'list', help: 'Only those with all of these verbs' },
    { name: 'categories', type: 'list', help: 'Only those in all of these categories' },
    { name: 'cached', type: 'bool', help: 'Without asking the server again' },
  ],
  run: listResources,
};

async function listResources(context: Context): Promise<void> {
  const { flags, io } = context;
  const output = flags.string('output');
  if (output !== '' && output !== 'wide' && output !== 'name')
    throw new CliError(`--output ${output} is not available`);
  const order = flags.string('sort-by');
  if (order !== '' && order !== 'name' && order !== 'kind') throw new CliError('--sort-by accepts only name or kind');
  const all = preferred(await context.mapper.all(!flags.bool('cached'))).filter((each) => isWanted(context, each));
  const sorted = all.toSorted((a, b) => {
    const [left, right] =
      order === 'kind' ? [a.kind, b.kind] : order === 'name' ? [a.plural, b.plural] : [key(a), key(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  if (output === 'name') return io.stdout(sorted.map((each) => `${qualifiedPlural(each)}\n`).join(''));
  const wide = output === 'wide';
  const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])];
  const rows = sorted.map((each) => [
    each.plural,
    each.shortNames.join(','),
    groupVersionOf(each),
    String(each.namespaced),
    each.kind,
    ...(wide ? [each.verbs.join(','), each.categories.join(',')] : []),
  ]);
  io.stdout(formatRows(flags.bool('no-headers') ? rows : [header, ...rows]));
}

function key(resource: Resource): string {
  return `${resource.group}\u0000${resource.plural}`;
}

function isWanted({ flags }: Context, resource: Resource): boolean {
  if (resource.verbs.length === 0) return false;
  if (flags.changed('api-group') && resource.group !== flags.string('api-group')) return false;
  if (flags.changed('namespaced') && resource.namespaced !== flags.bool('namespaced')) return false;
  if (!flags.list('verbs').every((verb) => resource.verbs.includes(verb))) return false;
  return flags.list('categories').every((category) => resource.categories.includes(category));
}

export const apiVersions: Verb = {
  name: 'api-versions',
  short: 'Print the supported API versions on the server, in the form of "group/version"',
  usage: '',
  async run({ mapper, io }) {
    const versions = new Set((await mapper.all(true)).map(groupVersionOf));
    io.stdout(
      [...versions]
        .sort()
        .map((version) => `${version}\n`)
        .join(''),
    );
  },
};

const CLIENT = { major: '1', minor: '33', gitVersion: 'v1.33.1', platform: 'converge/virtual' };

export const version: Verb = {
  name: 'version',
  short: 'Print the client and server version information',
  usage: '[flags]',
  flags: [
    { name: 'client', type: 'bool', help: 'Only the client' },
    { name: 'output', short: 'o', type: 'string', help: 'yaml or json' },
  ],
  async run({ flags, api, io }) {
    const output = flags.string('output');
    if (output !== '' && output !== 'yaml' && output !== 'json')
      throw new CliError("--output must be 'yaml' or 'json'");
    const server = flags.bool('client')
      ? undefined
      : await api.request('GET', '/version', { query: { timeout: '32s' } });
    const whole = {
      clientVersion: CLIENT,
      kustomizeVersion: 'v5.6.0',
      ...(server === undefined ? {} : { serverVersion: server }),
    };
    if (output === 'yaml') return io.stdout(`${toYaml(whole)}\n`);
    if (output === 'json')
      return io.stdout(toJson(whole, false).replace(/^ +/gm, (space) => space.slice(space.length / 2)));
    io.stdout(`Client Version: ${CLIENT.gitVersion}\nKustomize Version: v5.6.0\n`);
    if (server !== undefined) io.stdout(`Server Version: ${text(server, 'gitVersion')}\n`);
  },
};
