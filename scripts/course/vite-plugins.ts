/** How the page's scripts come as files. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What every lesson loads at once, and what pages without a lesson do. */
const lessonParts = ['islands/PaneIsland.svelte', 'islands/CellIsland.svelte', 'islands/start.ts', 'islands/engine-files.ts'];
const homeParts = ['home/Instrument.svelte', 'islands/home-runtime.ts'];

/** The bundler, as far as it is read here. */
interface Chunking {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules that these parts import, directly or through others; without the framework. */
function modulesOf(root: URL, parts: readonly string[], chunking: Chunking): ReadonlySet<string> {
  const found = new Set(parts.map((part) => fileURLToPath(new URL(`src/components/${part}`, root))));
  for (const id of found) {
    const imported = chunking.getModuleInfo(id)?.importedIds ?? [];
    for (const each of imported) if (/\/src\/|idb-keyval/.test(each) && !each.includes('/node_modules/svelte/')) found.add(each);
  }
  return found;
}

/** Files that are loaded together anyway come as one: each alone compresses worse, and costs a request. */
export function scriptFiles(root: URL): Plugin {
  let inLesson: ReadonlySet<string> | undefined;
  let inHome: ReadonlySet<string> | undefined;
  const fileOf = (id: string, chunking: Chunking): string | null => {
    inLesson ??= modulesOf(root, lessonParts, chunking);
    inHome ??= modulesOf(root, homeParts, chunking);
    return inLesson.has(id) ? (inHome.has(id) ? 'shared' : 'lesson') : null;
  };
  return {
    name: 'script-files',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              // No list of files to fetch ahead stands before an `import()`: 3 KB of names, nearly all of files that are there already.
              modulePreload: { polyfill: false, resolveDependencies: () => [] },
              rolldownOptions: {
                preserveEntrySignatures: 'allow-extension',
                output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] } },
              },
            },
          }
        : undefined,
  };
}

/**
 * Shiki's grammars with JavaScript's patterns use one class of the translator of patterns. Under a name of its own nothing but that class
 * comes along; else they would share the whole translator with the grammars that need it.
 */
export const translatorClass: Plugin = {
  name: 'translator-class',
  enforce: 'pre',
  async resolveId(source, importer) {
    const isItsUse = source === 'oniguruma-to-es' && importer?.includes('langs-precompiled');
    // What the class imports itself, likewise.
    if (!isItsUse && !importer?.endsWith('?class')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found === null ? null : { ...found, id: `${found.id}?class`, moduleSideEffects: false };
  },
};
