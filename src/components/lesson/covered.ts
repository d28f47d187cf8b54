/** What gives a prediction away is covered as the page is built; `islands/covers.ts` uncovers it. */
import { coveredCells } from '../../lesson/deciding-cells.ts';
import { type English, tr } from '../../lesson/words/words.ts';

/** By the property that `cell.css` reads: what stands in the place of what is covered. */
const coverWords: Readonly<Record<string, English>> = {
  '--covered': 'Shows once this cell has run: answer the prediction first.',
  '--covered-causes': 'What caused what: shows once its cell has run.',
};

/** The page's `style` with these words in its language; English has none, for the style sheet says them. */
export function coverStyle(): string | undefined {
  const words = Object.entries(coverWords).flatMap(([property, text]) => (tr(text) === text ? [] : [`${property}:${JSON.stringify(tr(text))}`]));
  return words.length === 0 ? undefined : words.join(';');
}

/** The value of `data-covered` for what shows a cell's result: empty where it would answer a prediction of this page, else no attribute. */
export function coveredFor({ starlightRoute }: App.Locals, cell: string): '' | undefined {
  return coveredCells(starlightRoute.entry.body ?? '')[cell] === undefined ? undefined : '';
}
