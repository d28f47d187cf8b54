/** Linking the page's engine: what a piece can't have is an error of the build, not `undefined` in the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkPieces } from '../scripts/pieces.ts';

const sources: Readonly<Record<string, string>> = {
  'entry.ts': "import { coreExports } from 'converge:core-exports';\nimport { early, late } from './index.ts';\nexport const all = [coreExports, early, late];\n",
  'index.ts': "export { late } from './late.ts';\nexport const early = () => 1;\n",
  'late.ts': 'export const late = () => 2;\n',
  'loader.ts': 'export const loadPiece = () => {};\nexport const whenLoaded = () => {};\n',
};

/** Two pieces: that of `late.ts`, and one with this text. */
function link(other: string) {
  const root = `${mkdtempSync(join(tmpdir(), 'converge-pieces-'))}/`;
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src'));
  for (const [name, text] of Object.entries({ ...sources, 'other.ts': other })) writeFileSync(join(root, 'src', name), text);
  const pieces = { first: ['src/late.ts'], second: ['src/other.ts'] };
  return linkPieces({ root, entry: 'src/entry.ts', pieces, loader: 'src/loader.ts', build: { logLevel: 'silent' } });
}

test('a piece gets what is the core’s own', async () => {
  const { links, pieces } = await link("import { early } from './index.ts';\nexport const use = () => early();\n");
  expect(links.slots).toEqual(['src/index.ts#early']);
  expect(Object.keys(pieces)).toEqual(['first', 'second']);
});

test('what the core has only with another piece is refused', async () => {
  await expect(link("import { late } from './index.ts';\nexport const use = () => late();\n")).rejects.toThrow(
    'the piece second takes src/late.ts, which is there only when the piece first is loaded: put that module into the core',
  );
});
