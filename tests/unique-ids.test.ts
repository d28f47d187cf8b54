import { expect, test } from 'vitest';
import { doubledIds } from '../scripts/unique-ids.ts';

test('an id that occurs twice in a page is found, however it is written', () => {
  const page = `<main id="a"><p class="x" id='b'>id="a"</p><svg id=c></svg><input id="b"><i data-id="a" aria-labelledby="a c"></i><a id=c>x</a></main>`;
  expect(doubledIds(page)).toEqual(['b', 'c']);
});

test('scripts, templates and comments are no part of it', () => {
  expect(doubledIds('<p id="a"></p><script>x = `<p id="a">`</script><template><p id="a"></p></template><!-- <p id="a"> -->')).toEqual([]);
});
