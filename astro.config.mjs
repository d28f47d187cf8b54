import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import svelte from '@astrojs/svelte';
import { defineConfig } from 'astro/config';
import { brand } from './src/brand/brand.ts';
import { repositoryLinks } from './src/components/frame/repository-links.ts';
import { reloadGenerated } from './scripts/dev/reload.ts';
import { packageRecorder } from './scripts/licenses/bundled-packages.ts';
import { typescriptCheckerForVite } from './scripts/typescript-checker.ts';
import { lessonPlugin } from './src/lesson/cells/mdast-plugin.ts';

const frame = (name) => `./src/components/frame/${name}.astro`;

/** What every lesson loads at once, and what pages without a lesson do. */
const lessonParts = ['islands/PaneIsland.svelte', 'islands/CellIsland.svelte', 'islands/start.ts', 'islands/engine-files.ts'];
const homeParts = ['home/Instrument.svelte', 'islands/home-runtime.ts'];

/** Modules that these parts import, directly or through others; without the framework. */
function modulesOf(parts, chunking) {
  const found = new Set(parts.map((part) => fileURLToPath(new URL(`./src/components/${part}`, import.meta.url))));
  for (const id of found) {
    const imported = chunking.getModuleInfo(id)?.importedIds ?? [];
    for (const each of imported) if (/\/src\/|idb-keyval/.test(each) && !each.includes('/node_modules/svelte/')) found.add(each);
  }
  return found;
}

let inLesson;
let inHome;

/** Files that are loaded together anyway come as one: each alone compresses worse, and costs a request. */
function fileOf(id, chunking) {
  inLesson ??= modulesOf(lessonParts, chunking);
  inHome ??= modulesOf(homeParts, chunking);
  return inLesson.has(id) ? (inHome.has(id) ? 'shared' : 'lesson') : null;
}

/**
 * Shiki's grammars with JavaScript's patterns use one class of the translator of patterns. Under a name of its own nothing but that class
 * comes along; else they would share the whole translator with the grammars that need it.
 */
const translatorClass = {
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

/** How the page's scripts come as files. */
const scriptFiles = {
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

export default defineConfig({
  // Where the site is served: `npm run build -- --site https://example.edu --base /k8s/`.
  ...(process.env.CONVERGE_SITE ? { site: process.env.CONVERGE_SITE } : {}),
  base: process.env.CONVERGE_BASE ?? '/',
  trailingSlash: 'ignore',
  // Sätteri runs no remark plugins; cells are found by its own.
  markdown: { processor: satteri({ mdastPlugins: [lessonPlugin, repositoryLinks(process.env.CONVERGE_BASE ?? '/')] }), syntaxHighlight: false },
  // Starlight's script for it is a kilobyte on every page, before anybody has touched a link.
  prefetch: false,
  integrations: [
    starlight({
      title: brand.name,
      description: brand.description,
      favicon: '/favicon.svg',
      customCss: [
        './src/styles/fonts.css',
        './src/styles/tokens.css',
        './src/brand/colors.css',
        './src/styles/base.css',
        './src/styles/frame.css',
        './src/styles/search.css',
        './src/styles/prose.css',
        './src/styles/cell.css',
        './src/styles/output.css',
        './src/styles/commands.css',
        './src/styles/tasks.css',
        './src/styles/exercise.css',
        './src/styles/workspace.css',
        './src/styles/pane.css',
        './src/styles/cluster.css',
        './src/styles/trace.css',
        './src/styles/views.css',
        './src/styles/share.css',
        './src/styles/narrow.css',
      ],
      components: {
        ContentPanel: frame('ContentPanel'),
        Footer: frame('LessonEnd'),
        Head: frame('Head'),
        Header: frame('Header'),
        MarkdownContent: frame('ContentPanel'),
        PageFrame: frame('PageFrame'),
        PageSidebar: frame('LessonPane'),
        Search: frame('Search'),
        PageTitle: frame('LessonTitle'),
        Sidebar: frame('LessonNav'),
        SkipLink: frame('SkipLink'),
        ThemeProvider: frame('ThemeProvider'),
        TwoColumnContent: frame('TwoColumnContent'),
      },
      // Lessons are highlighted by our own few colours (look: code is set in ink).
      expressiveCode: false,
      disable404Route: true,
      editLink: process.env.CONVERGE_EDIT_URL ? { baseUrl: process.env.CONVERGE_EDIT_URL } : {},
      credits: false,
    }),
    mdx(),
    // Nobody asks which Svelte it was: 230 bytes less before anything is touched.
    svelte({ compilerOptions: { discloseVersion: false } }),
  ],
  vite: {
    // Astro 7.3 writes a small script into the page before Vite has filled in its preload list: `import()` in it then throws.
    build: { assetsInlineLimit: 0 },
    // What is left out where they are empty isn't in the site at all: docs/grading.md, Statements.
    define: {
      convergeXapi: JSON.stringify(process.env.CONVERGE_XAPI ?? ''),
      convergeXapiAuthorization: JSON.stringify(process.env.CONVERGE_XAPI_AUTHORIZATION ?? ''),
    },
    plugins: [scriptFiles, translatorClass, reloadGenerated(), packageRecorder('site')],
    worker: { format: 'es', plugins: () => [typescriptCheckerForVite(), packageRecorder('site-workers')] },
  },
  devToolbar: { enabled: false },
});
