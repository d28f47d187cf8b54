/** Cells that are added, removed and moved, with Jupyter's keys: where the page lets one choose them. */
import { playgroundCells } from '../progress/playground-setup.ts';
import type { CommandPlace, PageCommand } from './command.ts';
import type { English } from '../words/words.ts';

const acts = (): Promise<typeof import('./playground-cells.ts')> => import('./playground-cells.ts');

const cellsOf = ({ page }: CommandPlace) => playgroundCells(page.data.cells, page.value.work);
const chosen = (place: CommandPlace) => cellsOf(place).find(({ id }) => id === place.cell);
/** Until what was kept has been read, it would be written over. */
const free = ({ page }: CommandPlace): boolean => page.data.free === true && page.value.phase !== 'reading';
const has: PageCommand['has'] = (page) => page.data.free === true;
const onCell = (place: CommandPlace): boolean => free(place) && !place.typing && chosen(place) !== undefined;
/** The first cell of all stands nowhere. */
const onCellOrNone = (place: CommandPlace): boolean => onCell(place) || (free(place) && !place.typing && cellsOf(place).length === 0);

const add = (side: 'above' | 'below') => (place: CommandPlace): void =>
  void acts().then(({ insertCell }) => insertCell(place.page, chosen(place)?.id, side));

function move(by: 1 | -1) {
  return (place: CommandPlace): void => {
    const cell = chosen(place);
    if (cell !== undefined) void acts().then(({ moveCell }) => moveCell(place.page, cell, by));
  };
}

export const playgroundCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
  { id: 'add-above', title: 'Add a cell above this one (playground)', group: 'Cells', has, keys: ['a'], when: onCellOrNone, run: add('above') },
  { id: 'add-below', title: 'Add a cell below this one (playground)', group: 'Cells', has, keys: ['b'], when: onCellOrNone, run: add('below') },
  {
    id: 'remove-cell',
    title: 'Remove this cell (playground)',
    group: 'Cells',
    has,
    keys: ['d d'],
    when: onCell,
    run(place) {
      const cell = chosen(place);
      if (cell !== undefined) void acts().then(({ removeCell }) => removeCell(place.page, cell));
    },
  },
  { id: 'move-up', title: 'Move this cell up (playground)', group: 'Cells', has, keys: ['Mod+Shift+ArrowUp'], when: onCell, run: move(-1) },
  { id: 'move-down', title: 'Move this cell down (playground)', group: 'Cells', has, keys: ['Mod+Shift+ArrowDown'], when: onCell, run: move(1) },
];
