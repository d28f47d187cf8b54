/** `kubectl create secret generic|tls|docker-registry`. */
import { toBase64, utf8 } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { APPEND_HASH_FLAG } from './append-hash.ts';
import { DATA_FLAGS, dataFrom, type Generator, generatorVerb } from './generator.ts';

const resource = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };
const failure = 'failed to create secret';

function secretOf(name: string, type: string, texts: Readonly<Record<string, string>>) {
  const data = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, toBase64(utf8(value))]));
  return {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name, creationTimestamp: null },
    ...(Object.keys(data).length > 0 && { data }),
    ...(type !== '' && { type }),
  };
}

const generic: Generator = {
  name: 'generic',
  short: 'Create a secret from a local file, directory, or literal value',
  usage: 'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
  flags: [...DATA_FLAGS, APPEND_HASH_FLAG, { name: 'type', type: 'string', help: 'The type of secret to create' }],
  resource,
  failure,
  build(context, name) {
    const { flags } = context;
    if (
      flags.list('from-env-file').length > 0 &&
      flags.list('from-file').length + flags.list('from-literal').length > 0
    ) {
      throw new CliError('from-env-file cannot be combined with from-file or from-literal');
    }
    return secretOf(name, flags.string('type'), dataFrom(context, 'Secret'));
  },
};

const tls: Generator = {
  name: 'tls',
  short: 'Create a TLS secret',
  usage: 'NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]',
  flags: [
    APPEND_HASH_FLAG,
    { name: 'cert', type: 'string', help: 'Path to PEM encoded public key certificate.' },
    { name: 'key', type: 'string', help: 'Path to private key associated with given certificate.' },
  ],
  resource,
  failure,
  build(context, name) {
    const [cert, key] = [context.flags.string('cert'), context.flags.string('key')];
    if (cert === '' || key === '') throw new CliError('key and cert must be specified');
    const data = { 'tls.crt': fileOf(context, cert), 'tls.key': fileOf(context, key) };
    for (const [what, text] of [
      ['certificate', data['tls.crt']],
      ['key', data['tls.key']],
    ] as const) {
      if (!/-----BEGIN [^-]+-----/.test(text)) {
        throw new CliError(`tls: failed to find any PEM data in ${what} input`);
      }
    }
    return secretOf(name, 'kubernetes.io/tls', data);
  },
};

function fileOf({ io }: Context, path: string): string {
  const content = io.readFile(path);
  if (content === undefined) throw new CliError(`Cannot read file ${path}, open ${path}: no such file or directory`);
  return content;
}

const KEY = '.dockerconfigjson';

const dockerRegistry: Generator = {
  name: 'docker-registry',
  short: 'Create a secret for use with a Docker registry',
  usage:
    'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]',
  flags: [
    APPEND_HASH_FLAG,
    { name: 'docker-username', type: 'string', help: 'Username for Docker registry authentication' },
    { name: 'docker-password', type: 'string', help: 'Password for Docker registry authentication' },
    { name: 'docker-email', type: 'string', help: 'Email for Docker registry' },
    {
      name: 'docker-server',
      type: 'string',
      default: 'https://index.docker.io/v1/',
      help: 'Server location for Docker registry',
    },
    { name: 'from-file', type: 'list', help: `A file for the key ${KEY}` },
  ],
  resource,
  failure,
  build(context, name) {
    const { flags } = context;
    const files = flags.list('from-file');
    const of = (field: string): string => flags.string(`docker-${field}`);
    const [username, password, email, server] = [of('username'), of('password'), of('email'), of('server')];
    if (files.length === 0 && (username === '' || password === '' || server === '')) {
      throw new CliError(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      );
    }
    const type = 'kubernetes.io/dockerconfigjson';
    if (files.length > 0) {
      const path = (files[0] ?? '').replace(/^[^=]*=/, '');
      const content = context.io.readFile(path);
      if (content === undefined) throw new CliError(`error reading ${path}: no such file or directory`);
      return secretOf(name, type, { [KEY]: content });
    }
    const auth = toBase64(utf8(`${username}:${password}`));
    const entry = { username, password, ...(email !== '' && { email }), auth };
    return secretOf(name, type, { [KEY]: JSON.stringify({ auths: { [server]: entry } }) });
  },
};

export const secret: Verb = {
  name: 'secret',
  short: 'Create a secret using a specified subcommand',
  usage: '(docker-registry | generic | tls)',
  children: [dockerRegistry, generic, tls].map(generatorVerb),
};
