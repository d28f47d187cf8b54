/**
 * sucrase without what TypeScript alone never reaches: Flow, JSX, React, source maps, transforms of older targets. In the bundle each such
 * module exports the same names; to call one is a bug. tests/sucrase-typescript.test.ts compares the result with the whole sucrase.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { sameExports, unreachedFunction } from './unreached-modules.ts';

/** By path in sucrase/dist/esm, for `transforms: ['typescript', 'imports'], disableESTransforms: true`. */
const unreached: ReadonlySet<string> = new Set([
  'computeSourceMap',
  'parser/plugins/flow',
  'parser/plugins/jsx/index',
  'transformers/ESMImportTransformer',
  'transformers/FlowTransformer',
  'transformers/JSXTransformer',
  'transformers/JestHoistTransformer',
  'transformers/NumericSeparatorTransformer',
  'transformers/OptionalCatchBindingTransformer',
  'transformers/OptionalChainingNullishTransformer',
  'transformers/ReactDisplayNameTransformer',
  'transformers/ReactHotLoaderTransformer',
  'util/formatTokens',
]);

/** Our options are checked by TypeScript: no second check when it runs. */
const optionsModule = 'export function validateOptions() {}';

export const sucraseForTypeScript: Plugin = {
  name: 'sucrase-typescript',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]sucrase[\\/]dist[\\/]esm[\\/].*\.js$/ }, async ({ path }) => {
      const module = path.replaceAll('\\', '/').replace(/^.*\/sucrase\/dist\/esm\/|\.js$/g, '');
      if (module === 'Options') return { contents: optionsModule, loader: 'js' };
      if (!unreached.has(module)) return undefined;
      return { contents: sameExports(await readFile(path, 'utf8'), unreachedFunction(`sucrase’s ${module}`)), loader: 'js' };
    });
  },
};
