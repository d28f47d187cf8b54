/**
 * Makes what `npm pack` puts into `@converge/engine`: the sources of `src/engine` as modules for Node and browsers, and their declarations.
 * `node scripts/engine-package.ts`
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/engine');
const out = join(folder, 'dist');
const types = join(out, 'types');

/** Export of the package -> its module. */
const entries: Readonly<Record<string, string>> = {
  index: 'src/engine/index.ts',
  sdk: 'src/engine/sdk/index.ts',
  testing: 'src/kit/index.ts',
  unix: 'src/posix/index.ts',
};

async function bundle(): Promise<void> {
  const manifest: { readonly dependencies: Record<string, string>; readonly peerDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: entries,
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: 'node22',
    sourcemap: false,
    external: [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), 'node:*'],
    logLevel: 'error',
  });
  // What is another's comes by npm, with its license.
  const bundled = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
  if (bundled.length > 0) throw new Error(`name as dependencies in packages/engine/package.json: ${bundled.join(', ')}`);
}

/** Declarations of the modules and of all they show, as they lie in `src`, so that errors name the file they come from. */
function declarations(): ReadonlyMap<string, string> {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no declarations:\n${stdout}`);
  const emitted = globSync('**/*.d.ts', { cwd: types }).map((path) => path.replaceAll('\\', '/'));
  return new Map(emitted.map((path) => [path, withPackagePaths(path, readFileSync(join(types, path), 'utf8'))]));
}

const specifier = /((?:from|import) ?\(?['"])([^'"]+)(['"])/g;

/** Imports as they are resolved beside the bundle: `./types.js` for `./types.ts`, a path for `converge/sdk`. */
function withPackagePaths(path: string, text: string): string {
  return text.replaceAll(specifier, (_, before: string, name: string, after: string) => before + packagePath(path, name) + after);
}

function packagePath(path: string, name: string): string {
  if (name !== 'converge/sdk') return name.startsWith('.') ? name.replace(/\.ts$/, '.js') : name;
  const way = posix.relative(posix.dirname(path), 'engine/sdk/index.js');
  return way.startsWith('.') ? way : `./${way}`;
}

/** Only what the entries lead to: the rest of the program is in the bundle, and nothing names its types. */
function reachable(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const waiting = Object.values(entries).map((path) => path.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (kept.has(path)) continue;
    const text = files.get(path);
    if (text === undefined) throw new Error(`${path}: no declarations were emitted for it`);
    kept.set(path, text);
    for (const [, , name = ''] of text.matchAll(specifier)) {
      if (name.startsWith('.')) waiting.push(posix.join(posix.dirname(path), name).replace(/\.js$/, '.d.ts'));
    }
  }
  return kept;
}

rmSync(out, { recursive: true, force: true });
await bundle();
const kept = reachable(declarations());
rmSync(types, { recursive: true });
for (const [path, text] of kept) {
  mkdirSync(join(types, dirname(path)), { recursive: true });
  writeFileSync(join(types, path), text);
}
