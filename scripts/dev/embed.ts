/** For Vite, in `npm run dev`: `embed.js` as the sources are now. A built site has it as a file. */
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { embedScript } from '../hosting/embed-script.ts';

/** @param root Of the project. */
export function serveEmbedScript(root: string): Plugin {
  return {
    name: 'embed-script',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!/\/embed\.js(?:\?|$)/.test(request.url ?? '')) return next();
        build({ ...embedScript(root), write: false }).then(({ outputFiles }) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8');
          response.end(outputFiles[0]?.contents);
        }, next);
      });
    },
  };
}
