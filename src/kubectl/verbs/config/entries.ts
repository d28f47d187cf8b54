/** `kubectl config set-cluster` and `set-credentials` */
import type { Verb } from '../../command.ts';
import { readKubeconfig, writeKubeconfig } from '../../config/kubeconfig.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { unexpected } from './contexts.ts';

export const setCluster: Verb = {
  name: 'set-cluster',
  short: 'Set a cluster entry in kubeconfig',
  usage:
    'NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]',
  flags: [
    { name: 'server', type: 'string', help: 'Its address' },
    { name: 'tls-server-name', type: 'string', help: 'The name its certificate is checked for' },
    { name: 'insecure-skip-tls-verify', type: 'bool', help: 'Whether its certificate is left unchecked' },
    { name: 'certificate-authority', type: 'string', help: 'A file with the certificate authority' },
    { name: 'embed-certs', type: 'bool', help: 'Ignored: certificates are not read' },
    { name: 'proxy-url', type: 'string', help: 'The proxy on the way to it' },
  ],
  async run({ args, flags, io }) {
    const [name] = args;
    if (name === undefined || args.length > 1) throw unexpected(args);
    if (flags.bool('insecure-skip-tls-verify') && flags.string('certificate-authority') !== '')
      throw new CliError('you cannot specify a certificate authority and insecure mode at the same time');
    const config = readKubeconfig(io);
    let cluster = config.clusters[name] ?? {};
    for (const field of ['server', 'tls-server-name', 'certificate-authority', 'proxy-url']) {
      if (flags.changed(field)) cluster = withField(cluster, [field], flags.string(field) || undefined);
    }
    if (flags.changed('insecure-skip-tls-verify')) {
      const skips = flags.bool('insecure-skip-tls-verify');
      cluster = withField(cluster, ['insecure-skip-tls-verify'], skips || undefined);
      if (skips) cluster = withField(cluster, ['certificate-authority'], undefined);
      if (skips) cluster = withField(cluster, ['certificate-authority-data'], undefined);
    }
    writeKubeconfig(io, { ...config, clusters: { ...config.clusters, [name]: cluster } });
    io.stdout(`Cluster "${name}" set.\n`);
  },
};

const CREDENTIALS = ['client-certificate', 'client-key', 'token', 'username', 'password'] as const;

export const setCredentials: Verb = {
  name: 'set-credentials',
  short: 'Set a user entry in kubeconfig',
  usage: 'NAME [--token=bearer_token] [--username=basic_user] [--password=basic_password]',
  examples: ['kubectl config set-credentials bob --token=$(kubectl create token bob)'],
  flags: [
    { name: 'token', type: 'string', help: 'Its bearer token' },
    { name: 'username', type: 'string', help: 'Kept, but nobody asks for it' },
    { name: 'password', type: 'string', help: 'Kept, but nobody asks for it' },
    { name: 'client-certificate', type: 'string', help: 'Kept, but not read' },
    { name: 'client-key', type: 'string', help: 'Kept, but not read' },
    { name: 'embed-certs', type: 'bool', help: 'Ignored: certificates are not read' },
  ],
  async run({ args, flags, io }) {
    const [name] = args;
    if (name === undefined || args.length > 1) throw new CliError(`unexpected args: [${args.join(' ')}]`);
    const ways = [
      ...(flags.string('token') === '' ? [] : ['--token']),
      ...(flags.string('username') + flags.string('password') === '' ? [] : ['--username/--password']),
    ];
    if (ways.length > 1) {
      const message = 'you cannot specify more than one authentication method at the same time';
      throw new CliError(`${message}: ${ways.join(', ')}`);
    }
    const config = readKubeconfig(io);
    let user = config.users[name] ?? {};
    for (const field of CREDENTIALS) {
      if (flags.changed(field)) user = withField(user, [field], flags.string(field) || undefined);
    }
    const replaced = ways[0] === '--token' ? ['username', 'password'] : ways.length > 0 ? ['token', 'tokenFile'] : [];
    for (const field of replaced) user = withField(user, [field], undefined);
    writeKubeconfig(io, { ...config, users: { ...config.users, [name]: user } });
    io.stdout(`User "${name}" set.\n`);
  },
};
