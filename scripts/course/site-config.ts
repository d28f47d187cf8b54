/** What the integration adds to Astro's configuration. It is loaded from the folder that is built, and all files that it names lie there. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import svelte from '@astrojs/svelte';
import type { HookParameters } from 'astro';
import { brand } from '../../src/brand/brand.ts';
import { repositoryLinks } from '../../src/components/frame/repository-links.ts';
import { lessonPlugin } from '../../src/lesson/cells/mdast-plugin.ts';
import { languages } from '../../src/lesson/course-languages.ts';
import { serveEmbedScript } from '../dev/embed.ts';
import { reloadGenerated } from '../dev/reload.ts';
import { packageRecorder } from '../licenses/bundled-packages.ts';
import { isolated } from '../hosting/header-rules.ts';
import { typescriptCheckerForVite } from '../typescript-checker.ts';
import { scriptFiles, translatorClass } from './vite-plugins.ts';

const style = (name: string): string => `./src/styles/${name}.css`;
const frame = (name: string): string => `./src/components/frame/${name}.astro`;

/** In the order of the cascade; the course's own colors go before what comes after them. */
const styles: readonly string[] = [
  ...['fonts', 'tokens'].map(style),
  './src/brand/colors.css',
  ...['base', 'frame', 'search', 'prose', 'cell', 'output', 'commands', 'tasks', 'exercise', 'workspace', 'pane', 'cluster', 'trace', 'views', 'share', 'narrow'].map(style),
];

/** The first is at the root; one alone needs no list. */
const locales = () => {
  const all = Object.entries(languages).map(([lang, label], index) => [index === 0 ? 'root' : lang, { label, lang }] as const);
  return { defaultLocale: 'root', locales: Object.fromEntries(all) };
};

const pages = () =>
  starlight({
    title: brand.name,
    ...locales(),
    description: brand.description,
    favicon: '/favicon.svg',
    customCss: [...styles],
    components: {
      ContentPanel: frame('ContentPanel'),
      // The lesson’s title has it, before the questions.
      FallbackContentNotice: frame('ContentPanel'),
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
    editLink: process.env['CONVERGE_EDIT_URL'] ? { baseUrl: process.env['CONVERGE_EDIT_URL'] } : {},
    credits: false,
  });

type AddedConfig = Parameters<HookParameters<'astro:config:setup'>['updateConfig']>[0];

/** @param root Astro's: the folder that is built. */
export function siteConfig(root: URL): AddedConfig {
  const base = process.env['CONVERGE_BASE'] ?? '/';
  const runtime = process.env['CONVERGE_RUNTIME'] || 'auto';
  return {
    // Where the site is served: `npm run build -- --site https://example.edu --base /k8s/`.
    ...(process.env['CONVERGE_SITE'] ? { site: process.env['CONVERGE_SITE'] } : {}),
    base,
    trailingSlash: 'ignore',
    // Of the development server. A built site has headers for its lessons alone: scripts/hosting/header-rules.ts.
    server: { headers: runtime === 'webcontainer' ? isolated : {} },
    // Sätteri runs no remark plugins; cells are found by its own.
    markdown: { processor: satteri({ mdastPlugins: [lessonPlugin, repositoryLinks(base)] }), syntaxHighlight: false },
    // Starlight's script for it is a kilobyte on every page, before anybody has touched a link.
    prefetch: false,
    integrations: [
      pages(),
      mdx(),
      // Nobody asks which Svelte it was: 230 bytes less before anything is touched.
      svelte({ compilerOptions: { discloseVersion: false } }),
    ],
    vite: {
      // Astro 7.3 writes a small script into the page before Vite has filled in its preload list: `import()` in it then throws.
      build: { assetsInlineLimit: 0 },
      // What is left out where they are empty isn't in the site at all: docs/grading.md, Statements.
      define: {
        convergeXapi: JSON.stringify(process.env['CONVERGE_XAPI'] ?? ''),
        convergeXapiAuthorization: JSON.stringify(process.env['CONVERGE_XAPI_AUTHORIZATION'] ?? ''),
        // docs/hosting.md, WebContainers.
        convergeRuntime: JSON.stringify(runtime),
      },
      // A course of one's own has its packages a folder above.
      server: { fs: { allow: [fileURLToPath(root), realpathSync(fileURLToPath(new URL('node_modules', root)))] } },
      plugins: [scriptFiles(root), translatorClass, reloadGenerated(), serveEmbedScript(fileURLToPath(root)), packageRecorder('site')],
      worker: { format: 'es', plugins: () => [typescriptCheckerForVite(), packageRecorder('site-workers')] },
    },
    devToolbar: { enabled: false },
  };
}
