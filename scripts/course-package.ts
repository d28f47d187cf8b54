/**
 * Makes what `npm pack` puts into `@converge/course`: the integration and the command `converge-course` as modules that Node imports below
 * `node_modules`, and as `kit/` the files of this repository that a course is laid out with. `node scripts/course-package.ts`
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { kitFiles } from './course/lay-out.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/course-kit');
const out = join(folder, 'dist');
const kit = join(folder, 'kit');

rmSync(out, { recursive: true, force: true });
rmSync(kit, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['integration', 'main'].map((name) => `scripts/course/${name}.ts`),
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  packages: 'external',
  // Loaded from the folder that is built.
  external: ['./site-config.ts'],
  logLevel: 'error',
});
// npm links it as a program.
const main = join(out, 'main.js');
writeFileSync(main, `#!/usr/bin/env node\n${readFileSync(main, 'utf8')}`);
chmodSync(main, 0o755);
for (const name of ['integration', 'options']) {
  const text = readFileSync(join(root, `scripts/course/${name}.ts`), 'utf8');
  const { outputText, diagnostics } = ts.transpileDeclaration(text, { compilerOptions: { isolatedDeclarations: true, verbatimModuleSyntax: true, target: ts.ScriptTarget.ES2024 }, reportDiagnostics: true });
  const [mistake] = diagnostics ?? [];
  if (mistake !== undefined) throw new Error(`${name}.ts: ${ts.flattenDiagnosticMessageText(mistake.messageText, '\n')}`);
  writeFileSync(join(out, `${name}.d.ts`), outputText.replaceAll(/'\.\/(\w+)\.ts'/g, "'./$1.js'"));
}
for (const path of kitFiles(root)) {
  mkdirSync(dirname(join(kit, path)), { recursive: true });
  copyFileSync(join(root, path), join(kit, path));
}
