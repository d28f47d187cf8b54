/** What gives a prediction away is covered as the page is built; `islands/covers.ts` uncovers it. */
import { decidingCells } from '../../lesson/deciding-cells.ts';

/** The value of `data-covered` for what shows a cell's result: empty where a prediction of this page asks for it, else no attribute. */
export function coveredFor({ starlightRoute }: App.Locals, cell: string): '' | undefined {
  return Object.values(decidingCells(starlightRoute.entry.body ?? '')).includes(cell) ? '' : undefined;
}
