// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { CellFence } from '../../lesson/cells/fence.ts';
import CellIsland from './CellIsland.svelte';

const page = vi.hoisted(() => ({ source: vi.fn(), edit: vi.fn(), subscribe: () => () => undefined }));
vi.mock('./page.ts', () => ({ lessonPage: () => page }));
afterEach(cleanup);

const cell: CellFence = { id: 'a', number: 1, language: 'ts', code: "import { f } from './f.ts';\nf();" };

test('the line of an error is gone to where it lies: in the cell, or in another file of the workspace', async () => {
  const result = createRawSnippet(() => ({
    render: () => '<p><button data-line="2">Go to line 2</button><button data-line="7" data-file="f.ts">Go to line 7</button></p>',
  }));
  render(CellIsland, { cell, built: 'never', result });
  await fireEvent.click(screen.getByText('Go to line 2'));
  await fireEvent.click(screen.getByText('Go to line 7'));
  expect(page.edit.mock.calls).toEqual([['a', 2]]);
  expect(page.source.mock.calls).toEqual([['f.ts', 7]]);
});
