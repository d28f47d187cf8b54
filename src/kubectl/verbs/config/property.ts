/** `kubectl config set` and `unset`: one property by its path, `contexts.converge.namespace`. */
import { fromBase64, type Json, toBase64, utf8 } from '../../../engine/index.ts';
import type { Verb } from '../../command.ts';
import {
  CLUSTER_FIELDS,
  CONTEXT_FIELDS,
  type Entries,
  type Kubeconfig,
  readKubeconfig,
  USER_FIELDS,
  writeKubeconfig,
} from '../../config/kubeconfig.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { unexpected } from './contexts.ts';

type Maps = 'clusters' | 'contexts' | 'users';

const FIELDS: Readonly<Record<Maps, readonly string[]>> = {
  clusters: CLUSTER_FIELDS,
  contexts: CONTEXT_FIELDS,
  users: USER_FIELDS,
};

export const setProperty: Verb = {
  name: 'set',
  short: 'Set an individual value in a kubeconfig file',
  usage: 'PROPERTY_NAME PROPERTY_VALUE',
  examples: ['kubectl config set contexts.converge.namespace kube-system'],
  flags: [{ name: 'set-raw-bytes', type: 'bool', help: 'The value is bytes, not their base64' }],
  async run({ args, flags, io }) {
    const [property, value] = args;
    if (property === undefined || value === undefined || args.length > 2) throw unexpected(args);
    const path = pathOf(property);
    const config = readKubeconfig(io);
    writeKubeconfig(io, change(config, path, parsed(path.at(-1) ?? '', value, flags.bool('set-raw-bytes'))));
    io.stdout(`Property "${property}" set.\n`);
  },
};

export const unsetProperty: Verb = {
  name: 'unset',
  short: 'Unset an individual value in a kubeconfig file',
  usage: 'PROPERTY_NAME',
  async run({ args, io }) {
    const [property] = args;
    if (property === undefined || args.length > 1) throw unexpected(args);
    const path = pathOf(property);
    const config = readKubeconfig(io);
    const [first, name, field] = path;
    if (field !== undefined && isMap(first) && config[first][name ?? ''] === undefined)
      throw new CliError(`current map key \`${name}\` is invalid`);
    writeKubeconfig(io, change(config, path, undefined));
    io.stdout(`Property "${property}" unset.\n`);
  },
};

function isMap(word: string | undefined): word is Maps {
  return word === 'clusters' || word === 'contexts' || word === 'users';
}

/** The words of a property; names of entries may hold dots. */
function pathOf(property: string): readonly string[] {
  const [first = '', ...rest] = property.split('.');
  if (first === 'current-context' || first === 'preferences') return [first, ...rest];
  if (!isMap(first)) throw new CliError(`unable to parse ${property} after [] at api.Config`);
  const last = rest.at(-1) ?? '';
  if (rest.length > 1 && FIELDS[first].includes(last)) return [first, rest.slice(0, -1).join('.'), last];
  return rest.length === 0 ? [first] : [first, rest.join('.')];
}

function change(config: Kubeconfig, path: readonly string[], value: Json | undefined): Kubeconfig {
  const [first, name, field] = path;
  if (first === 'current-context') return { ...config, current: typeof value === 'string' ? value : '' };
  if (first === 'preferences')
    return { ...config, preferences: name === undefined ? {} : withField(config.preferences, [name], value) };
  if (!isMap(first)) return config;
  const entries: Entries = config[first];
  if (value !== undefined && (name === undefined || field === undefined))
    throw new CliError(`can't set a map to a value: ${first} has entries, each with fields of its own`);
  if (name === undefined) return { ...config, [first]: {} };
  if (field !== undefined)
    return { ...config, [first]: { ...entries, [name]: withField(entries[name] ?? {}, [field], value) } };
  return { ...config, [first]: Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name)) };
}

function parsed(field: string, given: string, raw: boolean): Json {
  if (field === 'insecure-skip-tls-verify' || field === 'colors') {
    if (/^(?:1|t|T|TRUE|true|True)$/.test(given)) return true;
    if (/^(?:0|f|F|FALSE|false|False)$/.test(given)) return false;
    throw new CliError(`strconv.ParseBool: parsing ${JSON.stringify(given)}: invalid syntax`);
  }
  if (!field.endsWith('-data')) return given;
  if (raw) return toBase64(utf8(given));
  const read = fromBase64(given);
  if ('wrongAt' in read)
    throw new CliError(`error decoding input value: illegal base64 data at input byte ${read.wrongAt}`);
  return given;
}
