/** Databases of tables of texts, a file a table, and the few statements that clients of the examples send. */
import type { Files } from '../../../sdk/index.ts';

export interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Answer = Result | { readonly error: string };

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Where a server keeps its files. */
interface Store {
  readonly files: Files;
  readonly folder: string;
  readonly version: string;
}

const nothing: Result = { columns: [], rows: [] };
const systemDatabases = ['information_schema', 'mysql', 'performance_schema', 'sys'];

/** Carries out one statement in a database. */
export function runSql(store: Store, database: string, sql: string): Answer {
  const text = sql.trim().replace(/;$/, '');
  for (const [pattern, run] of statements) {
    const match = pattern.exec(text);
    if (match !== null) return run({ store, database, groups: match.slice(1).map((group) => group ?? '') });
  }
  const near = text.slice(0, 80);
  return { error: `ERROR 1064 (42000): You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '${near}' at line 1` };
}

interface Statement {
  readonly store: Store;
  readonly database: string;
  readonly groups: readonly string[];
}

const name = '`?([\\w.]+)`?';
const statement = (source: string): RegExp => new RegExp(`^${source.replaceAll('NAME', name).replaceAll(' ', '\\s+')}$`, 'is');

const statements: readonly (readonly [RegExp, (statement: Statement) => Answer])[] = [
  [statement('show databases'), ({ store }) => ({ columns: ['Database'], rows: [...databasesOf(store), ...systemDatabases].sort().map((each) => [each]) })],
  [statement('show tables'), ({ store, database }) => (has(store, database) ? { columns: [`Tables_in_${database}`], rows: tablesOf(store, database).map((each) => [each]) } : unknown(database))],
  [statement('create database (if not exists )?NAME'), ({ store, groups: [lenient, created = ''] }) => createDatabase(store, created, lenient !== '')],
  [statement('drop database NAME'), ({ store, groups: [dropped = ''] }) => dropDatabase(store, dropped)],
  [statement('create table (if not exists )?NAME\\s*\\((.*)\\).*'), createTable],
  [statement('insert into NAME\\s*(?:\\(([^)]*)\\))?\\s*values\\s*(.*)'), insert],
  [statement('delete from NAME(?: where NAME\\s*=\\s*(.+))?'), remove],
  [statement('select (.+?) from NAME(?: where NAME\\s*=\\s*(.+?))?(?: order by .*)?'), select],
  [statement('select (.+)'), ({ store, groups: [wanted = ''] }) => ({ columns: [wanted], rows: [[/^version\(\)$/i.test(wanted) ? store.version : literal(wanted)]] })],
];

const pathOf = ({ folder }: Store, database: string, table?: string): string => `${folder}/${database}${table === undefined ? '' : `/${table}.ibd`}`;
const has = (store: Store, database: string): boolean => database !== '' && store.files.stat(pathOf(store, database))?.folder === true;
const unknown = (database: string): Answer => (database === '' ? { error: 'ERROR 1046 (3D000): No database selected' } : { error: `ERROR 1049 (42000): Unknown database '${database}'` });

/** Those that were created. */
export const databasesOf = (store: Store): readonly string[] => (store.files.list(store.folder) ?? []).filter((each) => !each.startsWith('.') && has(store, each));

/** The tables of a database. */
export const tablesOf = (store: Store, database: string): readonly string[] =>
  (store.files.list(pathOf(store, database)) ?? []).filter((each) => each.endsWith('.ibd')).map((each) => each.slice(0, -4));

function createDatabase(store: Store, created: string, isLenient: boolean): Answer {
  if (!has(store, created)) store.files.makeFolder(pathOf(store, created));
  else if (!isLenient) return { error: `ERROR 1007 (HY000): Can't create database '${created}'; database exists` };
  return nothing;
}

function dropDatabase(store: Store, dropped: string): Answer {
  if (!has(store, dropped)) return { error: `ERROR 1008 (HY000): Can't drop database '${dropped}'; database doesn't exist` };
  for (const table of tablesOf(store, dropped)) store.files.remove(pathOf(store, dropped, table));
  store.files.remove(pathOf(store, dropped));
  return nothing;
}

function createTable({ store, database, groups: [lenient = '', table = '', definitions = ''] }: Statement): Answer {
  if (!has(store, database)) return unknown(database);
  if (store.files.stat(pathOf(store, database, table)) !== undefined) return lenient === '' ? { error: `ERROR 1050 (42S01): Table '${table}' already exists` } : nothing;
  const columns = split(definitions).map((each) => /^`?(\w+)/.exec(each)?.[1] ?? '').filter((each) => !/^(?:primary|unique|key|index|constraint|)$/i.test(each));
  write(store, database, table, { columns, rows: [] });
  return nothing;
}

/** The table, or why there is none. */
function find(store: Store, database: string, table: string): Table | { readonly error: string } {
  if (!has(store, database)) return unknown(database) as { readonly error: string };
  const text = store.files.read(pathOf(store, database, table));
  return text === undefined ? { error: `ERROR 1146 (42S02): Table '${database}.${table}' doesn't exist` } : parseTable(text);
}

/** A line of JSON a row; the first one has the names of the columns. */
function parseTable(text: string): Table {
  const [columns = [], ...rows] = text.split('\n').filter((line) => line !== '').map((line): readonly string[] => JSON.parse(line));
  return { columns, rows };
}

const write = (store: Store, database: string, table: string, { columns, rows }: Table): string | undefined =>
  store.files.write(pathOf(store, database, table), [columns, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));

function insert({ store, database, groups: [table = '', names = '', values = ''] }: Statement): Answer {
  const found = find(store, database, table);
  if ('error' in found) return found;
  const { columns, rows } = found;
  const named = names === '' ? columns : split(names).map((each) => each.replaceAll('`', ''));
  const wrong = named.find((each) => !columns.includes(each));
  if (wrong !== undefined) return { error: `ERROR 1054 (42S22): Unknown column '${wrong}' in 'field list'` };
  const added = split(values).map((tuple) => split(tuple.replace(/^\(|\)$/g, '')).map(literal));
  if (added.some(({ length }) => length !== named.length)) return { error: "ERROR 1136 (21S01): Column count doesn't match value count at row 1" };
  // A first column without a value counts.
  const nextId = (at: number): string => String(Math.max(0, ...rows.map(([id]) => Number(id) || 0)) + 1 + at);
  const made = added.map((tuple, at) => columns.map((column, index) => tuple[named.indexOf(column)] ?? (index === 0 ? nextId(at) : '')));
  const problem = write(store, database, table, { columns, rows: [...rows, ...made] });
  return problem === undefined ? nothing : { error: `ERROR 1114 (HY000): The table '${table}' is full` };
}

/** The rows whose column has the value; all where no column is named. */
function matching({ columns }: Table, column: string, value: string): (row: readonly string[]) => boolean {
  const at = columns.indexOf(column);
  return (row) => column === '' || row[at] === literal(value);
}

function remove({ store, database, groups: [table = '', column = '', value = ''] }: Statement): Answer {
  const found = find(store, database, table);
  if ('error' in found) return found;
  const goes = matching(found, column, value);
  write(store, database, table, { columns: found.columns, rows: found.rows.filter((row) => !goes(row)) });
  return nothing;
}

function select({ store, database, groups: [wanted = '', table = '', column = '', value = ''] }: Statement): Answer {
  const [inDatabase, inTable] = table.includes('.') ? table.split('.') : [database, table];
  const found = find(store, inDatabase ?? '', inTable ?? '');
  if ('error' in found) return found;
  const rows = found.rows.filter(matching(found, column, value));
  if (/^count\(\*\)$/i.test(wanted)) return { columns: [wanted], rows: [[String(rows.length)]] };
  const columns = wanted === '*' ? found.columns : split(wanted).map((each) => each.replaceAll('`', ''));
  const wrong = columns.find((each) => !found.columns.includes(each));
  if (wrong !== undefined) return { error: `ERROR 1054 (42S22): Unknown column '${wrong}' in 'field list'` };
  return { columns, rows: rows.map((row) => columns.map((each) => row[found.columns.indexOf(each)] ?? '')) };
}

/** Parts between commas that stand in no quotes and no parentheses. */
function split(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote === '' && char === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    if (char === '\\') parts[parts.length - 1] += text.charAt(at++);
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    parts[parts.length - 1] += text.charAt(at);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `'it''s'` and `5` as texts. */
function literal(text: string): string {
  const quoted = /^'([\s\S]*)'$|^"([\s\S]*)"$/.exec(text.trim());
  return quoted === null ? text.trim() : (quoted[1] ?? quoted[2] ?? '').replaceAll("''", "'").replaceAll(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** A text as it stands in a statement. */
export const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, (char) => `\\${char}`).replaceAll('\n', '\\n')}'`;
