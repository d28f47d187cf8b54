/** Mistakes of types in a `check.ts`. It imports the engine, so TypeScript's native compiler reads it: several times as fast as the editor's. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NativeCompiler, nativeCompiler } from './native-compiler.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface CheckTypes {
  /** `src/content/…/check.ts:36: Property 'waits' does not exist on type 'Bench'. Did you mean 'wait'?` */
  readonly mistakes: readonly string[];
  /** Why the check wasn't read; absent where it was. */
  readonly unread?: string;
}

export function checkTypeMistakes(file: string, compiler: NativeCompiler = nativeCompiler()): CheckTypes {
  const unread = (reason: string): CheckTypes => ({ mistakes: [], unread: `${relative(root, file)} wasn’t read for mistakes of types. ${reason}` });
  if ('missing' in compiler) return unread(compiler.missing);
  // Beside the project's own: types of packages are looked for from there.
  const folder = mkdtempSync(join(root, 'node_modules/.check-types-'));
  try {
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.node.json'), compilerOptions: { noEmit: true }, include: [], files: [file] }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler.path, '-p', config, '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
    // It says mistakes on the one stream, and on the other why it can't run: where the program for this machine isn't installed, for example.
    if (status !== 0 && stdout.trim() === '') return unread(/^\w*Error: (.+)$/m.exec(stderr)?.[1] ?? 'TypeScript 7 can’t run');
    return { mistakes: mistakesIn(stdout, relative(root, file)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The compiler's lines about this file: `check.ts(36,15): error TS2551: Property …`, and what it says further, which is indented. */
export function mistakesIn(printed: string, path: string): readonly string[] {
  const found = printed.matchAll(/^(\S.*)\((\d+),\d+\): error TS\d+: (.*(?:\n\s+.*)*)/gm);
  return [...found].filter(([, file]) => file === path).map(([, file, line, message = '']) => `${file}:${line}: ${message.replaceAll(/\s*\n\s*/g, ' ').trim()}`);
}
