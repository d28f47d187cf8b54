// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Output } from '../../lesson/baked.ts';
import CellResult from './CellResult.svelte';
import CellView from './CellView.svelte';
import { outputText } from './output-text.ts';

const cell = { language: 'sh', id: 'list', number: 2, code: 'kubectl get pods', atMs: 20_000 } as const;
const html = (text: string) => createRawSnippet(() => ({ render: () => text }));
const text = html('<code>kubectl get pods</code>');
const foot = { fromMs: 0, toMs: 2000, fromRevision: 1, toRevision: 9, quiet: true };

afterEach(cleanup);

/** What stands in the page for these pieces of output. */
function shown(...output: readonly Output[]): HTMLElement {
  return render(CellResult, { output, number: 2, foot }).container;
}

test('the label says what the mark means', () => {
  render(CellView, { cell, text, state: 'stale' });
  screen.getByRole('region', { name: 'Cell 2, shell, at 20 s, changed since it ran' });
});

test('a running cell can be interrupted and not run again', async () => {
  const onrun = vi.fn();
  const onstop = vi.fn();
  render(CellView, { cell, text, state: 'running', message: 'Hasn’t ended yet.', onrun, onstop });
  await fireEvent.click(screen.getByRole('button', { name: 'Interrupt cell 2' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Interrupt' }));
  expect(onstop).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: 'Run cell 2' })).toBeNull();
});

test('the buttons of a result lead to the line, of this cell or of a file', async () => {
  const onedit = vi.fn();
  const onfile = vi.fn();
  const result = html('<p><button data-line="4">Go to line 4</button><button data-line="7" data-file="a.ts">Go to a.ts</button></p>');
  render(CellView, { cell, text, result, onedit, onfile });
  await fireEvent.click(screen.getByRole('button', { name: 'Go to line 4' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Go to a.ts' }));
  expect(onedit.mock.calls).toEqual([[4]]);
  expect(onfile.mock.calls).toEqual([['a.ts', 7]]);
});

test('the text gives way to the editor and comes back', async () => {
  const editor = html('<div>editor</div>');
  const { container, rerender } = render(CellView, { cell, text, editor, editing: true });
  expect(container.querySelector('pre')?.hidden).toBe(true);
  await rerender({ editing: false });
  expect(container.querySelector('pre')?.hidden).toBe(false);
  expect(screen.getByText('editor').closest<HTMLElement>('[hidden]')).not.toBeNull();
});

test('an error shows its line and the spot in it', () => {
  const error = {
    title: 'TypeError: no',
    source: [{ number: 4, text: 'print(owner.kind)' }],
    line: 4,
    columns: [6, 16] as const,
  };
  const container = shown({ kind: 'error', error });
  expect(container.querySelector('.squig')?.textContent).toBe('owner.kind');
  expect(container.querySelector('.ln.at')?.textContent).toBe('4');
  expect(container.querySelector<HTMLElement>('button')?.dataset['line']).toBe('4');
});

test('colours are classes, never markup of the text', () => {
  const container = shown({ kind: 'text', text: '\u001b[31m<b>no</b>\u001b[0m done\n' });
  expect(container.querySelector('.tx-fault')?.textContent).toBe('<b>no</b>');
  expect(container.querySelector('pre')?.textContent).toBe('<b>no</b> done');
});

test('a table has headings, and numbers stand under each other', () => {
  const container = shown({ kind: 'table', table: { columns: ['pod', 'restarts'], rows: [['web', '5']], omitted: 3 } });
  expect([...container.querySelectorAll('th')].map(({ className, textContent }) => `${className} ${textContent}`.trim())).toEqual(['pod', 'num restarts']);
  expect(container.textContent).toContain('and 3 more rows');
});

test('a tree opens where something has changed', () => {
  const leaf = { key: 'nodeName', value: 'node-2', change: 'changed', was: 'node-1' } as const;
  const spec = { key: 'spec', value: '1 field', changedBelow: true, children: [leaf] } as const;
  const meta = { key: 'metadata', value: '1 field', children: [{ key: 'name', value: 'web' }] };
  const container = shown({ kind: 'tree', tree: { key: 'Pod/web', value: '2 fields', changedBelow: true, children: [meta, spec] } });
  const open = [...container.querySelectorAll('details')].map(({ open: is, firstElementChild }) => [firstElementChild?.querySelector('.k')?.textContent, is]);
  expect(open).toEqual([['Pod/web', true], ['metadata', false], ['spec', true]]);
  expect(container.querySelector('.leaf .to')?.textContent).toBe('node-2');
});

test('what changed is counted, and those that did not share a line', () => {
  const pod = (name: string, change: 'created' | 'same') => ({ name: `Pod/${name}`, kind: 'Pod', change, fields: [], owns: [] });
  const set = { name: 'ReplicaSet/web', kind: 'ReplicaSet', change: 'changed' as const, revision: 5, fields: [{ path: 'spec.replicas', from: '2', to: '3' }], owns: [pod('a', 'same'), pod('b', 'same'), pod('c', 'created')] };
  const container = shown({ kind: 'changes', objects: [set], omitted: 0 });
  expect(container.querySelector('summary')?.textContent).toBe('What changed: 1 created, 1 changed');
  expect(container.querySelectorAll('.tree li')).toHaveLength(3);
  expect(container.querySelector('.tree .to')?.textContent).toBe('3');
});

test('what is copied is text: tables with tabs, trees indented, without buttons and feet', () => {
  const tree = { key: 'Pod/web', value: '1 field', children: [{ key: 'kind', value: 'Pod' }] };
  const container = shown(
    { kind: 'text', text: 'done\n' },
    { kind: 'table', table: { columns: ['a', 'b'], rows: [['1', '2']], omitted: 0 } },
    { kind: 'tree', tree },
  );
  expect(outputText(container)).toBe('done\na\tb\n1\t2\nPod/web 1 field\n  kind Pod');
});

test('columns keep their lines, and everything else wraps', () => {
  const wraps = (text: string): boolean => shown({ kind: 'text', text }).querySelector('pre')?.classList.contains('wraps') === true;
  expect(wraps('NAME   READY\nweb    1/1\n')).toBe(false);
  expect(wraps('spec:\n  replicas: 3\n')).toBe(false);
  cleanup();
  expect(wraps("data[a b]: Invalid value: a valid config key (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name')\n")).toBe(true);
});
