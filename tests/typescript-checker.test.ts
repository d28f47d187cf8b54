/** The page's part of TypeScript does what the whole does: errors, completions and hovers in the lessons' files and in broken ones. */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as whole from './typescript-checker-parts.ts';
import { everyNth } from './scope.ts';
import { typescriptChecker } from '../scripts/typescript-checker.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const types: Readonly<Record<string, string>> = JSON.parse(readFileSync(`${root}.generated/sdk-types.json`, 'utf8'));

let folder = '';
let part: typeof whole;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'converge-checker-'));
  const outfile = join(folder, 'checker.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['tests/typescript-checker-parts.ts'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    external: ['fs', 'path', 'os', 'inspector', 'perf_hooks', 'crypto', 'source-map-support'],
    plugins: [typescriptChecker],
    outfile,
  });
  part = await import(pathToFileURL(outfile).href);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const broken: Readonly<Record<string, string>> = {
  syntax: 'const a = ;\nfunction ( {\n',
  types: "const a: number = 'text';\nlet b: string[] = [1];\nfoo(a, b);\ninterface A { x: B<string> }\nnew Map<string>();\n",
  imports: "import { Pod, Nothing } from 'converge/sdk';\nimport { x } from './missing.ts';\nPod.plurl;\n",
  classes: 'abstract class A { abstract f(): void; #x = 1; static { A.y } }\nclass B extends A { override g() {} }\nenum E { X }\nnamespace N { export const a = 1 }\n',
  generics: 'type M<T> = { [K in keyof T]?: T[K] extends infer U ? `${K & string}-${U & string}` : never };\nconst m: M<{ a: "b" }> = { a: "c" };\n',
  async: 'async function* f() { for await (const x of [1]) yield x; }\nf().then();\nPromise.resolve();\n@dec class D {}\nusing y = null;\n',
};
/** By default one in twenty, and all that is broken. */
const lessons = everyNth(20, globSync('src/content/lessons/*/*/{start,solution}/*.ts', { cwd: root }).sort());
const files: readonly (readonly [string, string])[] = [
  ...lessons.map((path) => [path, readFileSync(root + path, 'utf8')] as const),
  ...Object.entries(broken),
];

test.each(files)('%s', (_, text) => expect(part.answers(types, text)).toEqual(whole.answers(types, text)), 120_000);
