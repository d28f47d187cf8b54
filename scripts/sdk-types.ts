/**
 * Writes `.generated/sdk-types.json`: what the type checker in the page knows besides the learner's files. That is the declarations of
 * `converge/sdk`, emitted from its real sources, what a cell sees of it, and the ES2023 library (no DOM, no Node: learner code has neither).
 * `node scripts/sdk-types.ts`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { cellNames, cellNamesPath } from './cell-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'src/engine/sdk/index.ts');
const out = join(root, '.generated/sdk-types.json');

/** Path in the checker's file system -> text. */
export function sdkTypes(): Readonly<Record<string, string>> {
  return { ...library('lib.es2023.d.ts'), ...declarations() };
}

/** The declarations of the SDK and of all it shows, under `/converge/`. */
function declarations(): Record<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([entry], {
    ...options,
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    rootDir: join(root, 'src/engine'),
    outDir: '/converge',
    paths: { 'converge/sdk': [entry] },
    removeComments: false,
  });
  const files: Record<string, string> = {};
  const { emitSkipped, diagnostics } = program.emit(undefined, (path, text) => {
    files[path.replaceAll('\\', '/')] = text;
  });
  if (emitSkipped) throw new Error(ts.formatDiagnostics(diagnostics, formatHost));
  return { ...reachable(files, '/converge/sdk/index.d.ts'), [cellNamesPath]: cellNames(program, entry) };
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

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sdkTypes();
  mkdirSync(dirname(out), { recursive: true });
  const text = JSON.stringify(files);
  writeFileSync(out, text);
  console.log(`${relative(root, out)}: ${Object.keys(files).length} files, ${(text.length / 1024).toFixed(0)} KB`);
}
