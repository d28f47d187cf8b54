/**
 * Bundles what runs in the page's workers into classic scripts: `.generated/engine-worker.txt` (the session) and
 * `.generated/grader-worker.txt` (graded runs, with the checks of all lessons). The page takes them by `?url` (as text: no bundler
 * touches them again, and they are fetched under the site's base) and starts them in a sandboxed frame.
 */
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `converge:checks`: the check of every lesson that has one, by slug. */
const checks: Plugin = {
  name: 'lesson-checks',
  setup(bundle) {
    bundle.onResolve({ filter: /^converge:checks$/ }, ({ path }) => ({ path, namespace: 'converge' }));
    bundle.onLoad({ filter: /.*/, namespace: 'converge' }, () => {
      const paths = globSync('src/content/lessons/*/*/check.ts', { cwd: root })
        .map((path) => path.replaceAll('\\', '/'))
        .sort();
      const imports = paths.map((path, index) => `import check${index} from './${path}';`);
      const entries = paths.map((path, index) => `${JSON.stringify(basename(dirname(path)))}: check${index}`);
      return {
        contents: `${imports.join('\n')}\nexport const checks = { ${entries.join(', ')} };`,
        resolveDir: root,
        loader: 'ts',
      };
    });
  },
};

/** `converge:descriptions`: what `kubectl explain` says of types and fields, from the installed types of Kubernetes. */
const descriptions: Plugin = {
  name: 'descriptions',
  setup(bundle) {
    bundle.onResolve({ filter: /^converge:descriptions$/ }, ({ path }) => ({ path, namespace: 'descriptions' }));
    bundle.onLoad({ filter: /.*/, namespace: 'descriptions' }, () => {
      const table = readFileSync(`${root}.generated/descriptions.json`, 'utf8');
      // JSON.parse of a string starts faster than the same object as code.
      return { contents: `export const descriptions = JSON.parse(${JSON.stringify(table)});`, loader: 'js' };
    });
  },
};

/** In a WebContainer: CommonJS for Node 20 and later. */
const node: BuildOptions = { format: 'cjs', platform: 'node', target: 'node20' };

async function bundle(name: string, entry: string, how: BuildOptions = {}): Promise<void> {
  const out = `${root}.generated/${name}.txt`;
  const { outputFiles = [], warnings } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // ASCII only: the text is the same whatever charset a host serves it with.
    charset: 'ascii',
    legalComments: 'none',
    alias: {
      'converge/sdk': `${root}src/engine/sdk/index.ts`,
      // One parser, not its CommonJS copy beside it.
      'sucrase/dist/parser': `${root}node_modules/sucrase/dist/esm/parser`,
    },
    plugins: [checks, descriptions],
    logLevel: 'warning',
    ...how,
  });
  const text = outputFiles[0]?.text;
  if (text === undefined || warnings.length > 0) throw new Error(`the bundle ${name} has warnings: see above`);
  mkdirSync(`${root}.generated`, { recursive: true });
  // A clone may share its files with another by hard links.
  rmSync(out, { force: true });
  writeFileSync(out, text);
  if (process.argv.includes('--quiet')) return;
  console.log(`${name}: ${kilobytes(statSync(out).size)}, ${kilobytes(gzipSync(text, { level: 9 }).length)} gzip`);
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`;

const flag = process.argv.indexOf('--only');
const only = flag < 0 ? undefined : process.argv[flag + 1];
const bundles = {
  'engine-worker': 'src/runtimes/worker/engine-worker.ts',
  'grader-worker': 'src/lesson/universes/grader-worker.ts',
};
for (const [name, entry] of Object.entries(bundles)) if (only === undefined || only === name) await bundle(name, entry);
await bundle('container-engine', 'src/cli/container/main.ts', node);
// A downloaded workspace brings its engine: an ES module that Node loads by itself.
await bundle('project-engine', 'src/cli/project/main.ts', {
  ...{ ...node, format: 'esm' },
  // Packages in it that are CommonJS ask for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
});
