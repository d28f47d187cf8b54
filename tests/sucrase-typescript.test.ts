/** The sucrase that the page's bundle has compiles TypeScript as the whole one does. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { transform } from 'sucrase';
import { expect, test } from 'vitest';
import { sucraseForTypeScript } from '../scripts/sucrase-typescript.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('without Flow and JSX the same text comes out, and the same error', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { transform } from 'sucrase';`, resolveDir: root },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'sucrase',
    plugins: [sucraseForTypeScript],
  });
  const bundled: { readonly transform: typeof transform } = new Function(`${outputFiles[0]?.text}\nreturn sucrase;`)();
  const files = globSync(['src/content/**/*.ts', 'src/engine/**/*.ts', 'src/session/learner/*.ts'], { cwd: root }).sort();
  expect(files.length).toBeGreaterThan(300);
  for (const file of files) {
    const source = readFileSync(root + file, 'utf8');
    expect(compiled(bundled.transform, source), file).toBe(compiled(transform, source));
  }
  for (const broken of ['const a: = 1;', 'function (', 'const b = <div>{a}</div>;', 'type T = {| a: 1 |};'])
    expect(compiled(bundled.transform, broken), broken).toBe(compiled(transform, broken));
});

/** As the engine compiles; an error's words, where it can't. */
function compiled(how: typeof transform, source: string): string {
  try {
    return how(source, { transforms: ['typescript', 'imports'], disableESTransforms: true, production: true, filePath: 'a.ts' }).code;
  } catch (error) {
    return String(error);
  }
}
