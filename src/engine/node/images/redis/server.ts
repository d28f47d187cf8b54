/** redis-server: one leader's data, kept in a file, and copies of it on the servers that follow. */
import type { Process, Socket } from '../../../sdk/index.ts';
import { type Data, isWrite, runCommand } from './commands.ts';
import { createReader, encode, OK, type Reply, wordsOf } from './resp.ts';

const usualPort = 6379;
/** Between two tries to reach the leader. */
const retryMs = 1_000;
/** Between two signs of life of a follower, and until an end that hears none takes the other one for lost. */
const pingMs = 2_000;
const silenceMs = 10_000;
const inBackground = { background: true };

interface Leader {
  readonly host: string;
  readonly port: number;
}

/** What one server remembers. */
interface Server {
  readonly process: Process;
  readonly data: Data;
  readonly file: string;
  /** Each write goes into the file at once; otherwise the file is written at the end. */
  readonly isAppended: boolean;
  log: string;
  /** When each has last been heard. */
  readonly followers: Map<Socket, number>;
  /** Whom it follows, and the connection that its data comes through. */
  leader: Leader | undefined;
  link: Socket | undefined;
  /** Whether the leader's data has come through this link. */
  isSynced: boolean;
}

/** Starts one, with the settings of its arguments and of a file that the first of them may name. */
export function redisServer(process: Process): void {
  const settings = settingsOf(process);
  const port = Number(settings.get('port') ?? usualPort);
  const isAppended = settings.get('appendonly') === 'yes';
  const file = `${settings.get('dir') ?? '/data'}/${isAppended ? 'appendonly.aof' : 'dump.rdb'}`;
  const [host, leaderPort] = (settings.get('replicaof') ?? settings.get('slaveof') ?? '').split(' ');
  const leader = host ? { host, port: Number(leaderPort ?? usualPort) } : undefined;
  const server: Server = { process, data: new Map(), file, isAppended, log: '', followers: new Map(), leader, link: undefined, isSynced: false };
  const say = (text: string): void => process.log(`1:${leader === undefined ? 'M' : 'S'} ${new Date(process.now()).toUTCString().slice(5, 25)} ${text}`);
  load(server);
  if (!process.listenTcp(port, (peer) => accept(server, peer))) {
    say(`# Warning: Could not create server TCP listening socket *:${port}: bind: Address already in use`);
    return void process.after(0, () => process.exit(1));
  }
  say(`* Ready to accept connections tcp (keys loaded: ${server.data.size})`);
  if (leader !== undefined) follow(server);
  process.onTerminate(() => {
    say('# User requested shutdown...');
    if (!isAppended) save(server);
    process.exit(0);
  });
}

/** `--port 6380` on the command line, `port 6380` in a file. */
function settingsOf({ argv, files }: Process): ReadonlyMap<string, string> {
  const [, first = '', ...rest] = argv;
  const lines = first.startsWith('--') || first === '' ? [] : (files.read(first) ?? '').split('\n');
  const words = first.startsWith('--') ? [first, ...rest] : rest;
  const typed = words.join(' ').split(/(?:^|\s)--/);
  return new Map([...lines, ...typed].flatMap((line) => {
    const [name = '', ...values] = line.trim().split(/\s+/);
    return name === '' || name.startsWith('#') ? [] : [[name.toLowerCase(), values.join(' ').replaceAll(/^"|"$/g, '')] as const];
  }));
}

/** Its file holds the commands that make the data. */
function load(server: Server): void {
  server.log = server.process.files.read(server.file) ?? '';
  const take = createReader((value) => {
    const [name = '', ...args] = wordsOf(value);
    runCommand(server.data, name.toLowerCase(), args);
  });
  take(server.log);
}

const dataAsCommands = (data: Data): string => [...data].map(([key, value]) => encode(['set', key, value])).join('');

function save({ process, file, data }: Server): void {
  process.files.write(file, dataAsCommands(data));
}

/** A write is in the file, and on its way to the followers, before it is answered. */
function note(server: Server, command: string): void {
  if (server.isAppended) {
    server.log += command;
    server.process.files.write(server.file, server.log);
  }
  for (const [follower, heardMs] of server.followers) {
    if (server.process.now() - heardMs <= silenceMs) follower.write(command);
    else server.followers.delete(follower);
  }
}

function accept(server: Server, peer: Socket): Socket {
  const take = createReader((value) => {
    const [name = '', ...args] = wordsOf(value);
    if (name === '') return;
    const word = name.toLowerCase();
    if (word === 'sync') {
      server.followers.set(peer, server.process.now());
      peer.write(encode(['flushall']) + dataAsCommands(server.data) + encode(['synced']));
    } else if (word === 'quit') {
      peer.write(encode(OK));
      peer.end();
    } else {
      if (server.followers.has(peer)) server.followers.set(peer, server.process.now());
      peer.write(encode(execute(server, word, args)));
    }
  });
  return { write: take, end: () => void server.followers.delete(peer) };
}

function execute(server: Server, name: string, args: readonly string[]): Reply {
  if (name === 'info') return infoOf(server);
  if (name === 'role') return roleOf(server);
  if (name === 'save' || name === 'bgsave') {
    save(server);
    return OK;
  }
  if (name === 'replicaof' || name === 'slaveof') return changeLeader(server, args);
  if (!isWrite(name)) return runCommand(server.data, name, args);
  if (server.leader !== undefined) return { error: "READONLY You can't write against a read only replica." };
  const reply = runCommand(server.data, name, args);
  if (typeof reply !== 'object' || !('error' in reply)) note(server, encode([name, ...args]));
  return reply;
}

function changeLeader(server: Server, [host = '', port = String(usualPort)]: readonly string[]): Reply {
  const isNone = host.toLowerCase() === 'no' && port.toLowerCase() === 'one';
  server.leader = isNone ? undefined : { host, port: Number(port) };
  server.link?.end();
  server.link = undefined;
  server.isSynced = false;
  if (!isNone) follow(server);
  return OK;
}

const connected = ({ process, followers }: Server): number => [...followers.values()].filter((heardMs) => process.now() - heardMs <= silenceMs).length;

function infoOf(server: Server): string {
  const { leader, isSynced, data } = server;
  const lines = leader === undefined
    ? ['role:master', `connected_slaves:${connected(server)}`]
    : ['role:slave', `master_host:${leader.host}`, `master_port:${leader.port}`, `master_link_status:${isSynced ? 'up' : 'down'}`, `connected_slaves:${connected(server)}`];
  return ['# Replication', ...lines, '# Keyspace', ...(data.size > 0 ? [`db0:keys=${data.size},expires=0`] : []), ''].join('\r\n');
}

function roleOf(server: Server): Reply {
  const { leader, isSynced } = server;
  return leader === undefined ? ['master', connected(server)] : ['slave', leader.host, leader.port, isSynced ? 'connected' : 'connect'];
}

/** Gets the leader's data and then each of its writes; begins again when the connection is lost. */
function follow(server: Server): void {
  const { process, leader } = server;
  if (leader === undefined) return;
  let heardMs = process.now();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    server.isSynced = false;
    if (server.leader === leader) process.after(retryMs, () => follow(server), inBackground);
  };
  const take = createReader((value) => {
    const [name = '', ...args] = wordsOf(value);
    if (isOver || server.leader !== leader || name === '') return;
    if (name === 'synced') server.isSynced = true;
    else if (isWrite(name)) {
      runCommand(server.data, name, args);
      note(server, encode([name, ...args]));
    }
  });
  const hear = (bytes: string): void => {
    heardMs = process.now();
    take(bytes);
  };
  process.connect(leader.host, leader.port, { write: hear, end }, (socket) => {
    if (typeof socket === 'string') return end();
    if (server.leader !== leader) return socket.end();
    server.link = socket;
    socket.write(encode(['sync']));
    const ping = (): void => {
      if (isOver || server.leader !== leader) return;
      if (process.now() - heardMs > silenceMs) {
        socket.end();
        return end();
      }
      socket.write(encode(['ping']));
      process.after(pingMs, ping, inBackground);
    };
    process.after(pingMs, ping, inBackground);
  });
}
