/**
 * Writes `.generated/sdk-types.json`: what the type checker in the page knows besides the learner's files. That is the declarations of
 * `converge/sdk`, emitted from its real sources, what a cell sees of it, and the ES2023 library (no DOM, no Node: learner code has neither).
 * `node scripts/sdk-types.ts`
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { nativeCompiler } from '../src/lesson/node/native-compiler.ts';
import { cellNames, cellNamesPath } from './cell-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'src/engine/sdk/index.ts');
const out = join(root, '.generated/sdk-types.json');

/** Path in the checker's file system -> text. */
export function sdkTypes(): Readonly<Record<string, string>> {
  return { ...library('lib.es2023.d.ts'), ...declarations() };
}

/** The declarations of the SDK and of all it shows, under `/converge/`: emitted by TypeScript 7's compiler, which takes a seventh of the time. */
function declarations(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'converge-declarations-'));
  try {
    emitInto(folder);
    const files: Record<string, string> = {};
    for (const path of globSync('**/*.d.ts', { cwd: folder })) files[`/converge/${path.replaceAll('\\', '/')}`] = readFileSync(join(folder, path), 'utf8');
    const emitted = join(folder, 'sdk/index.d.ts');
    return { ...reachable(files, '/converge/sdk/index.d.ts'), [cellNamesPath]: cellNames(ts.createProgram([emitted], { noLib: true, types: [] }), emitted) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error with what the compiler says, when it emits nothing, or that there is none. */
function emitInto(folder: string): void {
  const compiler = nativeCompiler();
  if ('missing' in compiler) throw new Error(compiler.missing);
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    rootDir: join(root, 'src/engine'),
    outDir: folder,
    paths: { 'converge/sdk': [entry] },
    removeComments: false,
  };
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), files: [entry], compilerOptions }));
  const { status, stdout } = spawnSync(process.execPath, [compiler.path, '-p', config], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

/** Only what the entry's imports lead to. */
function reachable(files: Readonly<Record<string, string>>, from: string): Record<string, string> {
  const kept: Record<string, string> = {};
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = files[path];
    if (text === undefined) throw new Error(`${path}: no declarations were emitted for it`);
    if (kept[path] !== undefined) continue;
    kept[path] = text;
    for (const match of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
      waiting.push(
        join(dirname(path), match[1] ?? '')
          .replaceAll('\\', '/')
          .replace(/\.ts$/, '.d.ts'),
      );
    }
  }
  return kept;
}

/** A library file of TypeScript's and those it refers to, under `/`, where the checker looks for them. */
function library(name: string): Record<string, string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('typescript')));
  const files: Record<string, string> = {};
  const waiting = [name];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files[`/${file}`] !== undefined) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    files[`/${file}`] = text;
    for (const match of text.matchAll(/<reference lib="([^"]+)"/g)) waiting.push(`lib.${match[1]}.d.ts`);
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sdkTypes();
  mkdirSync(dirname(out), { recursive: true });
  const text = JSON.stringify(files);
  writeFileSync(out, text);
  console.log(`${relative(root, out)}: ${Object.keys(files).length} files, ${(text.length / 1024).toFixed(0)} KB`);
}
