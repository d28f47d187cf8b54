import { expect, test } from 'vitest';
import { type CellElement, cellAddress } from './address.ts';
import { fillOwnCell } from './own-cell.ts';
import { parseHeight, parseHello } from './protocol.ts';

const address = (element: Partial<CellElement>): string => cellAddress('https://example.edu/course/', { text: '', ...element });

test('a cell of a lesson is shown by its address', () => {
  expect(address({ lesson: '1-thermostats' })).toBe('https://example.edu/course/embed/1-thermostats/');
  expect(address({ lesson: '1-thermostats', cell: 'room', theme: 'dark' })).toBe('https://example.edu/course/embed/1-thermostats/?theme=dark#cell-room');
  expect(address({ lesson: '1-thermostats', theme: 'pink' })).toBe('https://example.edu/course/embed/1-thermostats/');
});

test('a name that leads elsewhere is refused', () => {
  expect(() => address({ lesson: '../../elsewhere' })).toThrow('<converge-cell>: lesson="../../elsewhere" is no name');
  expect(() => address({ lesson: '1-thermostats', cell: 'room"' })).toThrow('cell="room"" is no name');
});

/** What the page has read of an address: its data, or what it says. */
function filled(fragment: string): unknown {
  const data = { textContent: JSON.stringify({ slug: 'embed', nodes: 3, cells: [] }) };
  const place = { textContent: '' };
  // The function is written into a page as its text, so that is what is tried.
  const fill: typeof fillOwnCell = new Function(`return (${fillOwnCell})`)();
  fill({ getElementById: (id: string) => (id === 'lesson-data' ? data : place) as unknown as HTMLElement }, fragment);
  return place.textContent === '' ? JSON.parse(data.textContent) : place.textContent;
}

test('a cell of one’s own travels in the address, without the margin that it has in HTML', () => {
  const text = '\n      kubectl get nodes\n        # further in\n\n      kubectl get pods\n    ';
  const { hash } = new URL(address({ text, language: 'sh', nodes: '5', seed: '7' }));
  expect(filled(hash)).toEqual({
    slug: 'embed',
    nodes: 5,
    seed: 7,
    cells: [{ language: 'sh', id: 'own', number: 1, code: 'kubectl get nodes\n  # further in\n\nkubectl get pods' }],
  });
});

test('an address that makes no sense is answered by a sentence', () => {
  expect(filled('#code=ls&nodes=1e9')).toBe('This cell can’t be shown: nodes is a whole number from 0 to 100, not “1e9”.');
  expect(filled('#code=ls&language=perl')).toBe('This cell can’t be shown: language is one of sh, yaml, ts, not “perl”.');
  expect(filled('')).toBe('This cell can’t be shown: there is no text in it.');
});

test('of messages only those of the protocol are taken', () => {
  expect(parseHello({ type: 'converge-hello' })).toEqual({ type: 'converge-hello', theme: 'auto' });
  expect(parseHeight({ type: 'converge-height', heightPx: 300 })).toEqual({ type: 'converge-height', heightPx: 300 });
  for (const wrong of [undefined, null, 'converge-hello', [], { type: 'hello' }, { type: 'converge-hello', theme: 'pink' }]) expect(parseHello(wrong)).toBeUndefined();
  for (const heightPx of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 20_001, '300', null]) expect(parseHeight({ type: 'converge-height', heightPx })).toBeUndefined();
});
