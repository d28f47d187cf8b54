/** What gives a prediction away is covered as the page is built; `islands/covers.ts` uncovers it. */
import { coveredCells } from '../../lesson/deciding-cells.ts';

/** The value of `data-covered` for what shows a cell's result: empty where it would answer a prediction of this page, else no attribute. */
export function coveredFor({ starlightRoute }: App.Locals, cell: string): '' | undefined {
  return coveredCells(starlightRoute.entry.body ?? '')[cell] === undefined ? undefined : '';
}
