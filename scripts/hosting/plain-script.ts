/** How a script of the site is bundled that no page's build makes: one file, which any browser of the course runs as it is. */
import type { BuildOptions } from 'esbuild';

/** @param entry Its module, relative to `root`, the folder of the project. */
export const plainScript = (root: string, entry: string) =>
  ({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
  }) satisfies BuildOptions;
