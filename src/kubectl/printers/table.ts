/** Server-side Tables as text (cli-runtime pkg/printers/tableprinter.go). */
import type { Json, JsonObject } from '../../engine/index.ts';
import { isList, list, objects, scalar, strings, text } from '../json.ts';
import { alignTabs, TABLE_TABS } from './tab-writer.ts';

export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  /** Prefix of names: `pod/`, `deployment.apps/`; '' for none. */
  readonly namePrefix: string;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
}

/** One Table, ready to print: header and rows of cells. */
export interface TableText {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The cells a Table shows under these options. */
export function tableCells(table: Json, options: TableOptions): TableText {
  const columns = objects(table, 'columnDefinitions');
  const shown = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => options.wide || column['priority'] === 0 || column['priority'] === undefined);
  const nameIndex = columns.findIndex(
    (column) => text(column, 'format') === 'name' && text(column, 'type') === 'string',
  );
  const labels = options.labelColumns;
  const header = [
    ...(options.withNamespace ? ['NAMESPACE'] : []),
    ...shown.map(({ column }) => text(column, 'name').toUpperCase()),
    ...labels.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
    ...(options.showLabels ? ['LABELS'] : []),
  ];
  const rows = objects(table, 'rows').map((row) => {
    const cells = list(row, 'cells');
    const own = new Map(strings(row, 'object', 'metadata', 'labels'));
    return [
      ...(options.withNamespace ? [text(row, 'object', 'metadata', 'namespace')] : []),
      ...shown.map(({ index }) => `${index === nameIndex ? options.namePrefix : ''}${cellText(cells[index])}`),
      ...labels.map((label) => own.get(label) ?? ''),
      ...(options.showLabels ? [formatLabels(row)] : []),
    ];
  });
  return { header, rows };
}

function formatLabels(row: JsonObject): string {
  const labels = strings(row, 'object', 'metadata', 'labels');
  return labels.length === 0 ? '<none>' : labels.map(([key, value]) => `${key}=${value}`).join(',');
}

/** A cell, cut at its first line break as the real one cuts it. */
function cellText(cell: Json | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (isList(cell)) return `[${cell.map(scalar).join(' ')}]`;
  const whole = scalar(cell);
  const end = whole.search(/[\f\n\r]/);
  return end < 0 ? whole : `${whole.slice(0, end)}...`;
}

/** Aligned lines; `remembered` keeps widths from one call to the next. */
export function formatRows(rows: readonly (readonly string[])[], remembered?: number[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map((cells) => `${cells.join('\t')}\n`).join('');
  return alignTabs(lines, remembered ? { ...TABLE_TABS, remembered } : TABLE_TABS);
}
