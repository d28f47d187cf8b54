/** Clients of a MySQL server: one statement over a connection of its own, and the command line's tools. */
import type { Process, Socket } from '../../../sdk/index.ts';
import { type Answer, quote, type Result } from './database.ts';

export interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** A client's patience. */
const patienceMs = 10_000;

/** What a client sends: one line of JSON. The server answers with one, and closes. */
export interface Query extends Pick<Server, 'user' | 'password'> {
  readonly database: string;
  readonly sql: string;
}

/** Sends one statement. */
export function query(process: Process, server: Server, database: string, sql: string, done: (answer: Answer) => void): void {
  const { host, port, user, password } = server;
  let text = '';
  let open: Socket | undefined;
  let isOver = false;
  const end = (answer: Answer): void => {
    if (isOver) return;
    isOver = true;
    open?.end();
    done(answer);
  };
  const fail = (why: string): void => end({ error: why === 'bad address' ? `ERROR 2005 (HY000): Unknown MySQL server host '${host}' (-2)` : `ERROR 2003 (HY000): Can't connect to MySQL server on '${host}:${port}' (${codes[why] ?? 110})` });
  const take = (bytes: string): void => {
    text += bytes;
    if (text.endsWith('\n')) end(JSON.parse(text));
  };
  process.after(patienceMs, () => fail('timed out'), { background: true });
  process.connect(host, port, { write: take, end: () => end({ error: 'ERROR 2013 (HY000): Lost connection to MySQL server during query' }) }, (socket) => {
    if (typeof socket === 'string') return fail(socket);
    open = socket;
    const sent: Query = { user, password, database, sql };
    socket.write(`${JSON.stringify(sent)}\n`);
  });
}

const codes: Readonly<Record<string, number>> = { 'connection refused': 111, 'no route to host': 113 };

interface Line {
  readonly server: Server;
  readonly words: readonly string[];
  readonly execute: string | undefined;
  readonly isSilent: boolean;
}

/** `-h db`, `-hdb`, `--host=db` and `--host db`; a password stands with its option, or in MYSQL_PWD. */
function parseLine({ argv, env }: Process): Line {
  const values = new Map<string, string>();
  const words: string[] = [];
  const long: Readonly<Record<string, string>> = { host: 'h', port: 'P', user: 'u', password: 'p', execute: 'e', 'skip-column-names': 'N', batch: 'B' };
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    const [, name = '', equals] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? /^-(\w)([\s\S]+)?$/.exec(word) ?? [];
    const option = long[name] ?? name;
    if (name === '') words.push(word);
    else if ('hPue'.includes(option) && equals === undefined) values.set(option, argv[++at] ?? '');
    else if (/^[NBs]$/.test(option) && equals !== undefined && !word.startsWith('--')) values.set('N', '');
    else values.set(option, equals ?? '');
  }
  const server = { host: values.get('h') ?? '127.0.0.1', port: Number(values.get('P') ?? 3306), user: values.get('u') ?? 'root', password: values.get('p') ?? env['MYSQL_PWD'] ?? '' };
  return { server, words, execute: values.get('e'), isSilent: values.has('N') };
}

function fail(process: Process, program: string, error: string): void {
  process.warn(program === 'mysql' ? error : `${program}: Got error: ${error.replace(/^ERROR (\d+) \(\w+\)/, '$1')} when trying to connect`);
  process.exit(program === 'mysql' ? 1 : 2);
}

/** `mysql [DATABASE] -e 'STATEMENT; …'`; a standard input isn't read. */
export function mysqlClient(process: Process): void {
  const { server, words: [database = ''], execute = 'select 1', isSilent } = parseLine(process);
  const [...statements] = execute.split(/;\s*(?=\w|$)/).filter((each) => each.trim() !== '');
  let used = database;
  const next = (): void => {
    const sql = statements.shift();
    if (sql === undefined) return process.exit(0);
    const use = /^\s*use\s+`?(\w+)`?\s*$/i.exec(sql)?.[1];
    if (use !== undefined) {
      used = use;
      return next();
    }
    query(process, server, used, sql, (answer) => {
      if ('error' in answer) return fail(process, 'mysql', answer.error);
      const lines = [...(isSilent || answer.columns.length === 0 ? [] : [answer.columns]), ...answer.rows];
      if (answer.rows.length > 0) process.log(lines.map((row) => row.join('\t')).join('\n'));
      next();
    });
  };
  next();
}

/** `mysqladmin ping` asks whether the server answers, whoever asks. */
export function mysqlAdmin(process: Process): void {
  const { server, words: [command = ''] } = parseLine(process);
  query(process, server, '', 'select 1', (answer) => {
    const isAlive = !('error' in answer) || (command === 'ping' && answer.error.startsWith('ERROR 1045'));
    if (isAlive) process.log(command === 'ping' ? 'mysqld is alive' : '');
    else process.warn(`mysqladmin: connect to server at '${server.host}' failed\nerror: '${'error' in answer ? answer.error.replace(/^.*?: /, '') : ''}'`);
    process.exit(isAlive ? 0 : 1);
  });
}

/** `mysqldump DATABASE` prints the statements that make it again. */
export function mysqlDump(process: Process): void {
  const { server, words: [database = ''] } = parseLine(process);
  const ask = (sql: string, then: (result: Result) => void): void =>
    query(process, server, database, sql, (answer) => ('error' in answer ? fail(process, 'mysqldump', answer.error) : then(answer)));
  ask('show tables', ({ rows: tables }) => {
    process.log(`-- MySQL dump\n--\n-- Host: ${server.host}    Database: ${database}`);
    const next = (at: number): void => {
      const table = tables[at]?.[0];
      if (table === undefined) {
        process.log(`-- Dump completed on ${new Date(process.now()).toISOString().slice(0, 19).replace('T', ' ')}`);
        return process.exit(0);
      }
      ask(`select * from ${table}`, ({ columns, rows }) => {
        process.log(`CREATE TABLE \`${table}\` (${columns.map((column) => `\`${column}\` text`).join(', ')});`);
        if (rows.length > 0) process.log(`INSERT INTO \`${table}\` VALUES ${rows.map((row) => `(${row.map(quote).join(',')})`).join(',')};`);
        next(at + 1);
      });
    };
    next(0);
  });
}
