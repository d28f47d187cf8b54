/** Draws the cell that came in the address. */
import { mount } from 'svelte';
import CellIsland from '../islands/CellIsland.svelte';
import { lessonPage } from '../islands/page.ts';

const target = document.getElementById('own-cell');
const cell = lessonPage()?.data.cells[0];
if (target !== null && cell !== undefined) {
  target.replaceChildren();
  mount(CellIsland, { target, props: { cell, built: 'never' } });
}
// Another cell, where the page around changes it.
addEventListener('hashchange', () => location.reload());
