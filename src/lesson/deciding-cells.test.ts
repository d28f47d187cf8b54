import { expect, test } from 'vitest';
import { coveredCells, decidingCells } from './deciding-cells.ts';

test('each prediction has its cell, whatever else its element says', () => {
  const mdx = `
<Prediction
  id="gap"
  ask="Which loop? (cell=&quot;x&quot;)"
  options={['a', 'b']}
  cell="delete"
  reads="Created (\\S+)"
/>
<PredictOrder id="order" ask="…" cell="apply" items={[{ text: 'A Pod', first: '^create' }]} />
<Trace cell="other" of="Pod/.*" />
`;
  expect(decidingCells(mdx)).toEqual({ gap: 'delete', order: 'apply' });
});

test('a text without predictions has none', () => {
  expect(decidingCells('```sh cell id=apply\nkubectl get pods\n```')).toEqual({});
});

test('covered are the cells from the prediction to the one that decides it, and the next', () => {
  const fence = (id: string): string => `\n\`\`\`sh cell id=${id}\nls\n\`\`\`\n`;
  const asked = (id: string, cell: string): string => `\n<Prediction\n  id="${id}"\n  ask="?"\n  cell="${cell}"\n/>\n`;
  const mdx = `${fence('a')}${asked('first', 'c')}${fence('b')}${fence('c')}${asked('second', 'd')}${fence('d')}${fence('e')}${fence('f')}`;
  expect(coveredCells(mdx)).toEqual({ b: ['first'], c: ['first'], d: ['first', 'second'], e: ['second'] });
});
