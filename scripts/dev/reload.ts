/** For Vite: pages are loaded anew when what cells have printed, or the engine, is there anew. They read both from `.generated/`. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Many files are written at once. */
const calmMs = 100;

export function reloadGenerated(): Plugin {
  return {
    name: 'reload-generated',
    apply: 'serve',
    configureServer({ watcher, ws }) {
      const folders = ['lessons', 'engine'].map((name) => resolve('.generated', name));
      watcher.add(folders);
      let timer: NodeJS.Timeout | undefined;
      watcher.on('all', (_, path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        clearTimeout(timer);
        timer = setTimeout(() => ws.send({ type: 'full-reload' }), calmMs);
      });
    },
  };
}
