/** For Vite, in `npm run dev`: pages show what cells print, and run the engine, as the sources are now. Both are read from `.generated/`. */
import type { Connect, Plugin } from 'vite';
import type { Watching } from './watch.ts';

export function reloadGenerated(): Plugin {
  let watching: Watching | undefined;
  return {
    name: 'reload-generated',
    apply: 'serve',
    async configureServer({ ws, middlewares }) {
      // Not for a build, which reads this file, too: it brings the lessons' code.
      const { watchSources } = await import('./watch.ts');
      let madeMs = Number.NEGATIVE_INFINITY;
      let openedMs = Number.NEGATIVE_INFINITY;
      const reload = (): void => {
        madeMs = performance.now();
        ws.send({ type: 'full-reload' });
      };
      watching = watchSources({ lesson: (_, awaited) => awaited || reload(), engine: reload });
      middlewares.use(
        afterBaking(watching, () => {
          openedMs = performance.now();
        }),
      );
      // A page that was on its way meanwhile has missed the word.
      ws.on('connection', () => madeMs > openedMs && reload());
    },
    buildEnd: () => watching?.stop(),
  };
}

/**
 * A page whose cells run again comes when they have run. Astro loads pages anew as soon as a text has changed: rendered with what the cells
 * printed before, it would be shown, and take as long as they do.
 */
export function afterBaking(watching: Pick<Watching, 'baked'>, opened: () => void): Connect.NextHandleFunction {
  return (request, response, next) => {
    if (request.headers.accept?.includes('text/html') !== true) return next();
    const slug = /([^/?]*)\/?(?:\?.*)?$/.exec(request.url ?? '')?.[1] ?? '';
    void watching.baked(slug).then(() => {
      // Who has gone on, or asked anew, reads it no more.
      if (response.destroyed) return;
      opened();
      next();
    });
  };
}
