/** For Vite: pages are loaded anew when what cells have printed, or the engine, is there anew. They read both from `.generated/`. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Many files are written at once. */
const calmMs = 100;

export function reloadGenerated(): Plugin {
  return {
    name: 'reload-generated',
    apply: 'serve',
    configureServer({ watcher, ws, middlewares }) {
      const folders = ['lessons', 'engine'].map((name) => resolve('.generated', name));
      watcher.add(folders);
      const reload = (): void => ws.send({ type: 'full-reload' });
      let timer: NodeJS.Timeout | undefined;
      let changedMs = Number.NEGATIVE_INFINITY;
      let openedMs = Number.NEGATIVE_INFINITY;
      watcher.on('all', (_, path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        changedMs = performance.now();
        clearTimeout(timer);
        timer = setTimeout(reload, calmMs);
      });
      // A page that was on its way meanwhile has missed the word.
      middlewares.use((request, _, next) => {
        if (request.headers.accept?.includes('text/html') === true) openedMs = performance.now();
        next();
      });
      ws.on('connection', () => changedMs > openedMs && reload());
    },
  };
}
