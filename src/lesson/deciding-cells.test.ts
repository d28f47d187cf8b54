import { expect, test } from 'vitest';
import { decidingCells } from './deciding-cells.ts';

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
