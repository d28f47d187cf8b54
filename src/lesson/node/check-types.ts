/** Mistakes of types in a `check.ts`. It imports the engine, so TypeScript's native compiler reads it: several times as fast as the editor's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');

/** `src/content/…/check.ts:36: Property 'waits' does not exist on type 'Bench'. Did you mean 'wait'?`; none where the compiler isn't installed. */
export function checkTypeMistakes(file: string): readonly string[] {
  if (!existsSync(compiler)) return [];
  // Beside the project's own: types of packages are looked for from there.
  const folder = mkdtempSync(join(root, 'node_modules/.check-types-'));
  try {
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.node.json'), compilerOptions: { noEmit: true }, include: [], files: [file] }));
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', config, '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
    return mistakesIn(stdout, relative(root, file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The compiler's lines about this file: `check.ts(36,15): error TS2551: Property …`, and what it says further, which is indented. */
export function mistakesIn(printed: string, path: string): readonly string[] {
  const found = printed.matchAll(/^(\S.*)\((\d+),\d+\): error TS\d+: (.*(?:\n\s+.*)*)/gm);
  return [...found].filter(([, file]) => file === path).map(([, file, line, message = '']) => `${file}:${line}: ${message.replaceAll(/\s*\n\s*/g, ' ').trim()}`);
}
