/** `-o custom-columns=NAME:.metadata.name,…` and `--sort-by`. */
import type { Json, JsonObject } from '../../engine/index.ts';
import { CliError } from '../errors.ts';
import { at, isList, scalar } from '../json.ts';
import { compilePath } from '../jsonpath/index.ts';
import { toCompactJson } from './json.ts';
import { formatRows } from './table.ts';

export interface CustomColumn {
  readonly header: string;
  read(value: Json): readonly Json[];
}

/** Columns of a spec; throws what kubectl says about a bad one. */
export function parseColumns(spec: string): readonly CustomColumn[] {
  if (spec === '') throw new CliError('custom-columns format specified but no custom columns given');
  return spec.split(',').map((part) => {
    const colon = part.indexOf(':');
    if (colon < 0) {
      throw new CliError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    }
    return { header: part.slice(0, colon), read: compilePath(part.slice(colon + 1)) };
  });
}

/** Columns of a file: headers on its first line, paths on its second. */
export function parseColumnsFile(content: string): readonly CustomColumn[] {
  const [headers = '', paths = ''] = content.split('\n');
  const names = headers.trim().split(/\s+/);
  const specs = paths.trim().split(/\s+/);
  if (names.length !== specs.length) {
    throw new CliError(`number of headers (${names.length}) and field specifications (${specs.length}) don't match`);
  }
  return names.map((header, index) => ({ header, read: compilePath(specs[index] ?? '') }));
}

/** Lines of these columns, the header first unless told otherwise. */
export function formatColumns(
  columns: readonly CustomColumn[],
  objects: readonly JsonObject[],
  noHeaders: boolean,
): string {
  const rows = objects.map((object) => columns.map((column) => cell(column.read(object))));
  return formatRows(noHeaders ? rows : [columns.map((column) => column.header), ...rows]);
}

function cell(values: readonly Json[]): string {
  if (values.length === 0) return '<none>';
  return values.map((value) => (value === null ? '<nil>' : goValue(value))).join(',');
}

/** Go's %v of decoded JSON: `map[a:1]`, `[a b]`. */
function goValue(value: Json): string {
  if (isList(value)) return `[${value.map(goValue).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value) || (value === null ? '<nil>' : '');
  const parts = Object.keys(value).sort();
  return `map[${parts.map((key) => `${key}:${goValue(at(value, key) ?? null)}`).join(' ')}]`;
}

/** Sorts objects (or rows, by `objectOf`) by a path's first value; those without it come first. Stable. */
export function sortBy<T>(items: readonly T[], expression: string, objectOf: (item: T) => Json): readonly T[] {
  const read = compilePath(expression);
  const keyed = items.map((item) => ({ item, key: read(objectOf(item))[0] }));
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) {
    throw new CliError(
      `couldn't find any field with path ${JSON.stringify(braced(expression))} in the list of objects`,
    );
  }
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item);
}

function braced(expression: string): string {
  return expression.startsWith('{') ? expression : `{${expression.startsWith('.') ? '' : '.'}${expression}}`;
}

function compareKeys(a: Json | undefined, b: Json | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [word(a), word(b)];
  const [l, r] = [quantity(left), quantity(right)];
  if (l !== undefined && r !== undefined && l !== r) return l - r;
  return left < right ? -1 : left > right ? 1 : 0;
}

function word(value: Json): string {
  return typeof value === 'object' ? toCompactJson(value) : String(value);
}

const SUFFIX: Readonly<Record<string, number>> = {
  '': 1,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

// As upstream: texts that are quantities sort by what they are worth.
function quantity(value: string): number | undefined {
  const found = /^([-+]?\d+(?:\.\d+)?)([numkMGT]|[KMGT]i)?$/.exec(value);
  return found === null ? undefined : Number(found[1]) * (SUFFIX[found[2] ?? ''] ?? 1);
}
