/** mysqld: databases in the files of its folder, for accounts with passwords. */
import type { Process, Socket } from '../../../sdk/index.ts';
import type { Query } from './client.ts';
import { type Answer, databasesOf, runSql } from './database.ts';

const port = 3306;
const folder = '/var/lib/mysql';
/** Making the system's tables on a new disk, and reading them on one that is known. */
const [initializeMs, startMs] = [4_000, 1_000];

/** Accounts and their passwords: a file of the server's. */
const accountsFile = `${folder}/mysql.ibd`;

const versionOf = (tag: string): string => /^\d+\.\d+\.\d+/.exec(tag)?.[0] ?? ({ 5.6: '5.6.51', 5.7: '5.7.44', 8: '8.4.3', '8.0': '8.0.40', 9: '9.1.0' }[/^[\d.]+/.exec(tag)?.[0] ?? ''] ?? '8.4.3');

function say(process: Process, text: string): void {
  process.log(`${new Date(process.now()).toISOString().slice(0, 19)}+00:00 [Note] [Entrypoint]: ${text}`);
}

/** A disk with its files is used as it is: variables count on a new one alone. */
export function mysqlServer(process: Process): void {
  say(process, `Entrypoint script for MySQL Server ${versionOf(process.tag)}-1.el9 started.`);
  const { files, env } = process;
  const isNew = files.read(accountsFile) === undefined;
  const hasPassword = ['MYSQL_ROOT_PASSWORD', 'MYSQL_ALLOW_EMPTY_PASSWORD', 'MYSQL_RANDOM_ROOT_PASSWORD'].some((name) => (env[name] ?? '') !== '');
  if (isNew && !hasPassword) {
    process.warn('[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified\n    You need to specify one of the following as an environment variable:\n    - MYSQL_ROOT_PASSWORD\n    - MYSQL_ALLOW_EMPTY_PASSWORD\n    - MYSQL_RANDOM_ROOT_PASSWORD');
    return process.after(500, () => process.exit(1));
  }
  if (isNew) say(process, 'Initializing database files');
  process.after(isNew ? initializeMs : startMs, () => {
    if (isNew) initialize(process);
    if (!process.listenTcp(port, (peer) => accept(process, peer))) return process.exit(1);
    process.log(`mysqld: ready for connections. Version: '${versionOf(process.tag)}'  socket: '/var/run/mysqld/mysqld.sock'  port: ${port}  MySQL Community Server - GPL.`);
  });
  process.onTerminate(() => {
    process.log('mysqld: Received SHUTDOWN from user <via user signal>.');
    process.close(port);
    process.after(1_000, () => process.exit(0));
  });
}

function initialize({ files, env, tag }: Process): void {
  const { MYSQL_DATABASE: database = '', MYSQL_USER: user = '', MYSQL_PASSWORD: password = '', MYSQL_ROOT_PASSWORD: root = '' } = env;
  files.write(accountsFile, JSON.stringify({ root, ...(user !== '' && { [user]: password }) }));
  if (database !== '') runSql({ files, folder, version: versionOf(tag) }, '', `create database if not exists ${database}`);
}

/** One line, one answer. */
function accept(process: Process, peer: Socket): Socket {
  let text = '';
  return {
    write(bytes) {
      text += bytes;
      const end = text.indexOf('\n');
      if (end < 0) return;
      peer.write(`${JSON.stringify(answer(process, text.slice(0, end)))}\n`);
      text = text.slice(end + 1);
    },
    end() {},
  };
}

function answer({ files, tag }: Process, line: string): Answer {
  const asked = parse(line);
  if (asked === undefined) return { error: 'ERROR 1156 (08S01): Got packets out of order' };
  const { user, password, database, sql } = asked;
  const accounts: Readonly<Record<string, string>> = JSON.parse(files.read(accountsFile) ?? '{}');
  if (!Object.hasOwn(accounts, user) || accounts[user] !== password) {
    return { error: `ERROR 1045 (28000): Access denied for user '${user}'@'%' (using password: ${password === '' ? 'NO' : 'YES'})` };
  }
  const store = { files, folder, version: versionOf(tag) };
  if (database !== '' && !databasesOf(store).includes(database)) return { error: `ERROR 1049 (42000): Unknown database '${database}'` };
  return runSql(store, database, sql);
}

function parse(line: string): Query | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isQuery(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isQuery(value: unknown): value is Query {
  if (typeof value !== 'object' || value === null) return false;
  return (['user', 'password', 'database', 'sql'] as const).every((field) => field in value && typeof (value as Record<string, unknown>)[field] === 'string');
}
