/** What is fetched while the reader reads, so that the first click doesn't wait for it. */
import { isThrifty } from '../../lesson/editor/connection.ts';

/** Fetches the engine once the page is loaded and the browser has nothing else to do; not where the reader saves data or the line is slow. */
export function fetchEngineWhileReading(): void {
  if (isThrifty()) return;
  const fetchEngine = (): void => {
    // What can't be fetched now is fetched by the first click, which says so.
    void import('./engine-files.ts').then(({ engineFiles }) => engineFiles.core()).catch(() => undefined);
  };
  const whenIdle = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchEngine, { timeout: 3_000 });
    else setTimeout(fetchEngine, 1_000);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
