/** To whom a command talks, as whom and in which namespace: flags before the kubeconfig's context. */
import { CliError, PlainError } from '../errors.ts';
import type { Flags } from '../flags.ts';
import { record, text } from '../json.ts';
import type { Io } from '../types.ts';
import { CONNECTED_USER, readKubeconfig } from './kubeconfig.ts';

/** The flags that every command has. */
type Given = Pick<Flags, 'string' | 'list'>;

export interface Connection {
  readonly server: string;
  /** Of the context; '' when it names none. */
  readonly namespace: string;
  /** Headers that say who asks, where that is another than who is connected. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request is nobody's but for these headers. */
  readonly anonymous: boolean;
}

/** Of commands that talk to nobody. */
export const NOWHERE: Connection = { server: '', namespace: '', headers: {}, anonymous: true };

/** Names of the one server there is. */
const HERE = /^https?:\/\/(?:converge\.internal|localhost|127\.0\.0\.1)(?::\d+)?\/?$/;

/** Throws for a context, cluster or user that the kubeconfig hasn't. */
export function connectionOf(io: Io, flags: Given): Connection {
  const config = readKubeconfig(io);
  const named = flags.string('context');
  const name = named || config.current;
  if (named !== '' && config.contexts[named] === undefined)
    throw new PlainError(`Error in configuration: context was not found for specified context: ${named}`);
  const context = config.contexts[name];
  const clusterName = flags.string('cluster') || text(context, 'cluster');
  const cluster = config.clusters[clusterName];
  if (flags.string('cluster') !== '' && cluster === undefined)
    throw new CliError(`no server found for cluster "${clusterName}"`);
  const userName = flags.string('user') || text(context, 'user');
  if (flags.string('user') !== '' && config.users[userName] === undefined)
    throw new CliError(`auth info "${userName}" does not exist`);
  return {
    server: text(cluster, 'server'),
    namespace: text(context, 'namespace'),
    headers: identity(flags, userName === CONNECTED_USER ? {} : record(config.users[userName])),
    anonymous: context !== undefined && userName !== CONNECTED_USER,
  };
}

/** Throws where nothing answers: there is one cluster, whatever a kubeconfig says. */
export function requireServer({ server }: Connection): void {
  if (server === '')
    throw new PlainError(
      'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
    );
  if (HERE.test(server)) return;
  const host = server.replace(/^\w+:\/\//, '').replace(/[:/].*$/, '');
  throw new PlainError(`Unable to connect to the server: dial tcp: lookup ${host}: no such host`);
}

function identity(flags: Given, user: ReturnType<typeof record>): Readonly<Record<string, string>> {
  const as = flags.string('as') || text(user, 'as');
  const uid = flags.string('as-uid') || text(user, 'as-uid');
  const token = flags.string('token') || text(user, 'token');
  const groups = flags.list('as-group');
  return {
    ...(as !== '' && { 'impersonate-user': as }),
    ...(uid !== '' && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups.join('\n') }),
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
}
