/** Where is TypeScript 7's compiler? It is native, and several times as fast as the editor's; `astro check` needs the API of TypeScript 6. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const name = '@typescript/native';

/** `path`: a program for Node. `missing`: a sentence that says why there is none. */
export type NativeCompiler = { readonly path: string } | { readonly missing: string };

/**
 * Both packages of TypeScript bring a `tsc`, so this one is called by its path.
 * @param site The folder with `src/`. In a course of one's own, npm has installed the package for the course or below `@converge/course`.
 */
export function nativeCompiler(site = root): NativeCompiler {
  const inSite = createRequire(join(site, 'package.json'));
  const compiler = compilerOf(inSite) ?? compilerOf(requireOf(inSite, '@converge/course'));
  return compiler === undefined ? { missing: `TypeScript 7 isn’t installed: \`npm install\` brings it as ${name}` } : { path: compiler };
}

function compilerOf(from: NodeJS.Require | undefined): string | undefined {
  const manifest = from === undefined ? undefined : resolved(from, `${name}/package.json`);
  const compiler = manifest === undefined ? undefined : join(dirname(manifest), 'bin/tsc');
  return compiler !== undefined && existsSync(compiler) ? compiler : undefined;
}

/** What a package finds from where it lies. */
function requireOf(from: NodeJS.Require, packageName: string): NodeJS.Require | undefined {
  const entry = resolved(from, packageName);
  return entry === undefined ? undefined : createRequire(entry);
}

function resolved(from: NodeJS.Require, path: string): string | undefined {
  try {
    return from.resolve(path);
  } catch {
    return undefined;
  }
}
