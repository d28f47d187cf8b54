/**
 * Which installed packages a bundle is made of. Every build step that bundles records its own under `.generated/packages/`;
 * `licenses-text.ts` reads all of them. One record serves esbuild's bundles and Vite's, which no plugin for either could.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.generated/packages', import.meta.url));

/** The folder of the package that a module lies in, relative to the project: `node_modules/a/node_modules/@b/c`. */
export function packageFolder(module: string): string | undefined {
  const path = module.replaceAll('\\', '/');
  return /(?:^|[/\0:])(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+)\//.exec(path)?.[1];
}

/** Writes down the packages of one bundle, or of several that one step makes. */
export function recordPackages(bundle: string, modules: Iterable<string>): void {
  const folders = new Set<string>();
  for (const module of modules) {
    const found = packageFolder(module);
    if (found !== undefined) folders.add(found);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${bundle}.json`), `${JSON.stringify([...folders].sort(), null, 1)}\n`);
}

/** The packages that each step has recorded, by its name. */
export function recordedPackages(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

/** What Vite's plugins see of a finished bundle. */
interface OutputFile {
  readonly type: 'chunk' | 'asset';
  /** Of a chunk. */
  readonly modules?: Readonly<Record<string, unknown>>;
  /** Of an asset. */
  readonly originalFileNames?: readonly string[];
}

/** For Vite: records what the browser's files are made of. `bundle` names the record. */
export function packageRecorder(bundle: string) {
  const modules = new Set<string>();
  return {
    name: 'package-recorder',
    apply: 'build' as const,
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
    generateBundle(_: unknown, files: Readonly<Record<string, OutputFile>>) {
      for (const file of Object.values(files))
        for (const module of file.type === 'chunk' ? Object.keys(file.modules ?? {}) : (file.originalFileNames ?? [])) modules.add(module);
      recordPackages(bundle, modules);
    },
  };
}
