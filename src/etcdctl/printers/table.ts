/** `-w table`: boxes, for lists of members, endpoints and snapshots (ctlv3/command/printer_table.go). */
import type { Io } from '../types.ts';
import type { Printer } from './printer.ts';
import { hashRows, healthRows, memberRows, type Rows, snapshotRows, statusRows } from './rows.ts';
import { unsupported } from './unsupported.ts';

export function createTablePrinter(io: Pick<Io, 'stdout'>): Printer {
  return {
    ...unsupported('table'),
    format: 'table',
    members: (answer) => io.stdout(box(memberRows(answer))),
    health: (list) => io.stdout(box(healthRows(list))),
    status: (list) => io.stdout(box(statusRows(list))),
    hashKv: (list) => io.stdout(box(hashRows(list))),
    snapshot: (facts) => io.stdout(box(snapshotRows(facts))),
  };
}

/** Headers in capitals and in the middle, cells at the right. */
function box({ header, rows }: Rows): string {
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`;
  const titles = header.map((name, at) => {
    const room = (widths[at] ?? 0) - name.length;
    const left = Math.floor(room / 2);
    return ` ${' '.repeat(left)}${name.toUpperCase()}${' '.repeat(room - left)} `;
  });
  const lines = rows.map((row) => `|${row.map((cell, at) => ` ${cell.padStart(widths[at] ?? 0)} `).join('|')}|\n`);
  return `${rule}|${titles.join('|')}|\n${rule}${lines.join('')}${rule}`;
}
