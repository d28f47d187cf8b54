/**
 * yaml without what only reading never reaches: how it writes, and schemas other than YAML 1.1's. The page reads manifests with it
 * (src/kubectl/manifest/read.ts), and prints them as kubectl does. In the bundle each such module exports the same names; to call one is a
 * bug. tests/yaml-for-reading.test.ts compares what is read with the whole package.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { sameExports, unreachedFunction } from './unreached-modules.ts';

/** By path in yaml/browser/dist. */
const unreached: ReadonlySet<string> = new Set([
  'doc/applyReviver',
  'doc/createNode',
  'parse/cst-scalar',
  'parse/cst-stringify',
  'parse/cst-visit',
  'schema/core/bool',
  'schema/core/float',
  'schema/core/int',
  'schema/json/schema',
  'stringify/foldFlowLines',
  'stringify/stringify',
  'stringify/stringifyCollection',
  'stringify/stringifyComment',
  'stringify/stringifyDocument',
  'stringify/stringifyNumber',
  'stringify/stringifyPair',
  'stringify/stringifyString',
]);

/** Tags that `read.ts` leaves out of the schema by their names. */
const leftOut: ReadonlySet<string> = new Set(['binary', 'omap', 'pairs', 'set', 'timestamp'].map((tag) => `schema/yaml-1.1/${tag}`));

export const yamlForReading: Plugin = {
  name: 'yaml-for-reading',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]yaml[\\/]browser[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
      const module = path.replaceAll('\\', '/').replace(/^.*\/yaml\/browser\/dist\/|\.js$/g, '');
      if (!leftOut.has(module) && !unreached.has(module)) return undefined;
      const value = leftOut.has(module) ? `{ tag: ${JSON.stringify(module.replace(/^.*\//, ''))} }` : unreachedFunction(`yaml’s ${module}`);
      return { contents: sameExports(await readFile(path, 'utf8'), value), loader: 'js' };
    });
  },
};
