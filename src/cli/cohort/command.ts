/** `cohort grades.csv … --html FILE`: the page of a class, from what `grade --csv` has written: of one machine, or of several. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cohortPage } from '../grade/class/cohort-page.ts';
import { rowsFrom } from '../grade/class/rows.ts';

const usage = `cohort GRADES … --html FILE   a page of a class, from one or more tables that grade has written
  --title WORDS                   what stands above it`;

/** Resolves with the exit code: 0, or 2 for a wrong command. @throws Error for a table that can't be read. */
export async function cohortCommand(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { html: { type: 'string' }, title: { type: 'string', default: 'The class' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length === 0 || values.html === undefined) {
    console.error(usage);
    return 2;
  }
  const rows = positionals.flatMap((file) => {
    try {
      return rowsFrom(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  writeFileSync(values.html, cohortPage(rows, values.title));
  console.log(`${rows.length} rows: ${values.html}`);
  return 0;
}
