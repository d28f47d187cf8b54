/** What `print`, `table`, `tree` and `chart` of a `ts` cell make of what they are given. Whatever that is, it ends as plain data. */
import type { ChartData, ChartLine, DisplayData, TableData } from '../../viz/display-data.ts';
import { isRecord } from '../record.ts';
import type { Output } from '../types.ts';
import { formatLine, formatValue, shortest } from './format.ts';
import { valueTree } from './value-tree.ts';

/** What a cell prints with, by the names it sees. */
export interface PrintingNames {
  /** Text, or of a single value what shows it best: a table of flat objects, a tree of anything that is long. */
  readonly print: (...values: readonly unknown[]) => void;
  readonly table: (rows: unknown, columns?: unknown) => void;
  /** `before`: what has changed since is marked. */
  readonly tree: (value: unknown, before?: unknown) => void;
  readonly chart: (request: unknown) => void;
}

export function printingNames(output: (output: Output) => void): PrintingNames {
  return {
    print(...values) {
      const piece = printed(values);
      output(typeof piece === 'string' ? { type: 'stdout', text: piece } : piece);
    },
    table: (rows, columns) => output({ type: 'table', table: tableOf(rows, columns) }),
    tree: (value, before) => output({ type: 'tree', tree: valueTree(value, before) }),
    chart: (request) => output({ type: 'chart', chart: chartOf(request) }),
  };
}

const mostRows = 200;
const mostColumns = 16;
const mostLines = 8;
const mostPoints = 500;

/** Several values are a line of text; one may be more than that. */
export function printed(values: readonly unknown[]): string | DisplayData {
  const [value] = values;
  if (values.length !== 1 || typeof value !== 'object' || value === null) return line(values);
  if (Array.isArray(value) && value.length > 0 && value.every(isFlat)) return { type: 'table', table: tableOf(value) };
  const text = formatValue(value);
  return text.length <= shortest || value instanceof Error ? `${text}\n` : { type: 'tree', tree: valueTree(value) };
}

const line = (values: readonly unknown[]): string => `${values.map(formatValue).join(' ')}\n`;

/**
 * Rows are objects (columns by their fields) or lists (columns by `columns`).
 * @throws TypeError when they are neither.
 */
export function tableOf(rows: unknown, columns?: unknown): TableData {
  if (!Array.isArray(rows)) throw new TypeError('table(rows): rows is a list');
  const list: readonly unknown[] = rows;
  const kept = list.slice(0, mostRows);
  const names = (Array.isArray(columns) ? columns.map(formatLine) : columnsOf(kept)).slice(0, mostColumns);
  return {
    columns: names,
    rows: kept.map((row) => names.map((name, index) => cellOf(Array.isArray(row) ? row[index] : fieldOf(row, name)))),
    omitted: list.length - kept.length,
  };
}

function columnsOf(rows: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  let widest = 0;
  for (const row of rows) {
    if (Array.isArray(row)) widest = Math.max(widest, row.length);
    else if (isRecord(row)) for (const name of Object.keys(row)) names.add(name);
    else widest = Math.max(widest, 1);
  }
  if (names.size > 0) return [...names];
  return Array.from({ length: widest }, (_, index) => String(index + 1));
}

const fieldOf = (row: unknown, name: string): unknown => (isRecord(row) ? row[name] : row);
const cellOf = (value: unknown): string => (value === undefined || value === null ? '' : formatLine(value));

/** Its fields are plain values, and there are some. */
function isFlat(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const fields = Object.values(value);
  return fields.length > 0 && fields.every((field) => typeof field !== 'object' || field === null);
}

/** @throws TypeError that says what is missing. */
export function chartOf(request: unknown): ChartData {
  if (!isRecord(request) || !isRecord(request['lines']))
    throw new TypeError("chart({ lines: { ready: [[0, 1], [5, 4]] } }): lines are missing");
  const steps = request['steps'] !== false;
  const text = (name: string): string => (request[name] === undefined ? '' : formatLine(request[name]));
  const lines = Object.entries(request['lines'])
    .slice(0, mostLines)
    .map(([name, points]) => chartLine(name, points, steps));
  if (lines.every(({ points }) => points.length === 0)) throw new TypeError('chart: there is no point to draw');
  return { title: text('title'), x: text('x'), y: text('y'), lines };
}

function chartLine(name: string, points: unknown, steps: boolean): ChartLine {
  const list: readonly unknown[] = Array.isArray(points) ? points : [];
  const pairs = list.slice(0, mostPoints).flatMap((point): (readonly [number, number])[] => {
    const pair: readonly unknown[] = Array.isArray(point) ? point : [];
    const [x, y] = [Number(pair[0]), Number(pair[1])];
    return Number.isFinite(x) && Number.isFinite(y) ? [[x, y]] : [];
  });
  const role = /^(wanted|wants|desired)$/i.test(name) ? 'wanted' : /^(actual|ready|is)$/i.test(name) ? 'actual' : 'other';
  return { name: formatLine(name), role, steps, points: pairs.toSorted((a, b) => a[0] - b[0]) };
}
