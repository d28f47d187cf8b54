/** The markup of texts in component properties. */
import { expect, test } from 'vitest';
import { inline } from './inline.ts';

test('code, emphasis and strong become elements, all else is text, and a moment stays on one line', () => {
  expect(inline('`a < b`, *now*, **Run** & <i>')).toBe('<code>a &lt; b</code>, <em>now</em>, <b>Run</b> &amp; &lt;i&gt;');
  expect(inline('by t = 2.387 s there were 3; `t = 1 s`')).toBe('by t\u00a0=\u00a02.387\u00a0s there were 3; <code>t = 1 s</code>');
});
