/** Columns aligned as Go's text/tabwriter aligns them; widths may be remembered between blocks (watch). */

export interface TabOptions {
  readonly minWidth: number;
  readonly padding: number;
  /** Column widths so far, grown in place. */
  readonly remembered?: number[];
}

/** What cli-runtime's printers use. */
export const TABLE_TABS: TabOptions = { minWidth: 6, padding: 3 };

/**
 * Aligns lines of tab-separated cells. As in Go a column is a block of neighbouring lines that all have a cell ended by a tab there;
 * the last cell of a line is in no column.
 */
export function alignTabs(text: string, options: TabOptions): string {
  const lines = text.split('\n').map((line) => line.split('\t'));
  const widths = lines.map((): number[] => []);
  const depth = Math.max(...lines.map((cells) => cells.length - 1));
  for (let column = 0; column < depth; column++) setWidths(lines, widths, column, options);
  return lines.map((cells, row) => renderLine(cells, widths[row] ?? [])).join('\n');
}

function setWidths(lines: readonly string[][], widths: number[][], column: number, options: TabOptions): void {
  let row = 0;
  while (row < lines.length) {
    const start = row;
    let width = Math.max(options.minWidth, options.remembered?.[column] ?? 0);
    while (row < lines.length && (lines[row]?.length ?? 0) - 1 > column) {
      const cell = lines[row]?.[column] ?? '';
      width = Math.max(width, [...cell].length + options.padding);
      row += 1;
    }
    if (row === start) {
      row += 1;
      continue;
    }
    if (options.remembered) options.remembered[column] = width;
    for (let each = start; each < row; each++) {
      const own = widths[each];
      if (own) own[column] = width;
    }
  }
}

function renderLine(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, column) => (column < cells.length - 1 ? padRight(cell, widths[column] ?? 0) : cell)).join('');
}

function padRight(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - [...cell].length));
}
